import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { maxServers } from '../../../lib/rules/cdn/cluster/options.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { emptyServer } from './clusterForm.ts';
import type { ClusterForm } from './clusterFormType.ts';
import { TestNow, TestResult } from './TestNow.tsx';
import { useTests } from './useTests.ts';

/** The servers of a cluster, one per row, with the result of each test. */
export function ServerRows({ form, domainId }: { form: ClusterForm; domainId: string }) {
  const t = useT();
  const locale = currentLocale();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'servers' });
  const tests = useTests(form, domainId);
  const { errors } = form.formState;
  const whole = errors.servers?.message ?? errors.servers?.root?.message;
  const isFull = fields.length >= maxServers;
  const placeholderPort = form.watch('port');
  return (
    <Card
      title={t('cluster:form.servers')}
      line
      footer={
        <>
          <Button
            icon={Plus}
            disabled={isFull}
            reason={isFull ? t('cluster:form.serverLimit', { max: formatNumber(maxServers, locale) }) : undefined}
            onClick={() => append(emptyServer)}
          >
            {t('cluster:form.addServer')}
          </Button>
          <TestNow tests={tests} className="ms-auto" />
        </>
      }
    >
      <p className="mb-4 text-text-2">{t('cluster:form.serversHelp')}</p>
      <ul className="grid gap-4">
        {fields.map((row, index) => {
          const n = formatNumber(index + 1, locale);
          const faults = errors.servers?.[index];
          return (
            <li key={row.id} className="border-border not-first:border-t not-first:pt-4">
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser */}
              <div
                role="group"
                aria-label={t('cluster:form.serverN', { n })}
                className="grid items-start gap-3 max-sm:grid-cols-2 sm:grid-cols-[minmax(0,1fr)_124px_124px_auto_auto]"
              >
                <Field label={t('cluster:form.address')} hideLabel error={faults?.address?.message} className="max-sm:col-span-2">
                  <TextInput
                    {...form.register(`servers.${index}.address`)}
                    ltr
                    mono
                    autoComplete="off"
                    placeholder={index === 0 ? '203.0.113.10' : 'origin.example.net'}
                  />
                </Field>
                <Field label={t('cluster:form.ownPort')} hideLabel error={faults?.port?.message}>
                  <TextInput
                    {...form.register(`servers.${index}.port`)}
                    prefix={t('cluster:form.ownPort')}
                    ltr
                    inputMode="numeric"
                    autoComplete="off"
                    placeholder={placeholderPort}
                  />
                </Field>
                <Field label={t('cluster:form.weight')} hideLabel error={faults?.weight?.message}>
                  <TextInput
                    {...form.register(`servers.${index}.weight`)}
                    prefix={t('cluster:form.weight')}
                    ltr
                    inputMode="numeric"
                    autoComplete="off"
                  />
                </Field>
                <Checkbox
                  {...form.register(`servers.${index}.backup`)}
                  label={t('cluster:form.backup')}
                  className="max-sm:self-center sm:mt-2"
                />
                <IconButton
                  icon={Trash2}
                  size="sm"
                  label={t('cluster:form.removeServer', { n })}
                  disabled={fields.length === 1}
                  reason={fields.length === 1 ? t('cluster:error.serverRequired') : undefined}
                  className="justify-self-end max-sm:self-center sm:mt-1"
                  onClick={() => remove(index)}
                />
                <Field
                  label={t('cluster:form.maxConnections')}
                  hideLabel
                  error={faults?.maxConnections?.message}
                  className="col-span-2 sm:col-start-2"
                >
                  <TextInput
                    {...form.register(`servers.${index}.maxConnections`)}
                    prefix={t('cluster:form.maxConnections')}
                    ltr
                    inputMode="numeric"
                    autoComplete="off"
                    placeholder={t('cluster:form.noLimit')}
                  />
                </Field>
              </div>
              <TestResult result={tests.resultOf(index)} />
            </li>
          );
        })}
      </ul>
      {whole && (
        <p role="alert" className="mt-4 text-help text-danger">
          {whole}
        </p>
      )}
    </Card>
  );
}
