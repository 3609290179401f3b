import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../lib/api/query.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { type LogTarget, type LogTargetForm, logForward } from '../../lib/contract/logForward.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { useContractForm } from '../../lib/forms/useContractForm.ts';
import { useRuleForm } from '../../lib/forms/useRuleForm.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { logFormats, minSecret } from '../../lib/rules/logForward/options.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ConflictBanner } from '../ui/ConflictBanner.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { TextInput } from '../ui/TextInput.tsx';

const loadSchema = async () => (await import('../../lib/contract/logForward.ts')).LogTargetForm;

export interface TargetFormProps {
  domain: Domain;
  /** Null: a new one. */
  target: LogTarget | null;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

const initial: LogTargetForm = { target: '', format: 'ndjson', secret: '', enabled: true };
// The secret that there is never comes back.
const valuesOf = ({ target, format, enabled }: LogTarget): LogTargetForm => ({ target, format, secret: '', enabled });

export function TargetForm({ domain, target, onDirty, onDone }: TargetFormProps) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: target ? valuesOf(target) : initial });
  const [unsign, setUnsign] = useState(false);
  const create = useWrite(logForward.create, { notices: 'form' });
  const update = useWrite(logForward.update, { notices: 'form' });
  const { submit, seen, theirs, end } = useRuleForm(form, {
    begun: target,
    valuesOf,
    answered: 'target',
    onDirty,
    onDone,
    send({ secret, ...checked }, { seen: known }) {
      const data = { domainId: domain.id, ...checked, ...(secret !== '' && { secret }) };
      return known
        ? update.mutateAsync({ ...data, ...(unsign && { secret: null }), targetId: known.id, version: known.version })
        : create.mutateAsync(data);
    },
  });
  const values = form.watch();
  const { errors } = form.formState;
  const busy = end.saving || end.deploying;
  const sayEnabled = (enabled: boolean) => t(enabled ? 'logForward:on' : 'logForward:off');
  return (
    <form noValidate aria-label={seen ? t('logForward:editTitle') : t('logForward:addTitle')} onSubmit={submit} className="grid gap-[18px]">
      <Field label={t('logForward:form.url')} help={t('logForward:form.urlHelp')} error={errors.target?.message}>
        <TextInput
          {...form.register('target')}
          ltr
          mono
          inputMode="url"
          autoComplete="off"
          placeholder="https://logs.example.com/in"
          data-autofocus
        />
      </Field>
      <Field label={t('logForward:form.format')} group error={errors.format?.message}>
        <Controller
          control={form.control}
          name="format"
          render={({ field }) => (
            <RadioCards
              value={field.value}
              onChange={field.onChange}
              min={200}
              cards={logFormats.map((format) => ({
                value: format,
                label: t(`logForward:format.${format}`),
                description: t(`logForward:format.${format}Help`),
              }))}
            />
          )}
        />
      </Field>
      {!unsign && (
        <Field
          label={t('logForward:form.secret')}
          optional={t('common:optional')}
          help={
            seen?.signed
              ? t('logForward:form.secretKeep')
              : t('logForward:form.secretHelp', { min: formatNumber(minSecret, currentLocale()) })
          }
          error={errors.secret?.message}
        >
          <PasswordInput
            {...form.register('secret')}
            autoComplete="new-password"
            showLabel={t('logForward:form.show')}
            hideLabel={t('logForward:form.hide')}
            capsLock={t('logForward:form.capsLock')}
          />
        </Field>
      )}
      {seen?.signed && (
        <Checkbox
          label={t('logForward:form.removeSecret')}
          checked={unsign}
          onChange={(event) => {
            setUnsign(event.target.checked);
            form.setValue('secret', '', { shouldDirty: true });
          }}
        />
      )}
      <Checkbox {...form.register('enabled')} label={t('logForward:form.enabled')} />
      {end.message && (
        <Banner tone="danger" live>
          {end.message}
        </Banner>
      )}
      {theirs && (
        <ConflictBanner
          title={t('logForward:conflict')}
          rows={[
            { label: t('logForward:form.url'), mine: values.target, theirs: theirs.target },
            {
              label: t('logForward:form.format'),
              mine: t(`logForward:format.${values.format}`),
              theirs: t(`logForward:format.${theirs.format}`),
            },
            { label: t('logForward:form.enabled'), mine: sayEnabled(values.enabled), theirs: sayEnabled(theirs.enabled) },
          ]}
          busy={busy}
          keepLabel={t('common:keepWriting')}
          onKeep={end.onKeep}
          onTake={end.onTake}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('logForward:form.save')}
        </Button>
      </div>
    </form>
  );
}
