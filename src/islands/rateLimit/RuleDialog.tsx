import { useT } from '../../lib/i18n/react.tsx';
import { EditDialog } from '../ui/EditDialog.tsx';
import { RuleForm, type RuleFormProps } from './RuleForm.tsx';

interface RuleDialogProps extends Omit<RuleFormProps, 'onDirty' | 'onDone'> {
  open: boolean;
  onClose: () => void;
}

export function RuleDialog({ open, onClose, ...form }: RuleDialogProps) {
  const t = useT();
  return (
    <EditDialog open={open} onClose={onClose} size="large" title={form.rule ? t('rateLimit:editTitle') : t('rateLimit:addTitle')}>
      {(ends) => <RuleForm {...form} {...ends} />}
    </EditDialog>
  );
}
