import { lazy, Suspense, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { intervals, requestTypes } from '../../../lib/rules/cdn/cluster/options.ts';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { ClusterForm } from './clusterFormType.ts';
import { durationChoices, durationLabel } from './durationMenu.ts';

/** Fields of the collapsed part; it opens if one of them has an error. */
const rare = ['failuresBeforeDown', 'successesBeforeUp', 'methodWhitelist', 'sentHeaders', 'expectedHeaders'] as const;
const MoreMonitoring = lazy(() => import('./MoreMonitoring.tsx'));

/** How the servers are checked. */
export function MonitoringFields({ form, zone }: { form: ClusterForm; zone: string }) {
  const t = useT();
  const errors = form.formState.errors.monitoring;
  const { requestType, repetitionInterval } = form.watch('monitoring');
  const isOn = form.watch('monitor');
  const [isOpen, setOpen] = useState(false);
  const isWrong = rare.some((name) => errors?.[name]);
  return (
    <Card title={t('cluster:form.monitoring')} line>
      <Switch
        checked={isOn}
        onChange={(on) => form.setValue('monitor', on, { shouldDirty: true })}
        label={t('cluster:form.monitor')}
        help={t('cluster:form.monitorHelp')}
      />
      {isOn && (
        <div className="mt-5 grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t('cluster:form.requestType')} group>
              <Controller
                control={form.control}
                name="monitoring.requestType"
                render={({ field }) => (
                  <Segmented
                    label={t('cluster:form.requestType')}
                    value={field.value}
                    onChange={field.onChange}
                    segments={requestTypes.map((value) => ({ value, label: t(`cluster:type.${value}`) }))}
                  />
                )}
              />
            </Field>
            <Field label={t('cluster:form.interval')} error={errors?.repetitionInterval?.message}>
              <Controller
                control={form.control}
                name="monitoring.repetitionInterval"
                render={({ field }) => (
                  <Select
                    value={field.value}
                    onChange={field.onChange}
                    onBlur={field.onBlur}
                    label={t('cluster:form.interval')}
                    closeLabel={t('common:close')}
                    options={durationChoices(intervals, repetitionInterval).map((value) => ({ value, label: durationLabel(value) }))}
                  />
                )}
              />
            </Field>
            {requestType !== 'tcp' && (
              <>
                <Field label={t('cluster:form.path')} error={errors?.path?.message}>
                  <TextInput {...form.register('monitoring.path')} ltr mono autoComplete="off" placeholder="/" />
                </Field>
                <Field
                  label={t('cluster:form.hostHeader')}
                  optional={t('common:optional')}
                  error={errors?.hostHeader?.message}
                  help={rich(t, 'cluster:form.hostHelp', { host: <DomainText>{zone}</DomainText> })}
                >
                  <TextInput {...form.register('monitoring.hostHeader')} ltr autoComplete="off" placeholder={zone} />
                </Field>
                <Field label={t('cluster:form.status')} error={errors?.expectedStatusCodes?.message} help={t('cluster:form.statusHelp')}>
                  <TextInput {...form.register('monitoring.expectedStatusCodes')} ltr autoComplete="off" placeholder="200-299" />
                </Field>
              </>
            )}
            <Field label={t('cluster:form.responseTime')} error={errors?.expectedResponseTime?.message}>
              <TextInput
                {...form.register('monitoring.expectedResponseTime')}
                ltr
                inputMode="numeric"
                autoComplete="off"
                suffix={t('cluster:form.ms')}
              />
            </Field>
          </div>
          <details
            className="rounded-md ring-1 ring-border"
            open={isOpen || isWrong}
            onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          >
            <summary className="cursor-pointer px-4 py-3 font-medium">{t('cluster:form.more')}</summary>
            {(isOpen || isWrong) && (
              <Suspense>
                <MoreMonitoring form={form} />
              </Suspense>
            )}
          </details>
        </div>
      )}
    </Card>
  );
}
