import { Toast, type ToastItem } from './Toast.tsx';

export interface ToastStackProps {
  /** Oldest first; at most four are drawn, the newest four. */
  items: readonly ToastItem[];
  /** Name of the region: "Notifications". */
  label: string;
  closeLabel: string;
  onClose: (id: string) => void;
  /** The clock of all toasts stops while the pointer or the focus is on them. */
  onPause: () => void;
  onResume: () => void;
}

/** Where toasts appear. Stays in reach while a dialog is open. The life of a toast is the caller's. */
export function ToastStack({ items, label, closeLabel, onClose, onPause, onResume }: ToastStackProps) {
  return (
    <section
      className="toasts"
      aria-label={label}
      data-layer-keep
      onPointerEnter={onPause}
      onPointerLeave={onResume}
      onFocus={onPause}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onResume()}
    >
      {items.slice(-4).map((item) => (
        <Toast key={item.id} item={item} closeLabel={closeLabel} onClose={() => onClose(item.id)} />
      ))}
    </section>
  );
}
