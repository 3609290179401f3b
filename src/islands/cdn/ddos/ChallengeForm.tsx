import { type ReactNode, useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { type Ddos, type DdosForm, ddos } from '../../../lib/contract/cdn/ddos.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { timeOptions } from '../../../lib/rules/cdn/edge/duration.ts';
import { type Challenge, challenges } from '../../../lib/rules/cdn/edge/protection.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DurationField } from '../../ui/DurationField.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { claimMark, useHas } from '../shared/engines.ts';
import { ExceptionEntries } from './ExceptionEntries.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cdn/ddos.ts')).DdosForm;
const toFormValues = ({ enabled, challengeType, passTime, exceptions }: Ddos): DdosForm => ({
  enabled,
  challengeType,
  passTime,
  exceptions,
});

/** The challenge for every visitor, how long a passed challenge is valid, and the exceptions. */
export function ChallengeForm({ domain, setting }: { domain: Domain; setting: Ddos }) {
  const t = useT();
  /** The saved values that the form started from, with their version. */
  const [base, setBase] = useState(setting);
  const [newer, setNewer] = useState<Ddos | null>(null);
  const form = useContractForm({ schema: loadSchema, defaultValues: toFormValues(setting) });
  const values = form.watch();
  const dirty = JSON.stringify(values) !== JSON.stringify(toFormValues(base));
  useUnsavedGuard(dirty);
  const begin = (next: Ddos) => {
    setBase(next);
    setNewer(null);
    form.reset(toFormValues(next));
  };
  useEffect(() => {
    if (setting.version <= base.version) return;
    // Nothing was written here, or only the switch above was moved: the form follows.
    if (!dirty) begin(setting);
    else if (JSON.stringify(toFormValues(setting)) === JSON.stringify(toFormValues(base))) setBase(setting);
  });
  const update = useWrite(ddos.update, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (checked) => {
    try {
      begin((await update.mutateAsync({ domainId: domain.id, ...checked, version: base.version })).ddos);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setNewer(error.details.ddos as Ddos); // the provider sends the current settings
    }
  });
  const { errors } = form.formState;
  const hasFilter = useHas('l34');
  return (
    <form noValidate aria-label={t('ddos:form.title')} onSubmit={onSubmit}>
      <Card
        title={t('ddos:form.title')}
        line
        footer={
          <>
            <span className="text-help text-text-2">{dirty && t('ddos:form.dirty')}</span>
            <span className="ms-auto flex flex-wrap justify-end gap-2.5">
              {dirty && (
                <Button kind="ghost" onClick={() => begin(newer ?? base)}>
                  {t('ddos:form.discard')}
                </Button>
              )}
              <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
                {t('common:save')}
              </Button>
            </span>
          </>
        }
      >
        <div className="grid gap-5">
          <Checkbox {...form.register('enabled')} label={t('ddos:form.enabled')} help={t('ddos:form.enabledHint')} />
          <Field label={t('ddos:form.type')} error={errors.challengeType?.message} group>
            <Controller
              control={form.control}
              name="challengeType"
              render={({ field }) => (
                <RadioCards
                  value={field.value}
                  onChange={field.onChange}
                  min={300}
                  cards={challenges.map((type) => ({
                    value: type,
                    label: <ClaimText type={type}>{t(`ddos:type.${type}`)}</ClaimText>,
                    description: <ClaimText type={type}>{t(`ddos:type.${type}Text`)}</ClaimText>,
                    ...(type === 'l34' &&
                      hasFilter === false && { disabled: true, reason: <ClaimText type={type}>{t('rules:noPacketFilter')}</ClaimText> }),
                  }))}
                />
              )}
            />
          </Field>
          <Controller
            control={form.control}
            name="passTime"
            render={({ field }) => (
              <DurationField
                label={t('ddos:form.passTime')}
                help={t('ddos:form.passTimeHint')}
                options={timeOptions}
                {...field}
                error={errors.passTime?.message ?? errors.passTime?.value?.message}
              />
            )}
          />
          <Controller
            control={form.control}
            name="exceptions"
            render={({ field }) => (
              <ExceptionEntries
                key={base.version}
                domainName={domain.name}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={errors.exceptions?.message}
                refused={Array.isArray(errors.exceptions) ? errors.exceptions.map((one) => one?.message as string | undefined) : []}
              />
            )}
          />
          {newer && (
            <Banner
              tone="warning"
              live
              action={
                <Button size="sm" onClick={() => begin(newer)}>
                  {t('ddos:form.take')}
                </Button>
              }
            >
              {t('ddos:form.newer')}
            </Banner>
          )}
          {message && (
            <Banner tone="danger" live>
              {message}
            </Banner>
          )}
        </div>
      </Card>
    </form>
  );
}

/** A text that makes a claim about the challenge of a type. */
function ClaimText({ type, children }: { type: Challenge; children: ReactNode }) {
  const claims = { captcha: useHas('captcha'), l34: useHas('l34') };
  return type === 'captcha' || type === 'l34' ? <span {...claimMark(type, claims[type])}>{children}</span> : children;
}
