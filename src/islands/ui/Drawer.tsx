import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import { Overlay } from './Overlay.tsx';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Name for screen readers. */
  label: string;
  closeLabel: string;
  /** Stands beside the close button, for example the mark. */
  head?: ReactNode;
  wide?: boolean | undefined;
  children: ReactNode;
}

/** Comes in from inline-start over the whole height: the menu on small screens. */
export function Drawer({ open, onClose, label, closeLabel, head, wide, children }: DrawerProps) {
  return (
    <Overlay open={open} onDismiss={onClose} className="layer-sheet">
      <div role="dialog" aria-modal="true" aria-label={label} tabIndex={-1} className={cx('panel drawer', wide && 'drawer-wide')}>
        <header className="dialog-head items-center! p-4!">
          <div className="dialog-title">{head}</div>
          <IconButton icon={X} label={closeLabel} tip={false} onClick={onClose} />
        </header>
        <div className="dialog-body px-3! py-0!">{children}</div>
      </div>
    </Overlay>
  );
}
