import { lazy, Suspense, useState } from 'react';
import type { FirewallRuleForm as Values } from '../../../lib/contract/cdn/firewall.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FirewallRuleForm, type FirewallRuleFormProps } from './FirewallRuleForm.tsx';

const AddressListForm = lazy(async () => ({ default: (await import('./AddressListForm.tsx')).AddressListForm }));

/** The form of a rule, or the form for several addresses once a list was pasted into it. */
export function FirewallRuleEditor(props: Omit<FirewallRuleFormProps, 'onPasteList'>) {
  const t = useT();
  const { domain, data, onDirty, onDone } = props;
  const [list, setList] = useState<{ text: string; values: Values } | null>(null);
  if (!list) return <FirewallRuleForm {...props} onPasteList={(text, values) => setList({ text, values })} />;
  return (
    <Suspense fallback={<Skeleton label={t('common:loading')} rows={6} />}>
      <AddressListForm domain={domain} data={data} {...list} onSingle={() => setList(null)} onDirty={onDirty} onDone={onDone} />
    </Suspense>
  );
}
