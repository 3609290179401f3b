import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import type { Icon } from './icon.ts';

export type ToastKind = 'success' | 'error' | 'warning' | 'info';
export interface ToastItem {
  id: string;
  kind: ToastKind;
  title: ReactNode;
  /** One line. */
  description?: ReactNode;
  action?: { label: string; onClick: () => void };
}
const icons: Record<ToastKind, Icon> = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info };
const tones = { success: 'success', error: 'danger', warning: 'warning', info: 'info' } as const;

export function Toast({ item, closeLabel, onClose }: { item: ToastItem; closeLabel: string; onClose: () => void }) {
  const Sign = icons[item.kind];
  return (
    <div className="toast" role={item.kind === 'error' ? 'alert' : 'status'} data-tone={tones[item.kind]}>
      <Sign aria-hidden />
      <div className="toast-text">
        <b>{item.title}</b>
        {item.description && <p>{item.description}</p>}
      </div>
      {item.action && (
        <button type="button" className="link" onClick={item.action.onClick}>
          {item.action.label}
        </button>
      )}
      <IconButton icon={X} label={closeLabel} size="xs" tip={false} onClick={onClose} />
    </div>
  );
}
