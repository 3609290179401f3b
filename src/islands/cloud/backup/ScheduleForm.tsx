import { useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { type BackupSchedule, backup } from '../../../lib/contract/cloud/backup.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { priceText } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { backupRetention, cadences, fullEveryLimits, windowHours } from '../../../lib/rules/cloud/backup.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { SourceField } from './SourceField.tsx';
import { type Source, sourceTarget } from './sources.ts';

const loadSchema = async () => (await import('../../../lib/contract/cloud/backup.ts')).ScheduleForm;

/** 2024-09-01 was a Sunday. */
const weekdayName = (day: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 8, 1 + day));
const hourText = (hour: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' }).format(hour * 3_600_000);
const windowText = (hour: number, locale: string) => `${hourText(hour, locale)}–${hourText((hour + windowHours) % 24, locale)}`;

/** Every second hour, and the current one if set through the API. */
const windowsWith = (hour: number) => Array.from({ length: 24 }, (_, value) => value).filter((value) => value % 2 === 0 || value === hour);

/** The backup schedule of a server or volume. */
export function ScheduleForm({ sources, ...callbacks }: EditDialogForm & { sources: readonly [Source, ...Source[]] }) {
  const t = useT();
  const [source, setSource] = useState<Source>(sources[0]);
  const read = useRead(backup.schedule, sourceTarget(source));
  return (
    <div className="grid gap-[18px]">
      <SourceField sources={sources} value={source} onChange={setSource} />
      {read.data ? (
        <PlanForm key={source.id} source={source} found={read.data} {...callbacks} />
      ) : read.error ? (
        <LoadError
          flush
          title={t('backup:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={4} />
      )}
    </div>
  );
}

type PlanFormProps = EditDialogForm & { source: Source; found: Output<typeof backup.schedule> };

function PlanForm({ source, found: { schedule, monthly }, ...callbacks }: PlanFormProps) {
  const t = useT();
  const locale = currentLocale();
  const { nextAt, ...values } = schedule;
  // Opened without a schedule: preselects one.
  const form = useContractForm({ schema: loadSchema, defaultValues: { ...values, enabled: true } });
  const update = useWrite(backup.updateSchedule, { notices: 'form' });
  const keyFor = useIntentKey();
  const { state } = useRuleForm(form, {
    initial: schedule,
    valuesOf: ({ nextAt: _, ...plan }: BackupSchedule) => plan,
    ...callbacks,
    async save(plan) {
      const sent = { ...plan, ...sourceTarget(source) };
      await update.mutateAsync({ ...sent, $send: { idempotencyKey: keyFor(JSON.stringify(sent)) } });
    },
  });
  const { enabled, every, weekday, hour, keep: retention, fullEvery } = form.watch();
  const { errors } = form.formState;
  const set = <K extends 'every' | 'weekday' | 'hour' | 'keep' | 'fullEvery'>(name: K, value: NonNullable<typeof values>[K]) =>
    form.setValue(name, value as never, { shouldDirty: true }); // a field and its value
  const help = monthly === null ? t('backup:schedule.onHelpVolume') : t('backup:schedule.onHelp', { price: priceText(monthly, locale) });
  const steps = { decreaseLabel: t('backup:schedule.fewer'), increaseLabel: t('backup:schedule.more') };
  return (
    <RuleFormShell state={state} label={t('backup:schedule.title')} saveLabel={t('backup:schedule.save')} conflict={null}>
      <Checkbox {...form.register('enabled')} label={t('backup:schedule.on')} help={help} />
      {enabled && (
        <>
          <Field label={t('backup:schedule.every')} group>
            <Segmented
              label={t('backup:schedule.every')}
              value={every}
              onChange={(value) => set('every', value)}
              segments={cadences.map((value) => ({ value, label: t(`backup:schedule.${value}`) }))}
            />
          </Field>
          <div className="grid gap-[18px] sm:grid-cols-2">
            {every === 'week' && (
              <Field label={t('backup:schedule.weekday')}>
                <Select
                  value={weekday}
                  onChange={(value) => set('weekday', value)}
                  label={t('backup:schedule.weekday')}
                  closeLabel={t('common:close')}
                  options={[1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, label: weekdayName(value, locale) }))}
                />
              </Field>
            )}
            <Field label={t('backup:schedule.hour')} help={t('backup:schedule.hourHelp')}>
              <Select
                value={hour}
                onChange={(value) => set('hour', value)}
                label={t('backup:schedule.hour')}
                closeLabel={t('common:close')}
                options={windowsWith(schedule.hour).map((value) => ({ value, label: windowText(value, locale), ltr: true }))}
              />
            </Field>
            <Field label={t('backup:schedule.keep')} help={t('backup:schedule.keepHelp')} error={errors.keep?.message}>
              <NumberInput {...steps} {...backupRetention} value={retention} onChange={(value) => set('keep', value ?? 0)} />
            </Field>
            <Field label={t('backup:schedule.full')} help={t('backup:schedule.fullHelp')} error={errors.fullEvery?.message}>
              <NumberInput {...steps} {...fullEveryLimits} value={fullEvery} onChange={(value) => set('fullEvery', value ?? 0)} />
            </Field>
          </div>
        </>
      )}
      {nextAt && <p className="text-help text-text-3">{t('backup:schedule.next', { time: formatDateTime(nextAt, locale) })}</p>}
    </RuleFormShell>
  );
}
