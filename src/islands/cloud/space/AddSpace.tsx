import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { type SpaceCredentials, space } from '../../../lib/contract/cloud/space.ts';
import { priceText } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { NewKey } from './NewKey.tsx';
import { SizeInput } from './SizeInput.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/space.ts')).SpaceForm;

/** Creates a space, then shows its key: the secret is only returned once. */
export function AddSpace({ listed, onDirty, onDone }: EditDialogForm & { listed: Output<typeof space.list> }) {
  const t = useT();
  const [made, setMade] = useState<SpaceCredentials | null>(null);
  const { dataCenters } = listed;
  const first = dataCenters.find(({ isDefault }) => isDefault) ?? dataCenters[0];
  const form = useContractForm({ schema: loadSchema, defaultValues: { name: '', datacenterId: first?.id ?? 0, size: 100 } });
  const create = useWrite(space.create, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: (values: { name: string; datacenterId: number; size: number }) => values,
    onDirty,
    onDone: () => {},
    async save(values) {
      const { credentials } = await create.mutateAsync(values);
      if (!credentials) return onDone();
      setMade(credentials);
    },
  });
  const { errors } = form.formState;
  if (made) return <NewKey credentials={made} bucket={form.getValues('name')} onDirty={onDirty} onDone={onDone} />;
  return (
    <RuleFormShell state={state} label={t('space:addTitle')} saveLabel={t('space:save')} conflict={null}>
      <Field label={t('space:name')} help={t('space:nameHelp')} error={errors.name?.message}>
        <TextInput {...form.register('name')} dir="ltr" autoComplete="off" placeholder="shop-media" data-autofocus />
      </Field>
      <Field label={t('space:dataCenter')} error={errors.datacenterId?.message}>
        <Controller
          control={form.control}
          name="datacenterId"
          render={({ field }) => (
            <Select
              value={field.value}
              onChange={field.onChange}
              options={dataCenters.map(({ id, name }) => ({ value: id, label: name }))}
              label={t('space:dataCenter')}
              closeLabel={t('common:close')}
            />
          )}
        />
      </Field>
      <Field
        label={t('space:size')}
        help={t('space:sizeHelp', { price: priceText(listed.monthlyPrice, currentLocale()) })}
        error={errors.size?.message}
      >
        <Controller control={form.control} name="size" render={({ field }) => <SizeInput {...field} />} />
      </Field>
    </RuleFormShell>
  );
}
