import { type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Dialog } from './Dialog.tsx';
import { discardQuestion } from './discard.tsx';
import type { DialogProps } from './overlay/Dialog.tsx';

export interface EditDialogProps extends Pick<DialogProps, 'open' | 'onClose' | 'title' | 'size'> {
  /** The form; it reports whether it has unsaved input, and when it is done. */
  children: (form: { onDirty: (dirty: boolean) => void; onDone: () => void }) => ReactNode;
}

/** A form over the page, which asks before it discards input. */
export function EditDialog({ children, ...dialog }: EditDialogProps) {
  const t = useT();
  const [dirty, setDirty] = useState(false);
  return (
    <Dialog {...dialog} closeLabel={t('common:close')} dirty={dirty} discard={discardQuestion(t)}>
      {dialog.open && children({ onDirty: setDirty, onDone: dialog.onClose })}
    </Dialog>
  );
}
