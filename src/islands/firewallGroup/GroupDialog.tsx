import { useT } from '../../lib/i18n/react.tsx';
import { EditDialog } from '../ui/EditDialog.tsx';
import { GroupForm, type GroupFormProps } from './GroupForm.tsx';

interface GroupDialogProps extends Omit<GroupFormProps, 'onDirty' | 'onDone'> {
  open: boolean;
  onClose: () => void;
}

export function GroupDialog({ open, onClose, ...form }: GroupDialogProps) {
  const t = useT();
  return (
    <EditDialog open={open} onClose={onClose} title={form.group ? t('firewallGroup:editTitle') : t('firewallGroup:addTitle')}>
      {(ends) => <GroupForm {...form} {...ends} />}
    </EditDialog>
  );
}
