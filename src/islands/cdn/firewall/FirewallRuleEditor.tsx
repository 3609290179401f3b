import { lazy, Suspense, useState } from 'react';
import type { FirewallRuleForm as Values } from '../../../lib/contract/cdn/firewall.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { splitAddresses } from '../../../lib/rules/cdn/firewall/address.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FirewallRuleForm, type FirewallRuleFormProps } from './FirewallRuleForm.tsx';

const AddressListForm = lazy(async () => ({ default: (await import('./AddressListForm.tsx')).AddressListForm }));

/** The form of a rule, or the form for several addresses once a list was pasted into it. */
export function FirewallRuleEditor(props: Omit<FirewallRuleFormProps, 'onPasteList'>) {
  const t = useT();
  const { domain, data, onDirty, onDone } = props;
  const [list, setList] = useState<{ text: string; values: Values } | null>(null);
  /** A list that stays in the rule, with the other values of its form. */
  const [draft, setDraft] = useState<{ preset: Values; pasted: string } | null>(null);
  if (!list) return <FirewallRuleForm {...props} {...draft} onPasteList={(text, values) => setList({ text, values })} />;
  const includeInRule = (text: string) => {
    setDraft({ preset: { ...list.values, value: '' }, pasted: splitAddresses(text).join(', ') });
    setList(null);
  };
  return (
    <Suspense fallback={<Skeleton label={t('common:loading')} rows={6} />}>
      <AddressListForm domain={domain} data={data} {...list} onInclude={includeInRule} onDirty={onDirty} onDone={onDone} />
    </Suspense>
  );
}
