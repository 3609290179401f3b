import { Description, DialogTitle } from '@headlessui/react';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { cx } from '../cx.ts';
import { DialogClose } from '../dialogClose.ts';
import { IconButton } from '../IconButton.tsx';
import type { Icon, Tone } from '../icon.ts';
import { Modal } from './Modal.tsx';
import { useDragDown } from './useDragDown.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  /** One sentence under the title. */
  description?: ReactNode;
  icon?: Icon | undefined;
  tone?: Tone | undefined;
  size?: 'standard' | 'large' | undefined;
  children?: ReactNode;
  /** Buttons: cancel first, action last. */
  footer?: ReactNode;
  /** Muted text at the start of the footer. */
  note?: ReactNode;
  /** With unsaved input: Escape, scrim and close button show `discard` in the footer once instead of closing. */
  dirty?: boolean | undefined;
  /** Replaces the footer when a dirty dialog is about to close. Both buttons come from the caller. */
  discard?: ((stay: () => void, close: () => void) => ReactNode) | undefined;
  /** Small questions stay a centred box on small screens (at most 406 px on phones). */
  centred?: boolean | undefined;
  className?: string | undefined;
}

export function Dialog(props: DialogProps) {
  const {
    onClose,
    title,
    closeLabel,
    description,
    icon: Icon,
    tone,
    size,
    children,
    footer,
    note,
    dirty,
    discard,
    centred,
    className,
  } = props;
  const [isConfirming, setConfirming] = useState(false);
  useEffect(() => {
    if (!dirty) setConfirming(false);
  }, [dirty]);
  const tryClose = () => (dirty ? setConfirming(true) : onClose());
  const grip = useDragDown(tryClose);
  return (
    <Modal
      onDismiss={tryClose}
      className={cx('layer-center', !centred && 'layer-adapt')}
      panelClass={cx('dialog', size === 'large' && 'dialog-large', className)}
    >
      {!centred && <div className="grip" {...grip} aria-hidden />}
      <header className="dialog-head">
        {Icon && (
          <span className="dialog-tile" data-tone={tone}>
            <Icon aria-hidden />
          </span>
        )}
        <div className="dialog-title">
          <DialogTitle>{title}</DialogTitle>
          {description && <Description>{description}</Description>}
        </div>
        <IconButton icon={X} label={closeLabel} tip={false} onClick={tryClose} />
      </header>
      {children && (
        <DialogClose value={tryClose}>
          <div className="dialog-body">{children}</div>
        </DialogClose>
      )}
      {isConfirming && discard ? (
        <footer className="dialog-foot" role="alert">
          {discard(() => setConfirming(false), onClose)}
        </footer>
      ) : (
        (footer || note) && (
          <footer className="dialog-foot">
            {note && <span className="dialog-note">{note}</span>}
            {footer}
          </footer>
        )
      )}
    </Modal>
  );
}
