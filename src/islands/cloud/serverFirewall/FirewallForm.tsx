import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type ServerFirewall, serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { templates } from '../../../lib/rules/cloud/firewall.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const loadAdd = async () => (await import('../../../lib/contract/cloud/serverFirewall.ts')).FirewallAddForm;
const loadEdit = async () => (await import('../../../lib/contract/cloud/serverFirewall.ts')).FirewallEditForm;

/** A new group. */
export function FirewallAdd({ onAdded, ...callbacks }: EditDialogForm & { onAdded: (group: ServerFirewall) => void }) {
  const t = useT();
  const form = useContractForm({ schema: loadAdd, defaultValues: { title: '', description: '', template: 'web' } });
  const add = useWrite(serverFirewall.add, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: ({ title, description }: ServerFirewall) => ({ title, description }),
    ...callbacks,
    async save(values) {
      const { group } = await add.mutateAsync(values);
      onAdded(group);
    },
  });
  const { errors } = form.formState;
  return (
    <RuleFormShell state={state} label={t('serverFirewall:addTitle')} saveLabel={t('serverFirewall:save')} conflict={null}>
      <Field label={t('serverFirewall:name')} error={errors.title?.message}>
        <TextInput {...form.register('title')} autoComplete="off" placeholder="web" data-autofocus />
      </Field>
      <Field label={t('serverFirewall:description')} optional={t('common:optional')} error={errors.description?.message}>
        <TextInput {...form.register('description')} autoComplete="off" />
      </Field>
      <Field label={t('serverFirewall:template')} group>
        <RadioCards
          value={form.watch('template') ?? 'web'}
          onChange={(template) => form.setValue('template', template, { shouldDirty: true })}
          min={160}
          cards={templates.map((value) => ({
            value,
            label: t(`serverFirewall:templates.${value}`),
            description: t(`serverFirewall:templates.${value}Help`),
          }))}
        />
      </Field>
    </RuleFormShell>
  );
}

/** Name and description of a group. */
export function FirewallEdit({ item, ...callbacks }: EditDialogForm & { item: ServerFirewall }) {
  const t = useT();
  const valuesOf = ({ title, description }: ServerFirewall) => ({ title, description });
  const form = useContractForm({ schema: loadEdit, defaultValues: valuesOf(item) });
  const edit = useWrite(serverFirewall.edit, { notices: 'form' });
  const { theirs, state } = useRuleForm(form, {
    initial: item,
    valuesOf,
    conflictField: 'group',
    ...callbacks,
    save: (values, { base }) => edit.mutateAsync({ groupId: item.id, ...values, version: base?.version }),
  });
  const { errors } = form.formState;
  return (
    <RuleFormShell
      state={state}
      label={t('serverFirewall:editTitle')}
      saveLabel={t('serverFirewall:save')}
      conflict={
        theirs && [
          { label: t('serverFirewall:name'), mine: form.getValues('title'), theirs: theirs.title },
          { label: t('serverFirewall:description'), mine: form.getValues('description'), theirs: theirs.description },
        ]
      }
    >
      <Field label={t('serverFirewall:name')} error={errors.title?.message}>
        <TextInput {...form.register('title')} autoComplete="off" data-autofocus />
      </Field>
      <Field label={t('serverFirewall:description')} optional={t('common:optional')} error={errors.description?.message}>
        <TextInput {...form.register('description')} autoComplete="off" />
      </Field>
    </RuleFormShell>
  );
}
