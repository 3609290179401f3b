import { useStore } from '@nanostores/react';
import { $dialogs, closeDialog, type Dialog as DialogEntry } from '../../browser/stores/dialogs.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';

const none: readonly DialogEntry[] = [];

/** The open dialogs, the last one on top. */
export function Dialogs() {
  const t = useT();
  const open = useStore($dialogs, { ssr: () => none });
  return open.map((dialog) => {
    const onClose = () => closeDialog(dialog.id);
    if (dialog.kind === 'confirm') return <ConfirmDialog key={dialog.id} dialog={dialog} open onClose={onClose} />;
    if (dialog.kind === 'delete') return <DeleteDialog key={dialog.id} dialog={dialog} open onClose={onClose} />;
    const { id, title, size, body: Body } = dialog;
    return (
      <Dialog key={id} open onClose={onClose} title={title} closeLabel={t('common:close')} size={size === 'large' ? 'large' : 'standard'}>
        <Body />
      </Dialog>
    );
  });
}
