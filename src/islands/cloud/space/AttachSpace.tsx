import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { server as servers } from '../../../lib/contract/cloud/server.ts';
import { type Space, space } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';

const loadSchema = async () => (await import('../../../lib/contract/cloud/space.ts')).SpaceAttachForm;

interface AttachSpaceProps extends EditDialogForm {
  item: Space;
  /** The chosen server, which can be changed. */
  serverId?: string;
}

/** Chooses the server that uses a space, and the folder. */
export function AttachSpace({ item, serverId = '', ...callbacks }: AttachSpaceProps) {
  const t = useT();
  const all = useRead(servers.list, {}).data?.servers ?? [];
  const form = useContractForm({ schema: loadSchema, defaultValues: { serverId, mountPoint: '' } });
  const attach = useWrite(space.attach, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: (values: { serverId: string }) => values,
    ...callbacks,
    save: (values) => attach.mutateAsync({ spaceId: item.id, ...values }),
  });
  const { errors } = form.formState;
  const free = all.filter(({ id }) => !item.servers.some((one) => one.id === id));
  return (
    <RuleFormShell state={state} label={t('space:mount.attach')} saveLabel={t('space:mount.attach')} conflict={null}>
      <p className="text-ui text-text-2">{t('space:mount.attachText')}</p>
      <Field label={t('space:mount.server')} error={errors.serverId?.message}>
        <Select
          value={form.watch('serverId') || null}
          onChange={(id) => form.setValue('serverId', id, { shouldDirty: true, shouldValidate: true })}
          label={t('space:mount.server')}
          closeLabel={t('common:close')}
          placeholder={t('server:select')}
          options={free.map((server) => {
            const reason = disabledReason(server, 'change');
            return { value: server.id, label: server.name, ltr: true, ...(reason && { disabled: true, description: reason }) };
          })}
        />
      </Field>
      <Field
        label={t('space:mount.mountPoint')}
        optional={t('common:optional')}
        help={t('space:mount.mountPointHelp')}
        error={errors.mountPoint?.message}
      >
        <TextInput {...form.register('mountPoint')} ltr mono autoComplete="off" placeholder={`/mnt/${item.name}`} />
      </Field>
    </RuleFormShell>
  );
}
