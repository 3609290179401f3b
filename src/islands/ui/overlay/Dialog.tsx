import { Description, DialogTitle } from '@headlessui/react';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cx } from '../cx.ts';
import type { DialogProps } from '../Dialog.tsx';
import { DialogClose } from '../dialogClose.ts';
import { IconButton } from '../IconButton.tsx';
import { Modal } from './Modal.tsx';
import { useDragDown } from './useDragDown.ts';

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
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!dirty) setAsking(false);
  }, [dirty]);
  const tryClose = () => (dirty ? setAsking(true) : onClose());
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
      {asking && discard ? (
        <footer className="dialog-foot" role="alert">
          {discard(() => setAsking(false), onClose)}
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
