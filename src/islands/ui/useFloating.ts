import { type RefObject, useLayoutEffect } from 'react';

export interface Placement {
  side?: 'bottom' | 'top' | undefined;
  align?: 'start' | 'end' | 'center' | undefined;
  /** At least as wide as the anchor: lists under a field. */
  fit?: boolean | undefined;
  gap?: number | undefined;
}

/** Keeps `panel` (fixed, at 0/0) beside `anchor`; turns to the other side when there is no room. Start and end follow the page's direction. */
export function useFloating(anchor: RefObject<HTMLElement | null>, panel: RefObject<HTMLElement | null>, placement: Placement) {
  const { side = 'bottom', align = 'start', fit = false, gap = 6 } = placement;
  useLayoutEffect(() => {
    const place = () => {
      const at = anchor.current?.getBoundingClientRect();
      const box = panel.current;
      if (!at || !box || !anchor.current) return;
      if (fit) box.style.minWidth = `${at.width}px`;
      const { offsetWidth: w, offsetHeight: h } = box;
      const rtl = getComputedStyle(anchor.current).direction === 'rtl';
      const atLine = rtl !== (align === 'end') ? at.right - w : at.left;
      const x = align === 'center' ? at.left + at.width / 2 - w / 2 : atLine;
      const below = innerHeight - at.bottom - gap - 8;
      const above = at.top - gap - 8;
      const up = side === 'top' ? above >= h || above > below : below < h && above > below;
      const y = up ? at.top - gap - Math.min(h, above) : at.bottom + gap;
      box.style.maxHeight = `${Math.max(80, Math.min(420, up ? above : below))}px`;
      box.style.transform = `translate(${Math.round(Math.max(8, Math.min(x, innerWidth - w - 8)))}px, ${Math.round(Math.max(8, y))}px)`;
      box.dataset.placed = '';
    };
    place();
    const watch = typeof ResizeObserver === 'function' ? new ResizeObserver(place) : undefined;
    if (panel.current) watch?.observe(panel.current);
    addEventListener('resize', place);
    addEventListener('scroll', place, true);
    return () => {
      watch?.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
    };
  }, [anchor, panel, side, align, fit, gap]);
}
