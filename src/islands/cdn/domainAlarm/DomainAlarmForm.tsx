import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type DomainAlarm, domainAlarm } from '../../../lib/contract/cdn/domainAlarm.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import {
  domainAlarmMetrics,
  domainAlarmMinutes,
  domainAlarmPauses,
  domainAlarmValues,
  isShareMetric,
} from '../../../lib/rules/cdn/domainAlarm/domainAlarm.ts';
import { alarmOperators } from '../../../lib/rules/core/alarm.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { conditionText, metricUnit, minutesText } from './alarmText.ts';

const loadSchema = async () => (await import('../../../lib/contract/cdn/domainAlarm.ts')).DomainAlarmForm;
type Values = Pick<DomainAlarm, 'metric' | 'operator' | 'value' | 'minutes' | 'pause'>;
/** What is usual for each metric. */
const usual = {
  errorRate: { operator: 'above', value: 5 },
  hitRate: { operator: 'below', value: 50 },
  originDown: { operator: 'above', value: 10 },
  attack: { operator: 'above', value: 1000 },
} as const satisfies Record<DomainAlarm['metric'], Pick<Values, 'operator' | 'value'>>;
const blank: Values = { metric: 'errorRate', ...usual.errorRate, minutes: 10, pause: 60 };
const toFormValues = ({ metric, operator, value, minutes, pause }: DomainAlarm): Values => ({ metric, operator, value, minutes, pause });

/** Adds or edits an alarm of a domain. */
export function DomainAlarmForm({ item, domainId, ...callbacks }: EditDialogForm & { item: DomainAlarm | null; domainId: string }) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: item ? toFormValues(item) : blank });
  const create = useWrite(domainAlarm.create, { notices: 'form' });
  const update = useWrite(domainAlarm.update, { notices: 'form' });
  const { theirs, state } = useRuleForm(form, {
    initial: item,
    valuesOf: toFormValues,
    ...callbacks,
    save: (values, { base }) =>
      item
        ? update.mutateAsync({ domainId, alarmId: item.id, ...values, version: base?.version })
        : create.mutateAsync({ domainId, ...values }),
  });
  const values = form.watch();
  const { errors } = form.formState;
  const set = (change: Partial<Values>) => {
    for (const [name, value] of Object.entries(change)) form.setValue(name as keyof Values, value as never, { shouldDirty: true }); // a field and its value
    form.clearErrors();
  };
  const row = (label: string, read: (one: Values) => string) => ({ label, mine: read(values), theirs: theirs ? read(theirs) : '' });
  const minutesField = (name: 'minutes' | 'pause', choices: readonly number[]) => (
    <Field label={t(`domainAlarm:${name}`)} help={t(`domainAlarm:${name}Help`)} error={errors[name]?.message}>
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <Select
            value={field.value}
            onChange={field.onChange}
            label={t(`domainAlarm:${name}`)}
            closeLabel={t('common:close')}
            options={choices.map((value) => ({ value, label: minutesText(value) }))}
          />
        )}
      />
    </Field>
  );
  const step = isShareMetric(values.metric) ? 1 : 10;
  return (
    <RuleFormShell
      state={state}
      label={t(item ? 'domainAlarm:editTitle' : 'domainAlarm:addTitle')}
      saveLabel={t('common:save')}
      conflict={
        theirs && [
          row(t('domainAlarm:operatorLabel'), (one) => conditionText(one, t)),
          row(t('domainAlarm:minutes'), ({ minutes }) => minutesText(minutes)),
          row(t('domainAlarm:pause'), ({ pause }) => minutesText(pause)),
        ]
      }
    >
      <Field label={t('domainAlarm:metricLabel')} help={t(`domainAlarm:metricText.${values.metric}`)}>
        <Select
          value={values.metric}
          onChange={(metric) => set({ metric, ...usual[metric] })}
          label={t('domainAlarm:metricLabel')}
          closeLabel={t('common:close')}
          options={domainAlarmMetrics.map((value) => ({ value, label: t(`domainAlarm:metric.${value}`) }))}
        />
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field label={t('domainAlarm:operatorLabel')} group>
          <Segmented
            block
            label={t('domainAlarm:operatorLabel')}
            value={values.operator}
            onChange={(operator) => set({ operator })}
            segments={alarmOperators.map((value) => ({ value, label: t(`domainAlarm:operator.${value}`) }))}
          />
        </Field>
        <Field label={t('domainAlarm:value')} error={errors.value?.message}>
          <NumberInput
            decreaseLabel={t('rules:less', { label: t('domainAlarm:value') })}
            increaseLabel={t('rules:more', { label: t('domainAlarm:value') })}
            {...domainAlarmValues(values.metric)}
            step={step}
            value={values.value}
            onChange={(value) => set({ value: value ?? 0 })}
            suffix={metricUnit(values.metric, t).trim()}
          />
        </Field>
      </div>
      {minutesField('minutes', domainAlarmMinutes)}
      {minutesField('pause', domainAlarmPauses)}
    </RuleFormShell>
  );
}
