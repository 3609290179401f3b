import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type LogTarget, type LogTargetForm, logForward } from '../../../lib/contract/cdn/logForward.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { logFormats, minSecret } from '../../../lib/rules/cdn/logForward/options.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { CardsField } from '../shared/rules/fields.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cdn/logForward.ts')).LogTargetForm;

interface TargetFormProps extends EditDialogForm {
  domain: Domain;
  /** Null: a new target. */
  target: LogTarget | null;
}

const defaults: LogTargetForm = { target: '', format: 'ndjson', secret: '', enabled: true };
// The API never returns a stored secret.
const toFormValues = ({ target, format, enabled }: LogTarget): LogTargetForm => ({ target, format, secret: '', enabled });

export function TargetForm({ domain, target, ...callbacks }: TargetFormProps) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: target ? toFormValues(target) : defaults });
  const [unsign, setUnsign] = useState(false);
  const create = useWrite(logForward.create, { notices: 'form' });
  const update = useWrite(logForward.update, { notices: 'form' });
  const { base, theirs, state } = useRuleForm(form, {
    initial: target,
    valuesOf: toFormValues,
    conflictField: 'target',
    ...callbacks,
    save({ secret, ...checked }, { base: known }) {
      const data = { domainId: domain.id, ...checked, ...(secret !== '' && { secret }) };
      return known
        ? update.mutateAsync({ ...data, ...(unsign && { secret: null }), targetId: known.id, version: known.version })
        : create.mutateAsync(data);
    },
  });
  const values = form.watch();
  const { errors } = form.formState;
  const formatEnabled = (enabled: boolean) => t(enabled ? 'logForward:on' : 'logForward:off');
  return (
    <RuleFormShell
      state={state}
      label={base ? t('logForward:editTitle') : t('logForward:addTitle')}
      saveLabel={t('logForward:form.save')}
      conflictTitle={t('logForward:conflict')}
      conflict={
        theirs && [
          { label: t('logForward:form.url'), mine: values.target, theirs: theirs.target },
          {
            label: t('logForward:form.format'),
            mine: t(`logForward:format.${values.format}`),
            theirs: t(`logForward:format.${theirs.format}`),
          },
          { label: t('logForward:form.enabled'), mine: formatEnabled(values.enabled), theirs: formatEnabled(theirs.enabled) },
        ]
      }
    >
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
      <CardsField
        control={form.control}
        name="format"
        label={t('logForward:form.format')}
        min={200}
        cards={logFormats.map((format) => ({
          value: format,
          label: t(`logForward:format.${format}`),
          description: t(`logForward:format.${format}Help`),
        }))}
      />
      {!unsign && (
        <Field
          label={t('logForward:form.secret')}
          optional={t('common:optional')}
          help={
            base?.signed
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
      {base?.signed && (
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
    </RuleFormShell>
  );
}
