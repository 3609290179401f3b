import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { network, type PrivateNetwork } from '../../../lib/contract/cloud/network.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { defaultDataCenter, offered } from '../../../lib/rules/cloud/dataCenter.ts';
import { networkNotice } from '../../../lib/rules/core/network.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/network.ts')).NetworkForm;
const loadNameSchema = async () => (await import('../../../lib/contract/cloud/network.ts')).NetworkNameForm;

/** A new private network. */
export function NetworkAdd(callbacks: EditDialogForm) {
  const t = useT();
  const centers = useRead(server.dataCenters, {}).data ?? [];
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { name: '', cidr: '', datacenterId: defaultDataCenter(centers)?.id ?? 10 },
  });
  const create = useWrite(network.create, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: (item: PrivateNetwork) => item,
    ...callbacks,
    save: (values) => create.mutateAsync(values),
  });
  const { errors } = form.formState;
  const notice = networkNotice(form.watch('cidr'), false);
  return (
    <RuleFormShell state={state} label={t('network:addTitle')} saveLabel={t('network:save')} conflict={null}>
      <Field label={t('network:name')} error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" placeholder="app-net" data-autofocus />
      </Field>
      <Field
        label={t('network:cidr')}
        help={t('network:cidrHelp')}
        error={errors.cidr?.message}
        warning={notice && t(notice.key, notice.params)}
      >
        <TextInput {...form.register('cidr')} ltr mono autoComplete="off" placeholder="10.30.0.0/24" />
      </Field>
      <Field label={t('network:center')} error={errors.datacenterId?.message}>
        <Select
          value={form.watch('datacenterId')}
          onChange={(id) => form.setValue('datacenterId', id, { shouldDirty: true })}
          label={t('network:center')}
          closeLabel={t('common:close')}
          options={offered(centers).map(({ id, name, code }) => ({ value: id, label: name, code }))}
        />
      </Field>
    </RuleFormShell>
  );
}

/** The name of a network, which is all that can be edited. */
export function NetworkRename({ item, ...callbacks }: EditDialogForm & { item: PrivateNetwork }) {
  const t = useT();
  const form = useContractForm({ schema: loadNameSchema, defaultValues: { name: item.name } });
  const edit = useWrite(network.edit, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: item,
    valuesOf: ({ name }) => ({ name }),
    ...callbacks,
    save: ({ name }) => edit.mutateAsync({ networkId: item.id, name }),
  });
  return (
    <RuleFormShell state={state} label={t('network:editTitle')} saveLabel={t('common:save')} conflict={null}>
      <Field label={t('network:name')} error={form.formState.errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" data-autofocus />
      </Field>
    </RuleFormShell>
  );
}
