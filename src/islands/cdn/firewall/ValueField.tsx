import { type Control, Controller, type UseFormRegister, useWatch } from 'react-hook-form';
import type { FirewallRuleForm } from '../../../lib/contract/cdn/firewall.ts';
import type { FirewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { ruleParts } from '../../../lib/rules/cdn/edge/protection.ts';
import { splitAddresses } from '../../../lib/rules/cdn/firewall/address.ts';
import { networkNotice } from '../../../lib/rules/core/network.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useNoPlaces } from '../shared/engines.ts';
import { AddCountry, ChosenCountries } from './Countries.tsx';

interface ValueFieldProps {
  kind: FirewallRuleForm['kind'];
  control: Control<FirewallRuleForm, unknown, FirewallRuleForm>;
  register: UseFormRegister<FirewallRuleForm>;
  groups: readonly FirewallGroup[];
  error: string | undefined;
  /** Called when several addresses are pasted; absent: they are inserted as text. */
  onPasteList: ((text: string) => void) | undefined;
}

/** The value that a rule matches, by its type. */
export function ValueField({ kind, control, register, groups, error, onPasteList }: ValueFieldProps) {
  const t = useT();
  const label = t(`firewall:value.${kind}`);
  const value = useWatch({ control, name: 'value' });
  const notice = kind === 'ip' ? splitAddresses(value).flatMap((one) => networkNotice(one, false) ?? [])[0] : undefined;
  const countries = kind === 'country' && value !== '' ? ruleParts({ kind, value }) : [];
  const noData = useNoPlaces() ? t('rules:noPlaces') : undefined;
  const mono = (text: string) => (
    <bdi dir="ltr" className="mono">
      {text}
    </bdi>
  );
  if (kind === 'ip')
    return (
      <Field
        label={label}
        help={rich(t, 'firewall:value.ipHelp', { range: mono('192.0.2.0/24') })}
        error={error}
        warning={notice && t(notice.key, notice.params)}
      >
        <TextInput
          {...register('value')}
          mono
          autoComplete="off"
          placeholder="192.0.2.10"
          data-autofocus
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!onPasteList || splitAddresses(text).length < 2) return;
            event.preventDefault();
            onPasteList(text);
          }}
        />
      </Field>
    );
  if (kind === 'asn')
    return (
      <Field label={label} help={noData ?? rich(t, 'firewall:value.asnHelp', { asn: mono('AS64511') })} error={error}>
        <TextInput {...register('value')} mono autoComplete="off" placeholder="AS64511" data-autofocus />
      </Field>
    );
  return (
    <Field label={label} error={error} help={kind === 'country' ? noData : groups.length === 0 ? t('firewall:value.noGroup') : undefined}>
      <Controller
        control={control}
        name="value"
        render={({ field }) =>
          kind === 'country' ? (
            <div className="grid gap-2.5">
              {countries.length > 0 && (
                <ChosenCountries countries={countries} onChange={(next) => field.onChange(next.join(', '))} label={label} />
              )}
              <AddCountry countries={countries} onChange={(next) => field.onChange(next.join(', '))} onBlur={field.onBlur} label={label} />
            </div>
          ) : (
            <Combobox
              value={field.value || null}
              onChange={field.onChange}
              onBlur={field.onBlur}
              label={label}
              closeLabel={t('common:close')}
              placeholder={t('firewall:value.groupPlaceholder')}
              emptyText={t(groups.length === 0 ? 'firewall:value.noGroup' : 'firewall:value.noGroupMatch')}
              options={groups.map(({ id, title, ipAddresses }) => ({
                value: id,
                label: title,
                description: t('firewall:addresses', counted(ipAddresses.length, currentLocale())),
              }))}
            />
          )
        }
      />
    </Field>
  );
}
