import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useVersionedForm } from '../../../browser/forms/useVersionedForm.ts';
import { type DnsSetting, type DnsSettingForm, dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { checkSoaEmail, mailboxName } from '../../../lib/rules/cdn/zone/mailbox.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { SettingsBar } from '../../ui/SettingsBar.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

/** Presets in seconds; a value set through the API is offered too. */
const offeredTtls = [60, 300, 1800, 3600, 14_400, 86_400];

const loadSchema = async () => (await import('../../../lib/contract/cdn/dnsSetting.ts')).DnsSettingForm;
const toFormValues = ({ version: _, ...values }: DnsSetting): DnsSettingForm => values;

interface SettingFormProps {
  domain: Domain;
  setting: DnsSetting;
  canFlatten: boolean;
}

export function SettingForm({ domain, setting, canFlatten }: SettingFormProps) {
  const t = useT();
  const locale = currentLocale();
  const update = useWrite(dnsSetting.update, { notices: 'form' });
  const settings = useVersionedForm({
    schema: loadSchema,
    saved: setting,
    valuesOf: toFormValues,
    send: async (checked, version) => (await update.mutateAsync({ domainId: domain.id, ...checked, version })).setting,
    conflictField: 'setting',
  });
  const { form, values, start, set, onSubmit } = settings;

  const email = checkSoaEmail(values.soaEmail);
  const ttls = [...new Set([...offeredTtls, start.defaultTtl])].sort((a, b) => a - b);
  const ttl = (seconds: number) => formatTtl(seconds, locale);
  const state = (on: boolean) => t(on ? 'dnsSetting:on' : 'dnsSetting:off');
  const mono = (text: string) => (
    <bdi dir="ltr" className="mono [overflow-wrap:anywhere]">
      {text}
    </bdi>
  );
  return (
    <form noValidate aria-label={t('dnsSetting:title')} onSubmit={onSubmit} className="grid max-w-[760px] gap-[18px]">
      <Card title={t('dnsSetting:answers.title')} line>
        <div className="grid gap-5">
          <Field
            label={t('dnsSetting:answers.ttl')}
            help={t('dnsSetting:answers.ttlHelp')}
            error={form.formState.errors.defaultTtl?.message}
          >
            <Controller
              control={form.control}
              name="defaultTtl"
              render={({ field }) => (
                <Select
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  label={t('dnsSetting:answers.ttl')}
                  closeLabel={t('common:close')}
                  options={ttls.map((seconds) => ({ value: seconds, label: ttl(seconds) }))}
                  className="max-w-60"
                />
              )}
            />
          </Field>
          <Field
            label={t('dnsSetting:answers.email')}
            optional={t('common:optional')}
            error={form.formState.errors.soaEmail?.message}
            help={
              isFault(email) || email === ''
                ? rich(t, 'dnsSetting:answers.emailHelp', { address: mono(`hostmaster@${domain.name}`) })
                : rich(t, 'dnsSetting:answers.emailShown', { name: mono(mailboxName(email, domain.name)) })
            }
          >
            <TextInput
              {...form.register('soaEmail')}
              ltr
              inputMode="email"
              autoComplete="off"
              placeholder={`hostmaster@${domain.name}`}
              className="max-w-[420px]"
            />
          </Field>
        </div>
      </Card>
      <Card title={t('dnsSetting:records.title')} line>
        <Checkbox {...form.register('proxyDefault')} label={t('dnsSetting:records.proxy')} help={t('dnsSetting:records.proxyHelp')} />
      </Card>
      <Card title={t('dnsSetting:flattening.title')} line>
        {/* Not registered: the form library leaves out the value of a disabled box. */}
        <Checkbox
          checked={values.cnameFlattening}
          onChange={(event) => set('cnameFlattening', event.target.checked)}
          label={t('dnsSetting:flattening.label')}
          help={
            <>
              {t('dnsSetting:flattening.help')}
              {!canFlatten && <b className="mt-1 block font-semibold">{t('dnsSetting:flattening.unavailable')}</b>}
            </>
          }
          error={form.formState.errors.cnameFlattening?.message}
          // It can still be turned off.
          disabled={!canFlatten && !start.cnameFlattening && !values.cnameFlattening}
        />
      </Card>
      <SettingsBar
        form={settings}
        note={t('dnsSetting:dirty')}
        conflict={t('dnsSetting:conflict')}
        rowsOf={(theirs) => [
          { label: t('dnsSetting:answers.ttl'), mine: ttl(values.defaultTtl), theirs: ttl(theirs.defaultTtl) },
          { label: t('dnsSetting:answers.email'), mine: values.soaEmail, theirs: theirs.soaEmail },
          { label: t('dnsSetting:records.proxy'), mine: state(values.proxyDefault), theirs: state(theirs.proxyDefault) },
          { label: t('dnsSetting:flattening.title'), mine: state(values.cnameFlattening), theirs: state(theirs.cnameFlattening) },
        ]}
      />
    </form>
  );
}
