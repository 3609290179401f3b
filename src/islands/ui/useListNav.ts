import { type KeyboardEvent, useState } from 'react';

export interface NavItem {
  disabled: boolean;
  /** For typing ahead; without it the list cannot be typed into. */
  text?: string | undefined;
}

/** The moving highlight of a list or menu: arrows, Home, End, Page keys and typing ahead. Items that cannot be chosen are passed over. */
export function useListNav(items: readonly NavItem[], start: number, choose: (index: number) => void) {
  const [active, setActive] = useState(start);
  const [typed, setTyped] = useState({ text: '', at: 0 });
  const step = (from: number, by: number): number => {
    for (let n = 1; n <= items.length; n++) {
      const index = (from + by * n + items.length * n) % items.length;
      if (!items[index]?.disabled) return index;
    }
    return -1;
  };
  const target = (key: string): number | undefined => {
    if (key === 'ArrowDown') return step(active, 1);
    if (key === 'ArrowUp') return step(Math.max(active, 0), -1);
    if (key === 'Home') return step(-1, 1);
    if (key === 'End') return step(items.length, -1);
    if (key === 'PageDown') return step(Math.min(items.length - 2, active + 7), 1);
    if (key === 'PageUp') return step(Math.max(1, active - 7), -1);
    return undefined;
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const { key } = event;
    const to = target(key);
    if (to !== undefined) setActive(to);
    else if (key === 'Enter' && !event.nativeEvent.isComposing && active >= 0) choose(active);
    else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && items[0]?.text !== undefined) {
      const now = Date.now();
      const text = (now - typed.at < 700 ? typed.text : '') + key.toLocaleLowerCase();
      if (text === ' ' && active >= 0) choose(active);
      setTyped({ text, at: now });
      const fits = (index: number) => !items[index]?.disabled && items[index]?.text?.toLocaleLowerCase().startsWith(text);
      const order = items.map((_, n) => (Math.max(active, 0) + (text.length === 1 ? 1 : 0) + n) % items.length);
      const found = order.find(fits);
      if (found !== undefined) setActive(found);
    } else return false;
    event.preventDefault();
    return true;
  };
  return { active, setActive, onKeyDown };
}
