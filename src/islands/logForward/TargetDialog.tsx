import { useT } from '../../lib/i18n/react.tsx';
import { EditDialog } from '../ui/EditDialog.tsx';
import { TargetForm, type TargetFormProps } from './TargetForm.tsx';

interface TargetDialogProps extends Omit<TargetFormProps, 'onDirty' | 'onDone'> {
  open: boolean;
  onClose: () => void;
}

export function TargetDialog({ open, onClose, ...form }: TargetDialogProps) {
  const t = useT();
  return (
    <EditDialog open={open} onClose={onClose} title={form.target ? t('logForward:editTitle') : t('logForward:addTitle')}>
      {(ends) => <TargetForm {...form} {...ends} />}
    </EditDialog>
  );
}
