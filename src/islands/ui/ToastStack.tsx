import { useEffect, useRef } from 'react';
import { focusWhenLost } from './focusWhenLost.ts';
import { Toast, type ToastItem } from './Toast.tsx';

export interface ToastStackProps {
  /** Oldest first; at most four are drawn, the newest four. */
  items: readonly ToastItem[];
  /** Name of the region: "Notifications". */
  label: string;
  closeLabel: string;
  onClose: (id: string) => void;
  /** The clock of all toasts stops while the pointer or the focus is on them, or on its way by Tab. */
  onPause: () => void;
  onResume: () => void;
}

/** A person who goes on with Tab may be on the way to the button of a toast: the way is long on a page with many rows. */
const ON_THE_WAY_MS = 3000;

/** Where toasts appear. Stays in reach while a dialog is open. The life of a toast is the caller's. */
export function ToastStack({ items, label, closeLabel, onClose, onPause, onResume }: ToastStackProps) {
  // Where the focus was before it came here: it goes back when the toast that holds it leaves.
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
  // A toast that only tells something is in nobody's way for longer than it has to be.
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
      // The others go on, unless somebody is on them.
      if (!stack.current?.contains(document.activeElement) && !stack.current?.matches(':hover')) onResume();
    };
  }, [canAct, onPause, onResume]);
  return (
    <section
      ref={stack}
      className="toasts"
      aria-label={label}
      data-layer-keep
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
