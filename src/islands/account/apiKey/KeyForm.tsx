import { useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { type ApiKey, apiKey } from '../../../lib/contract/account/apiKey.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { currencyName, formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { networkNotice } from '../../../lib/rules/core/network.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import { type OwnItem, ScopeField } from '../shared/ScopeField.tsx';
import { AccessMatrix } from './AccessMatrix.tsx';
import { type Expiry, type Preset, presets, resolveExpireDate } from './expiry.ts';
import { isTemplateOffered, type TemplateName, templateAccess, templates } from './templates.ts';

const schema = async () => (await import('../../../lib/contract/account/apiKey.ts')).ApiKeyForm;
/** One per line, or separated by commas or blanks. */
const addressesIn = (text: string): string[] => text.split(/[\s,\u060c]+/).filter(Boolean);
const templateNames = Object.keys(templates) as TemplateName[]; // the keys of `templates`

interface KeyFormProps {
  /** Null: a new key. */
  item: ApiKey | null;
  /** The domains of the account, to limit the key to. */
  domains: readonly OwnItem[];
  /** Its servers. */
  servers: readonly OwnItem[];
  onDirty: (dirty: boolean) => void;
  /** Called with the token of a new key. */
  onDone: (token: string | null) => void;
}

/** Name, expiry, access, monthly limit, domains, servers and addresses of a key. */
export function KeyForm({ item, domains, servers, onDirty, onDone }: KeyFormProps) {
  const t = useT();
  const locale = currentLocale();
  const [expiry, setExpiry] = useState<Expiry>(item ? 'keep' : 'quarter');
  const [date, setDate] = useState('');
  const [ips, setIps] = useState(item?.allowedIps.join('\n') ?? '');
  const form = useContractForm({
    schema,
    defaultValues: {
      name: item?.name ?? '',
      expireDate: item ? item.expireDate : resolveExpireDate('quarter', '', null),
      access: item?.access ?? templateAccess({}),
      domainIds: item?.domainIds ?? null,
      serverIds: item?.serverIds ?? null,
      allowedIps: item?.allowedIps ?? [],
      monthlyLimit: item?.monthlyLimit ?? null,
      needsApproval: item?.needsApproval ?? false,
    },
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const chosen = form.watch('domainIds') ?? null;
  const chosenServers = form.watch('serverIds') ?? null;

  const add = useWrite(apiKey.add, { notices: 'form' });
  const edit = useWrite(apiKey.edit, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    if (!item) return onDone((await confirmed(() => add.mutateAsync(values))).token);
    await confirmed(() => edit.mutateAsync({ apiKeyId: item.id, ...values }));
    onDone(null);
  });
  const [template, setTemplate] = useState<TemplateName | null>(null);
  const apply = (name: TemplateName) => {
    const { access, ...rest } = templates[name];
    setTemplate(name);
    form.setValue('access', templateAccess(access), { shouldDirty: true });
    form.setValue('domainIds', 'isOfDomain' in rest ? domains.slice(0, domains.length === 1 ? 1 : 0).map(({ id }) => id) : null);
    form.setValue('serverIds', null);
    form.clearErrors(['access', 'domainIds', 'serverIds']);
    // A name that the customer typed stays.
    const typed = form.getValues('name');
    if (!typed || templateNames.some((one) => typed === t(`apiKey:template.${one}`))) form.setValue('name', t(`apiKey:template.${name}`));
    form.clearErrors('name');
  };
  const setExpire = (choice: Expiry, day = date) => {
    setExpiry(choice);
    form.setValue('expireDate', resolveExpireDate(choice, day, item?.expireDate ?? null), { shouldDirty: true });
    form.clearErrors('expireDate');
  };
  const options: { value: Expiry; label: string }[] = [
    ...(item
      ? [
          {
            value: 'keep' as const,
            label: item.expireDate
              ? t('apiKey:form.preset.keep', { date: formatDate(item.expireDate, locale) })
              : t('apiKey:form.preset.never'),
          },
        ]
      : []),
    ...(Object.keys(presets) as Preset[]) // the keys of `presets`
      .filter((preset) => preset !== 'never' || item?.expireDate !== null)
      .map((preset) => ({ value: preset, label: t(`apiKey:form.preset.${preset}`) })),
    { value: 'custom', label: t('apiKey:form.preset.custom') },
  ];
  const addressFault = Array.isArray(errors.allowedIps) ? errors.allowedIps.find(Boolean)?.message : errors.allowedIps?.message;
  const [notice] = addressesIn(ips).flatMap((one) => networkNotice(one, true) ?? []);
  return (
    <form noValidate aria-label={item ? t('apiKey:editTitle') : t('apiKey:addTitle')} onSubmit={onSubmit} className="grid gap-5">
      {!item && (
        <Field group label={t('apiKey:template.label')}>
          <div className="flex flex-wrap gap-2">
            {templateNames.filter(isTemplateOffered).map((name) => (
              <Chip key={name} pressed={template === name} onClick={() => apply(name)}>
                {t(`apiKey:template.${name}`)}
              </Chip>
            ))}
          </div>
        </Field>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('apiKey:form.name')} error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="off" placeholder={t('apiKey:form.namePlaceholder')} data-autofocus />
        </Field>
        <Field label={t('apiKey:form.expires')} error={expiry === 'custom' ? undefined : errors.expireDate?.message}>
          <Select
            value={expiry}
            onChange={(choice) => setExpire(choice)}
            label={t('apiKey:form.expires')}
            closeLabel={t('common:close')}
            options={options}
          />
        </Field>
        {expiry === 'custom' && (
          <Field label={t('apiKey:form.expiresOn')} error={errors.expireDate?.message} className="sm:col-start-2">
            <TextInput
              type="date"
              ltr
              value={date}
              onChange={(event) => {
                setDate(event.target.value);
                setExpire('custom', event.target.value);
              }}
            />
          </Field>
        )}
      </div>
      <Field
        label={t('apiKey:form.access')}
        group
        help={t('apiKey:form.accessHelp')}
        error={errors.access?.message ?? errors.access?.root?.message}
      >
        <Controller
          control={form.control}
          name="access"
          render={({ field }) => (
            <AccessMatrix
              value={field.value as ApiKey['access']} // the default values name every area
              onChange={(access) => {
                field.onChange(access);
                setTemplate(null);
                form.clearErrors('access');
              }}
            />
          )}
        />
      </Field>
      <Checkbox {...form.register('needsApproval')} label={t('apiKey:form.needsApproval')} help={t('apiKey:form.needsApprovalHelp')} />
      <AmountField
        label={t('apiKey:form.limit', { currency: currencyName(locale) })}
        value={form.watch('monthlyLimit')}
        onChange={(mills) => {
          form.setValue('monthlyLimit', mills, { shouldDirty: true });
          form.clearErrors('monthlyLimit');
        }}
        error={errors.monthlyLimit?.message}
        help={`${t('apiKey:form.limitHelp')}${item ? ` ${t('apiKey:form.spentNow', { amount: formatMoney(item.spent, locale) })}` : ''}`}
      />
      <ScopeField
        kind="domains"
        items={domains}
        chosen={chosen}
        error={errors.domainIds?.message ?? errors.domainIds?.root?.message}
        onChange={(ids) => {
          form.setValue('domainIds', ids, { shouldDirty: true });
          form.clearErrors('domainIds');
        }}
      />
      <ScopeField
        kind="servers"
        help={t('apiKey:form.serversHelp')}
        items={servers}
        chosen={chosenServers}
        error={errors.serverIds?.message ?? errors.serverIds?.root?.message}
        onChange={(ids) => {
          form.setValue('serverIds', ids, { shouldDirty: true });
          form.clearErrors('serverIds');
        }}
      />
      <Field
        label={t('apiKey:form.ips')}
        optional={t('common:optional')}
        help={t('apiKey:form.ipsHelp')}
        error={addressFault}
        warning={notice && t(notice.key, notice.params)}
      >
        <Textarea
          mono
          rows={3}
          value={ips}
          placeholder={'198.51.100.0/24\n2001:db8::1'}
          onChange={(event) => {
            setIps(event.target.value);
            form.setValue('allowedIps', addressesIn(event.target.value), { shouldDirty: true });
            form.clearErrors('allowedIps');
          }}
        />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="form-foot">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {item ? t('apiKey:save') : t('apiKey:add')}
        </Button>
      </div>
    </form>
  );
}
