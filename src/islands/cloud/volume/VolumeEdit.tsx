import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type Server, server as servers } from '../../../lib/contract/cloud/server.ts';
import { type Volume, volume } from '../../../lib/contract/cloud/volume.ts';
import { priceText } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { toPrice } from '../../../lib/rules/cloud/price.ts';
import { volumeRate } from '../../../lib/rules/cloud/rates.ts';
import { volumeSize } from '../../../lib/rules/cloud/volume.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';
import { useRates } from '../shared/useRates.ts';
import { VolumeSizeInput } from './VolumeSizeInput.tsx';

const schemas = async () => import('../../../lib/contract/cloud/volume.ts');
const loadName = async () => (await schemas()).VolumeNameForm;
const loadSize = async () => (await schemas()).VolumeSizeForm;
const loadAttach = async () => (await schemas()).VolumeAttachForm;

/** The edit dialogs of a volume, one property at a time. */
export interface VolumeChange {
  id: string;
  what: 'rename' | 'grow' | 'attach';
  item: Volume;
}

export function VolumeEdit({ change, ...callbacks }: EditDialogForm & { change: VolumeChange }) {
  const Form = { rename: Rename, grow: Grow, attach: Attach }[change.what];
  return <Form item={change.item} {...callbacks} />;
}

type FormProps = EditDialogForm & { item: Volume };

function Rename({ item, ...callbacks }: FormProps) {
  const t = useT();
  const form = useContractForm({ schema: loadName, defaultValues: { name: item.name } });
  const edit = useWrite(volume.edit, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: item,
    valuesOf: ({ name }) => ({ name }),
    ...callbacks,
    save: ({ name }) => edit.mutateAsync({ volumeId: item.id, name }),
  });
  return (
    <RuleFormShell state={state} label={t('volume:renameTitle', { name: item.name })} saveLabel={t('common:save')} conflict={null}>
      <Field label={t('volume:name')} help={t('volume:nameHelp')} error={form.formState.errors.name?.message}>
        <TextInput {...form.register('name')} ltr mono autoComplete="off" data-autofocus />
      </Field>
    </RuleFormShell>
  );
}

function Grow({ item, ...callbacks }: FormProps) {
  const t = useT();
  const form = useContractForm({
    schema: loadSize,
    defaultValues: { size: Math.min(volumeSize.max, item.size + volumeSize.step) },
  });
  const resize = useWrite(volume.resize, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: item,
    valuesOf: ({ size }) => ({ size }),
    ...callbacks,
    save: ({ size }) => resize.mutateAsync({ volumeId: item.id, size }),
  });
  const size = form.watch('size');
  const price = priceText(toPrice(volumeRate(size || 0, item.type, useRates())).monthly, currentLocale());
  return (
    <RuleFormShell state={state} label={t('volume:growTitle', { name: item.name })} saveLabel={t('volume:growSave')} conflict={null}>
      <Field label={t('volume:size')} help={t('volume:sizeHelp', { price })} error={form.formState.errors.size?.message}>
        <VolumeSizeInput value={size} min={item.size} onChange={(value) => form.setValue('size', value, { shouldDirty: true })} />
      </Field>
    </RuleFormShell>
  );
}

function Attach(props: FormProps) {
  const t = useT();
  const { dataCenter, datacenterId } = props.item;
  const all = useRead(servers.list, {}).data?.servers;
  const here = all?.filter((server) => server.dataCenter.id === datacenterId);
  if (!here) return <Skeleton label={t('common:loading')} rows={2} />;
  if (here.length === 0) return <p className="text-text-2">{t('volume:noCandidates', { center: dataCenter })}</p>;
  return <AttachTo {...props} here={here} />;
}

function AttachTo({ item, here, ...callbacks }: FormProps & { here: readonly Server[] }) {
  const t = useT();
  const free = here.find((server) => disabledReason(server, 'change') === undefined);
  const form = useContractForm({ schema: loadAttach, defaultValues: { serverId: free?.id ?? '', mountPoint: item.mountPoint } });
  const attach = useWrite(volume.attach, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: item,
    valuesOf: ({ mountPoint }) => ({ mountPoint }),
    ...callbacks,
    save: (values) => attach.mutateAsync({ volumeId: item.id, ...values }),
  });
  const { errors } = form.formState;
  return (
    <RuleFormShell state={state} label={t('volume:attachTitle', { name: item.name })} saveLabel={t('volume:attachSave')} conflict={null}>
      <Field label={t('volume:server')} help={t('volume:serverHelp')} error={errors.serverId?.message}>
        <Select
          value={form.watch('serverId') || null}
          onChange={(id) => form.setValue('serverId', id, { shouldDirty: true })}
          label={t('volume:server')}
          placeholder={t('volume:chooseServer')}
          closeLabel={t('common:close')}
          options={here.map((server) => {
            const reason = disabledReason(server, 'change');
            return { value: server.id, label: server.name, ltr: true, ...(reason && { disabled: true, description: reason }) };
          })}
        />
      </Field>
      <Field label={t('volume:mountPoint')} help={t('volume:mountPointHelp')} error={errors.mountPoint?.message}>
        <TextInput {...form.register('mountPoint')} ltr mono autoComplete="off" />
      </Field>
    </RuleFormShell>
  );
}
