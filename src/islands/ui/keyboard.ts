import type { KeyboardEvent } from 'react';

/** Presents a key press as another key to handlers of Headless UI; these are the members that they read. */
export const asKey = <E extends Element>(event: KeyboardEvent<E>, key: string): KeyboardEvent<E> =>
  ({
    key,
    target: event.target,
    currentTarget: event.currentTarget,
    preventDefault: () => event.preventDefault(),
    stopPropagation: () => event.stopPropagation(),
  }) as KeyboardEvent<E>;

const mirrored: Partial<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** Maps arrow keys to the visual direction: Headless UI treats the right arrow as "next" even in right-to-left pages. */
export function byDirection<E extends Element>(event: KeyboardEvent<E>): KeyboardEvent<E> {
  const other = mirrored[event.key];
  return other && getComputedStyle(event.currentTarget).direction === 'rtl' ? asKey(event, other) : event;
}
