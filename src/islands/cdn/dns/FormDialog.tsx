import { type ReactNode, useState } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { discardQuestion } from '../../ui/discard.tsx';
import type { RecordFormProps } from './RecordForm.tsx';

interface FormDialogProps {
  open: boolean;
  title: string;
  form: Omit<RecordFormProps, 'onDirty'> | null;
  draw: (props: RecordFormProps) => ReactNode;
}

/** The form on a phone: a bottom sheet that asks before it discards unsaved changes. */
export function FormDialog({ open, title, form, draw }: FormDialogProps) {
  const t = useT();
  const [dirty, setDirty] = useState(false);
  const close = () => {
    if (form) form.draft.current = null;
    form?.onCancel();
  };
  return (
    <Dialog open={open} onClose={close} title={title} closeLabel={t('common:close')} dirty={dirty} discard={discardQuestion(t)}>
      {form && draw({ ...form, onDirty: setDirty })}
    </Dialog>
  );
}
