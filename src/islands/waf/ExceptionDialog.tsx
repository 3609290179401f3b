import { useT } from '../../lib/i18n/react.tsx';
import { EditDialog } from '../ui/EditDialog.tsx';
import { ExceptionForm, type ExceptionFormProps } from './ExceptionForm.tsx';

interface ExceptionDialogProps extends Omit<ExceptionFormProps, 'onDirty' | 'onDone'> {
  open: boolean;
  onClose: () => void;
}

export function ExceptionDialog({ open, onClose, ...form }: ExceptionDialogProps) {
  const t = useT();
  return (
    <EditDialog open={open} onClose={onClose} size="large" title={form.exception ? t('waf:exception.change') : t('waf:exception.create')}>
      {(ends) => <ExceptionForm {...form} {...ends} />}
    </EditDialog>
  );
}
