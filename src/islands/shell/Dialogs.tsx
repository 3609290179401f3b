import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { $dialogs, closeDialog, type Dialog as DialogEntry } from '../../lib/stores/dialogs.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';

/** A dialog that was closed stays for its leaving motion, in ms. */
const LEAVING = 200;
const none: readonly DialogEntry[] = [];

/** The open dialogs, the last one on top. */
export function Dialogs() {
  const t = useT();
  const open = useStore($dialogs, { ssr: () => none });
  const [shown, setShown] = useState(open);
  const all = [...shown.filter(({ id }) => !open.some((item) => item.id === id)), ...open];
  useEffect(() => {
    setShown((before) => [...before.filter(({ id }) => !open.some((item) => item.id === id)), ...open]);
    const timer = setTimeout(() => setShown(open), LEAVING);
    return () => clearTimeout(timer);
  }, [open]);
  return all.map((dialog) => {
    const isOpen = open.includes(dialog);
    const onClose = () => closeDialog(dialog.id);
    if (dialog.kind === 'confirm') return <ConfirmDialog key={dialog.id} dialog={dialog} open={isOpen} onClose={onClose} />;
    if (dialog.kind === 'delete') return <DeleteDialog key={dialog.id} dialog={dialog} open={isOpen} onClose={onClose} />;
    const { id, title, size, body: Body } = dialog;
    return (
      <Dialog
        key={id}
        open={isOpen}
        onClose={onClose}
        title={title}
        closeLabel={t('common:close')}
        size={size === 'large' ? 'large' : 'standard'}
      >
        <Body />
      </Dialog>
    );
  });
}
