import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { server as calls, type Server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';

const loadSchema = async () => (await import('../../../lib/contract/cloud/server.ts')).MoveAddressForm;

interface MoveAddressProps extends EditDialogForm {
  server: Server;
  address: string;
}

/** Moves an additional address to another server of its data center. */
export function MoveAddress(props: MoveAddressProps) {
  const t = useT();
  const { id, dataCenter } = props.server;
  const all = useRead(calls.list, {}).data?.servers;
  if (!all) return <Skeleton label={t('common:loading')} rows={2} />;
  const targets = all.filter((one) => one.id !== id && one.dataCenter.id === dataCenter.id);
  if (targets.length === 0) return <p className="text-text-2">{t('server:address.noTargets', { center: dataCenter.name })}</p>;
  return <MoveTo {...props} targets={targets} />;
}

function MoveTo({ server, address, targets, ...callbacks }: MoveAddressProps & { targets: readonly Server[] }) {
  const t = useT();
  const reasonOf = (one: Server) => (one.expiresAt === null ? disabledReason(one, 'change') : t('server:error.addressOneDay'));
  const form = useContractForm({ schema: loadSchema, defaultValues: { targetServerId: '' } });
  const move = useWrite(calls.moveIp, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: (targetServerId: string) => ({ targetServerId }),
    ...callbacks,
    save: ({ targetServerId }) => move.mutateAsync({ serverId: server.id, address, targetServerId }),
  });
  return (
    <RuleFormShell state={state} label={t('server:address.moveTitle')} saveLabel={t('server:address.moveAction')} conflict={null}>
      <p className="text-ui text-text-2">{t('server:address.moveText', { address })}</p>
      <Field label={t('server:address.target')} error={form.formState.errors.targetServerId?.message}>
        <Select
          value={form.watch('targetServerId') || null}
          onChange={(id) => form.setValue('targetServerId', id, { shouldDirty: true })}
          label={t('server:address.target')}
          placeholder={t('server:select')}
          closeLabel={t('common:close')}
          options={targets.map((one) => {
            const reason = reasonOf(one);
            return { value: one.id, label: one.name, ltr: true, ...(reason && { disabled: true, description: reason }) };
          })}
        />
      </Field>
    </RuleFormShell>
  );
}
