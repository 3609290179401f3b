import { useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { ApiError } from '../../../lib/api/errors.ts';
import { useWrite } from '../../../lib/api/query.ts';
import { type DnsSetting, type DnsSettingForm, dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { useContractForm } from '../../../lib/forms/useContractForm.ts';
import { useFormSubmit } from '../../../lib/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../lib/forms/useUnsavedGuard.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { checkSoaEmail, mailboxName } from '../../../lib/rules/cdn/zone/mailbox.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { SettingConflict } from './SettingConflict.tsx';

/** Presets in seconds; a value set through the API is offered too. */
const offeredTtls = [60, 300, 1800, 3600, 14_400, 86_400];

const loadSchema = async () => (await import('../../../lib/contract/cdn/dnsSetting.ts')).DnsSettingForm;
type Values = DnsSettingForm;
const valuesOf = ({ version: _, ...values }: DnsSetting): Values => values;

interface SettingFormProps {
  domain: Domain;
  setting: DnsSetting;
  canFlatten: boolean;
}

export function SettingForm({ domain, setting, canFlatten }: SettingFormProps) {
  const t = useT();
  const locale = currentLocale();
  /** The saved values that the form started from, with their version. */
  const [seen, setSeen] = useState(setting);
  const [theirs, setTheirs] = useState<DnsSetting | null>(null);
  const form = useContractForm({ schema: loadSchema, defaultValues: valuesOf(setting) });
  const values = form.watch();
  const saved = valuesOf(seen);
  const dirty = (Object.keys(saved) as (keyof Values)[]).some((name) => saved[name] !== values[name]);
  useUnsavedGuard(dirty);

  const begin = (next: DnsSetting) => {
    setSeen(next);
    setTheirs(null);
    form.reset(valuesOf(next));
  };
  // Another tab saved a newer version and there are no local edits: the form takes it over.
  useEffect(() => {
    if (!dirty && setting.version > seen.version) begin(setting);
  });

  const update = useWrite(dnsSetting.update, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (checked) => {
    try {
      const answer = await update.mutateAsync({ domainId: domain.id, ...checked, version: seen.version });
      begin(answer.setting);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details.setting as DnsSetting); // the provider sends the current settings
    }
  });

  const email = checkSoaEmail(values.soaEmail);
  const ttls = [...new Set([...offeredTtls, seen.defaultTtl])].sort((a, b) => a - b);
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
                  options={ttls.map((seconds) => ({ value: seconds, label: formatTtl(seconds, locale) }))}
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
          onChange={(event) => form.setValue('cnameFlattening', event.target.checked, { shouldDirty: true })}
          label={t('dnsSetting:flattening.label')}
          help={
            <>
              {t('dnsSetting:flattening.help')}
              {!canFlatten && <b className="mt-1 block font-semibold">{t('dnsSetting:flattening.unavailable')}</b>}
            </>
          }
          error={form.formState.errors.cnameFlattening?.message}
          // It can still be turned off.
          disabled={!canFlatten && !seen.cnameFlattening && !values.cnameFlattening}
        />
      </Card>
      <SaveBar
        faults={faults}
        message={message}
        note={dirty && t('dnsSetting:dirty')}
        busy={busy}
        saveLabel={t('common:save')}
        conflict={
          theirs && (
            <SettingConflict
              mine={values}
              theirs={theirs}
              busy={busy}
              onKeep={() => {
                setSeen(theirs);
                setTheirs(null);
              }}
              onTake={() => begin(theirs)}
            />
          )
        }
      >
        {dirty && (
          <Button kind="ghost" onClick={() => begin(seen)}>
            {t('common:discard')}
          </Button>
        )}
      </SaveBar>
    </form>
  );
}
