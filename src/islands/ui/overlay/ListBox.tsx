import type { ComponentPropsWithRef, KeyboardEvent, MouseEvent } from 'react';
import { asKey } from '../keyboard.ts';

const ITEMS = ':is([role^="menuitem"], [role="option"]):not([aria-disabled="true"])';

/**
 * For `as` of menus and lists. Headless UI labels them by their button: some have none, and others include the chosen value in their
 * name. Its arrow keys stop at the ends; here they wrap (WAI-ARIA Authoring Practices, menu button).
 */
export function ListBox({ label, 'aria-labelledby': _, onKeyDown, ...rest }: ComponentPropsWithRef<'div'> & { label: string }) {
  const goRound = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll(ITEMS)];
    const active = rest['aria-activedescendant'];
    const other =
      event.key === 'ArrowDown' && items.at(-1)?.id === active ? 'Home' : event.key === 'ArrowUp' && items[0]?.id === active ? 'End' : null;
    if (other === null) return onKeyDown?.(event);
    onKeyDown?.(asKey(event, other));
  };
  // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: the role is among the props of Headless UI
  return <div {...rest} aria-label={label} onKeyDown={onKeyDown && goRound} />;
}

/**
 * For `onMouseDown` of an item. Headless UI scrolls an item into view when it gets the focus: one that is half visible would move away
 * from the pointer between press and release, and the click would be lost. The list keeps the focus.
 */
export const preserveFocus = (event: MouseEvent): void => event.preventDefault();
