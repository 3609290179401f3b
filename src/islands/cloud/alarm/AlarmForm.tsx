import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type Alarm, alarm } from '../../../lib/contract/cloud/alarm.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type AlarmChannel, alarmChannels, alarmMetrics, alarmMinutes, alarmValues, isShare } from '../../../lib/rules/cloud/alarm.ts';
import { alarmOperators } from '../../../lib/rules/core/alarm.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { conditionText, metricUnit, minutesText } from './alarmText.ts';

const loadSchema = async () => (await import('../../../lib/contract/cloud/alarm.ts')).AlarmForm;
type Values = Pick<Alarm, 'serverId' | 'metric' | 'operator' | 'value' | 'minutes' | 'channels'>;
const blank = { metric: 'cpu', operator: 'above', value: 85, minutes: 5, channels: ['panel', 'email'] } satisfies Omit<Values, 'serverId'>;
const toFormValues = ({ serverId, metric, operator, value, minutes, channels }: Alarm): Values => ({
  serverId,
  metric,
  operator,
  value,
  minutes,
  channels,
});

/** Adds or edits an alarm; its server can't be changed. */
export function AlarmForm({ item, serverId, ...callbacks }: EditDialogForm & { item: Alarm | null; serverId: string | null }) {
  const t = useT();
  const servers = useRead(server.list, {}, { enabled: serverId === null && item === null }).data?.servers ?? [];
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: item ? toFormValues(item) : { ...blank, serverId: serverId ?? '' },
  });
  const create = useWrite(alarm.create, { notices: 'form' });
  const update = useWrite(alarm.update, { notices: 'form' });
  const { theirs, state } = useRuleForm(form, {
    initial: item,
    valuesOf: toFormValues,
    ...callbacks,
    save({ serverId: chosen, ...values }, { base }) {
      return item
        ? update.mutateAsync({ ...values, alarmId: item.id, seenVersion: base?.version ?? 0 })
        : create.mutateAsync({ ...values, serverId: chosen });
    },
  });
  const values = form.watch();
  const { errors } = form.formState;
  const set = (change: Partial<Values>) => {
    for (const [name, value] of Object.entries(change)) form.setValue(name as keyof Values, value as never, { shouldDirty: true }); // a field and its value
    form.clearErrors();
  };
  const notify = (channel: AlarmChannel, on: boolean) =>
    set({ channels: alarmChannels.filter((one) => (one === channel ? on : values.channels.includes(one))) });
  const steps = { decreaseLabel: t('serverOrder:less'), increaseLabel: t('serverOrder:more'), ...alarmValues(values.metric) };
  const row = (label: string, read: (one: Values) => string) => ({ label, mine: read(values), theirs: theirs ? read(theirs) : '' });
  return (
    <RuleFormShell
      state={state}
      label={t(item ? 'alarm:editTitle' : 'alarm:addTitle')}
      saveLabel={t('alarm:save')}
      conflict={
        theirs && [
          row(t('alarm:operatorLabel'), (one) => conditionText(one, t)),
          row(t('alarm:minutes'), ({ minutes }) => minutesText(minutes, t)),
          row(t('alarm:channels'), ({ channels }) => channels.map((one) => t(`alarm:channel.${one}`)).join(', ')),
        ]
      }
    >
      {!item && serverId === null && (
        <Field label={t('alarm:server')} error={errors.serverId?.message}>
          <Select
            value={values.serverId || null}
            onChange={(id) => set({ serverId: id })}
            label={t('alarm:server')}
            closeLabel={t('common:close')}
            placeholder={t('alarm:chooseServer')}
            options={servers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <Field label={t('alarm:metricLabel')}>
        <Select
          value={values.metric}
          onChange={(metric) => set({ metric, ...(isShare(metric) !== isShare(values.metric) && { value: isShare(metric) ? 85 : 20 }) })}
          label={t('alarm:metricLabel')}
          closeLabel={t('common:close')}
          options={alarmMetrics.map((value) => ({ value, label: t(`alarm:metric.${value}`) }))}
        />
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field label={t('alarm:operatorLabel')} group>
          <Segmented
            block
            label={t('alarm:operatorLabel')}
            value={values.operator}
            onChange={(operator) => set({ operator })}
            segments={alarmOperators.map((value) => ({ value, label: t(`alarm:operator.${value}`) }))}
          />
        </Field>
        <Field label={t('alarm:value')} error={errors.value?.message}>
          <NumberInput
            {...steps}
            value={values.value}
            onChange={(value) => set({ value: value ?? 0 })}
            suffix={metricUnit(values.metric, t).trim()}
          />
        </Field>
      </div>
      <Field label={t('alarm:minutes')} help={t('alarm:minutesHelp')} error={errors.minutes?.message}>
        <Select
          value={values.minutes}
          onChange={(minutes) => set({ minutes })}
          label={t('alarm:minutes')}
          closeLabel={t('common:close')}
          options={alarmMinutes.map((value) => ({ value, label: minutesText(value, t) }))}
        />
      </Field>
      <Field label={t('alarm:channels')} group error={errors.channels?.message}>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {alarmChannels.map((channel) => (
            <Checkbox
              key={channel}
              label={t(`alarm:channel.${channel}`)}
              checked={values.channels.includes(channel)}
              onChange={({ target }) => notify(channel, target.checked)}
            />
          ))}
        </div>
      </Field>
    </RuleFormShell>
  );
}
