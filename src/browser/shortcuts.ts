import { useEffect, useEffectEvent } from 'react';
import { $shortcuts } from './stores/preferences.ts';

const WRITING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]';

/** An open dialog receives all keys. */
export const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Whether a key that was pressed alone is meant for the page: the user is not typing, no dialog is open, and shortcuts are not switched off. */
export function isForPage(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, defaultPrevented, repeat, isComposing, target } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || repeat || isComposing || !$shortcuts.get()) return false;
  return !isDialogOpen() && !(target instanceof Element && target.closest(WRITING));
}

/**
 * The letter of a key by its position, independent of the layout: with a Persian layout, the key of `n` types «د».
 * Symbols (`/`, `?`) are compared as typed, because their keys differ.
 */
export const pressedLetter = ({ code, key }: KeyboardEvent): string => /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key.toLowerCase();

/** Registers a key on this page. */
export function useKey(key: string, run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.shiftKey || pressedLetter(event) !== key || !isForPage(event)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
