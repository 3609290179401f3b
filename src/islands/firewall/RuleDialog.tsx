import { lazy, Suspense, useState } from 'react';
import type { FirewallRuleForm } from '../../lib/contract/firewall.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { EditDialog } from '../ui/EditDialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { RuleForm, type RuleFormProps } from './RuleForm.tsx';

const ListForm = lazy(async () => ({ default: (await import('./ListForm.tsx')).ListForm }));

interface RuleDialogProps extends Omit<RuleFormProps, 'onList' | 'onDirty' | 'onDone'> {
  open: boolean;
  onClose: () => void;
}

/** A rule; or one for several addresses, when they were pasted where one goes. */
export function RuleDialog({ open, onClose, ...form }: RuleDialogProps) {
  const t = useT();
  const [list, setList] = useState<{ text: string; written: FirewallRuleForm } | null>(null);
  const close = () => {
    setList(null);
    onClose();
  };
  return (
    <EditDialog open={open} onClose={close} title={form.rule ? t('firewall:editTitle') : t('firewall:addTitle')}>
      {(ends) =>
        list ? (
          <Suspense fallback={<Skeleton label={t('common:loading')} rows={6} />}>
            <ListForm domain={form.domain} data={form.data} {...list} onSingle={() => setList(null)} {...ends} />
          </Suspense>
        ) : (
          <RuleForm {...form} {...ends} onList={(text, written) => setList({ text, written })} />
        )
      }
    </EditDialog>
  );
}
