import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../IconButton.tsx';
import { Modal } from './Modal.tsx';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Name for screen readers. */
  label: string;
  closeLabel: string;
  /** Next to the close button, for example the logo. */
  head?: ReactNode;
  wide?: boolean | undefined;
  children: ReactNode;
}

export function Drawer({ onClose, label, closeLabel, head, wide, children }: DrawerProps) {
  return (
    <Modal onDismiss={onClose} label={label} className="layer-sheet" panelClass={cx('drawer', wide && 'drawer-wide')}>
      <header className="dialog-head items-center! p-4!">
        <div className="dialog-title">{head}</div>
        <IconButton icon={X} label={closeLabel} tip={false} onClick={onClose} />
      </header>
      <div className="dialog-body px-3! py-0!">{children}</div>
    </Modal>
  );
}
