import { useEffect, useRef } from 'react';
import { focusWhenLost } from './focusWhenLost.ts';
import { Toast, type ToastItem } from './Toast.tsx';

export interface ToastStackProps {
  /** Oldest first; only the newest four are shown. */
  items: readonly ToastItem[];
  /** Name of the region: "Notifications". */
  label: string;
  closeLabel: string;
  onClose: (id: string) => void;
  /** The timer of all toasts is paused while they are hovered or focused, or while the user tabs towards them. */
  onPause: () => void;
  onResume: () => void;
}

/** A user who keeps pressing Tab may be heading for a toast's button, which takes a while on a page with many rows. */
const ON_THE_WAY_MS = 3000;

/**
 * Where toasts appear. Place it next to the element that holds the rest of the page: dialogs make that element inert, and toasts stay
 * accessible. The caller decides how long a toast lasts.
 */
export function ToastStack({ items, label, closeLabel, onClose, onPause, onResume }: ToastStackProps) {
  // The previously focused element: it gets the focus back when the toast that has it disappears.
  const from = useRef<Element | null>(null);
  const count = useRef(items.length);
  useEffect(() => {
    const isFewer = items.length < count.current;
    count.current = items.length;
    if (!isFewer || !from.current) return;
    const back = from.current;
    if (items.length === 0) from.current = null;
    focusWhenLost(() => (back instanceof HTMLElement && back.isConnected ? back : document.querySelector<HTMLElement>('main')));
  }, [items.length]);
  const stack = useRef<HTMLElement>(null);
  // A toast without an action shouldn't stay longer than necessary.
  const canAct = items.some(({ action }) => action !== undefined);
  useEffect(() => {
    if (!canAct) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Tab') return;
      clearTimeout(timer);
      onPause();
      timer = setTimeout(() => {
        const { activeElement } = document;
        if (!stack.current?.contains(activeElement) && !stack.current?.matches(':hover')) onResume();
      }, ON_THE_WAY_MS);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
      // The other timers continue, unless a toast is hovered or focused.
      if (!stack.current?.contains(document.activeElement) && !stack.current?.matches(':hover')) onResume();
    };
  }, [canAct, onPause, onResume]);
  return (
    <section
      ref={stack}
      className="toasts"
      aria-label={label}
      onPointerEnter={onPause}
      onPointerLeave={onResume}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) from.current = event.relatedTarget ?? document.body;
        onPause();
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        if (event.relatedTarget) from.current = null;
        onResume();
      }}
    >
      {items.slice(-4).map((item) => (
        <Toast key={item.id} item={item} closeLabel={closeLabel} onClose={() => onClose(item.id)} />
      ))}
    </section>
  );
}
