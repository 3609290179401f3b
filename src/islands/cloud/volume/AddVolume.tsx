import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type Server, server as servers } from '../../../lib/contract/cloud/server.ts';
import { type Volume, volume } from '../../../lib/contract/cloud/volume.ts';
import { priceText } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { defaultDataCenter, offered } from '../../../lib/rules/cloud/dataCenter.ts';
import { toPrice } from '../../../lib/rules/cloud/price.ts';
import { type DiskKind, diskKinds, volumeRate } from '../../../lib/rules/cloud/rates.ts';
import { type FileSystem, fileSystems } from '../../../lib/rules/cloud/volume.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';
import { useRates } from '../shared/useRates.ts';
import { VolumeSizeInput } from './VolumeSizeInput.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/volume.ts')).VolumeForm;
const diskNames = { ssd: 'SSD', nvme: 'NVMe' } as const;

/** Creates a volume. @param of the server to attach it to, when it is created there */
export function AddVolume({ of, ...callbacks }: EditDialogForm & { of?: Server | undefined }) {
  const t = useT();
  const locale = currentLocale();
  const centers = useRead(servers.dataCenters, {}, { enabled: !of }).data ?? [];
  const all = useRead(servers.list, {}, { enabled: !of }).data?.servers ?? [];
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: {
      name: '',
      size: 50,
      datacenterId: of?.dataCenter.id,
      type: 'ssd' as DiskKind,
      fileSystem: 'ext4' as FileSystem,
      mountPoint: '',
      serverId: of?.id ?? '',
    },
  });
  const create = useWrite(volume.create, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: (item: Volume) => item,
    ...callbacks,
    save: (values) => create.mutateAsync(values),
  });
  const { errors } = form.formState;
  const { size, type = 'ssd', fileSystem = 'ext4', datacenterId = defaultDataCenter(centers)?.id, serverId, name } = form.watch();
  const change = { shouldDirty: true } as const;
  const here = all.filter(({ dataCenter }) => dataCenter.id === datacenterId);
  const price = priceText(toPrice(volumeRate(size || 0, type, useRates())).monthly, locale);
  return (
    <RuleFormShell state={state} label={t('volume:addTitle')} saveLabel={t('volume:save')} conflict={null}>
      <Field label={t('volume:name')} help={t('volume:nameHelp')} error={errors.name?.message}>
        <TextInput {...form.register('name')} ltr mono autoComplete="off" placeholder="shop-data" data-autofocus />
      </Field>
      <Field label={t('volume:size')} help={t('volume:sizeHelp', { price })} error={errors.size?.message}>
        <VolumeSizeInput value={size} onChange={(value) => form.setValue('size', value, change)} />
      </Field>
      <div className="grid gap-[18px] sm:grid-cols-2">
        <Field label={t('volume:type')} group>
          <Segmented
            label={t('volume:type')}
            value={type}
            onChange={(value) => form.setValue('type', value, change)}
            segments={diskKinds.map((value) => ({ value, label: <bdi>{diskNames[value]}</bdi> }))}
          />
        </Field>
        <Field label={t('volume:fileSystem')} group help={t('volume:fileSystemHelp')}>
          <Segmented
            label={t('volume:fileSystem')}
            value={fileSystem}
            onChange={(value) => form.setValue('fileSystem', value, change)}
            segments={fileSystems.map((value) => ({ value, label: <bdi>{value}</bdi> }))}
          />
        </Field>
      </div>
      {!of && (
        <>
          <Field label={t('volume:center')} error={errors.datacenterId?.message}>
            <Select
              value={datacenterId ?? null}
              onChange={(id) => {
                form.setValue('datacenterId', id, change);
                form.setValue('serverId', '', change);
              }}
              label={t('volume:center')}
              closeLabel={t('common:close')}
              options={offered(centers).map((center) => ({ value: center.id, label: center.name, code: center.code }))}
            />
          </Field>
          <Field label={t('volume:server')} help={t('volume:serverHelp')} error={errors.serverId?.message}>
            <Select
              value={serverId ?? ''}
              onChange={(id) => form.setValue('serverId', id, change)}
              label={t('volume:server')}
              closeLabel={t('common:close')}
              options={[
                { value: '', label: t('volume:noServer') },
                ...here.map((server) => {
                  const reason = disabledReason(server, 'change');
                  return { value: server.id, label: server.name, ltr: true, ...(reason && { disabled: true, description: reason }) };
                }),
              ]}
            />
          </Field>
        </>
      )}
      <Field
        label={t('volume:mountPoint')}
        optional={t('common:optional')}
        help={t('volume:mountPointHelp')}
        error={errors.mountPoint?.message}
      >
        <TextInput {...form.register('mountPoint')} ltr mono autoComplete="off" placeholder={`/mnt/${name || 'shop-data'}`} />
      </Field>
    </RuleFormShell>
  );
}
