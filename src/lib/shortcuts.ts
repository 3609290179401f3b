import { useEffect, useEffectEvent } from 'react';
import { $shortcuts } from './stores/preferences.ts';

const WRITING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]';

/** An open dialog has the keyboard to itself. */
export const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Whether a key that was pressed alone is meant for the page: the user is not typing, no dialog is open, and shortcuts are not switched off. */
export function isForPage(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, defaultPrevented, repeat, isComposing, target } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || repeat || isComposing || !$shortcuts.get()) return false;
  return !isDialogOpen() && !(target instanceof Element && target.closest(WRITING));
}

/**
 * The letter of a key as it stands on the board, whatever script it writes: with a Persian layout the key of `n` writes «د».
 * Signs (`/`, `?`) are taken as they are written, since their keys differ.
 */
export const letterOf = ({ code, key }: KeyboardEvent): string => /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key.toLowerCase();

/** A key that does something on this page. */
export function useKey(key: string, run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.shiftKey || letterOf(event) !== key || !isForPage(event)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
