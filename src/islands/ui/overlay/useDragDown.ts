import { type PointerEvent, useRef } from 'react';

/**
 * Lets a finger on the grip pull a sheet down. Past 90 px, or with a flick, it closes; otherwise it snaps back.
 * Pulling up calls `onUp`, if given.
 */
export function useDragDown(onClose: () => void, onUp?: () => void) {
  const from = useRef<{ y: number; at: number } | null>(null);
  const panelOf = (event: PointerEvent) => event.currentTarget.closest<HTMLElement>('.panel');
  return {
    onPointerDown(event: PointerEvent) {
      from.current = { y: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture?.(event.pointerId);
      panelOf(event)?.style.setProperty('transition', 'none');
    },
    onPointerMove(event: PointerEvent) {
      if (from.current) panelOf(event)?.style.setProperty('translate', `0 ${Math.max(0, event.clientY - from.current.y)}px`);
    },
    onPointerUp(event: PointerEvent) {
      const start = from.current;
      from.current = null;
      const panel = panelOf(event);
      panel?.style.removeProperty('transition');
      panel?.style.removeProperty('translate');
      if (!start) return;
      const moved = event.clientY - start.y;
      if (moved > 90 || (moved > 20 && moved / (event.timeStamp - start.at) > 0.5)) onClose();
      else if (moved < -30) onUp?.();
    },
    onPointerCancel(event: PointerEvent) {
      from.current = null;
      panelOf(event)?.style.removeProperty('translate');
    },
  };
}
