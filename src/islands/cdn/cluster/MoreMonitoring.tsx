import { Controller } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import { checkMethods, maxInRow } from '../../../lib/rules/cdn/cluster/options.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import type { ClusterForm } from './clusterFormType.ts';

const rows = ['failuresBeforeDown', 'successesBeforeUp'] as const;
const rowLabels = { failuresBeforeDown: 'cluster:form.failures', successesBeforeUp: 'cluster:form.successes' } as const;

/** Settings that most clusters leave at their default. */
export default function MoreMonitoring({ form }: { form: ClusterForm }) {
  const t = useT();
  const errors = form.formState.errors.monitoring;
  const { requestType, methodWhitelist } = form.watch('monitoring');
  const isHttp = requestType !== 'tcp';
  return (
    <div className="grid gap-5 border-border border-t p-4 sm:grid-cols-2">
      {rows.map((name) => (
        <Field key={name} label={t(rowLabels[name])} error={errors?.[name]?.message}>
          <Controller
            control={form.control}
            name={`monitoring.${name}`}
            render={({ field }) => (
              <NumberInput
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                min={1}
                max={maxInRow}
                decreaseLabel={t('cluster:form.decrease')}
                increaseLabel={t('cluster:form.increase')}
              />
            )}
          />
        </Field>
      ))}
      {requestType === 'https' && (
        <Checkbox
          {...form.register('monitoring.checkCertificate')}
          label={t('cluster:form.certificate')}
          help={t('cluster:form.certificateHelp')}
          className="sm:col-span-2"
        />
      )}
      {isHttp && (
        <>
          <Field
            label={t('cluster:form.method')}
            group
            help={t('cluster:form.methodHelp')}
            error={errors?.methodWhitelist?.message}
            className="sm:col-span-2"
          >
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {checkMethods.map((method) => (
                <label key={method} className="choice">
                  <input
                    type="checkbox"
                    className="check"
                    checked={methodWhitelist.includes(method)}
                    onChange={({ target }) =>
                      form.setValue(
                        'monitoring.methodWhitelist',
                        target.checked ? [...methodWhitelist, method] : methodWhitelist.filter((one) => one !== method),
                        { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
                      )
                    }
                  />
                  <span className="choice-text">
                    <bdi dir="ltr">{method}</bdi>
                  </span>
                </label>
              ))}
            </div>
          </Field>
          <Field
            label={t('cluster:form.sent')}
            optional={t('common:optional')}
            help={t('cluster:form.sentHelp')}
            error={errors?.sentHeaders?.message}
          >
            <Textarea {...form.register('monitoring.sentHeaders')} ltr mono rows={3} />
          </Field>
          <Field
            label={t('cluster:form.expected')}
            optional={t('common:optional')}
            help={t('cluster:form.expectedHelp')}
            error={errors?.expectedHeaders?.message}
          >
            <Textarea {...form.register('monitoring.expectedHeaders')} ltr mono rows={3} />
          </Field>
        </>
      )}
    </div>
  );
}
