import { Controller } from 'react-hook-form';
import type { ContractForm } from '../../../browser/forms/useContractForm.ts';
import type { CustomPageForm } from '../../../lib/contract/cdn/customPage.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { offeredStatuses, pageKinds } from '../../../lib/rules/cdn/customPage/kinds.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { Values } from './customPageForm.ts';

/** The option for "every other error", which has no status. */
const REST = 0;

interface PageFieldsProps {
  form: ContractForm<typeof CustomPageForm>;
  values: Values;
}

/** The purpose of the page, its name and whether it is enabled. */
export function PageFields({ form, values }: PageFieldsProps) {
  const t = useT();
  const { errors } = form.formState;
  // A value that was set through the API is offered as well.
  const statuses = [...new Set([...offeredStatuses, ...(values.statusCode ? [values.statusCode] : [])])].sort((a, b) => a - b);
  return (
    <Card title={t('customPage:edit.details')} line>
      <div className="grid gap-5 md:grid-cols-2">
        <Field label={t('customPage:edit.kind')} help={t(`customPage:when.${values.kind}`)} error={errors.kind?.message}>
          <Controller
            control={form.control}
            name="kind"
            render={({ field }) => (
              <Select
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                label={t('customPage:edit.kind')}
                closeLabel={t('common:close')}
                options={pageKinds.map((kind) => ({ value: kind, label: t(`customPage:kind.${kind}`) }))}
              />
            )}
          />
        </Field>
        {values.kind === 'error' && (
          <Field label={t('customPage:edit.status')} error={errors.statusCode?.message}>
            <Controller
              control={form.control}
              name="statusCode"
              render={({ field }) => (
                <Select
                  value={field.value ?? REST}
                  onChange={(status) => field.onChange(status === REST ? null : status)}
                  onBlur={field.onBlur}
                  label={t('customPage:edit.status')}
                  closeLabel={t('common:close')}
                  options={[
                    { value: REST, label: t('customPage:status.rest') },
                    ...statuses.map((status) => ({ value: status, label: t('customPage:status.each', { status }) })),
                  ]}
                />
              )}
            />
          </Field>
        )}
        <Field label={t('customPage:edit.name')} help={t('customPage:edit.nameHelp')} error={errors.title?.message}>
          <TextInput {...form.register('title')} autoComplete="off" />
        </Field>
        <div className="md:col-span-2">
          <Checkbox
            {...form.register('enabled')}
            label={t('customPage:edit.enabled')}
            help={t('customPage:edit.enabledHelp')}
            error={errors.enabled?.message}
          />
        </div>
      </div>
    </Card>
  );
}
