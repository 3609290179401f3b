import { Plus, X } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { maxOrderVolumes, type OrderVolume, pricedParts } from '../../../lib/rules/cloud/order.ts';
import { orderRates, toPrice } from '../../../lib/rules/cloud/price.ts';
import { diskKinds } from '../../../lib/rules/cloud/rates.ts';
import { volumeSize } from '../../../lib/rules/cloud/volume.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { usePortsOnly } from '../shared/server/usePortsOnly.ts';
import { useRates } from '../shared/useRates.ts';
import { Part } from './Part.tsx';
import { SshAccess } from './SshAccess.tsx';
import type { PartProps } from './types.ts';

const diskNames = { ssd: 'SSD', nvme: 'NVMe' } as const;

/** Additional resources of a server. The free server has no volumes or backups. */
export function ResourceFields({ form, values, set, number, isFree }: PartProps & { number: number; isFree: boolean }) {
  const t = useT();
  const locale = currentLocale();
  const { errors } = form.formState;
  const isPortsOnly = usePortsOnly();
  const networks = useRead(network.list, {}).data?.networks ?? [];
  const groups = useRead(serverFirewall.list, {}).data?.groups ?? [];
  const here = networks.filter(({ datacenterId }) => datacenterId === values.datacenterId);
  const chosen = values.firewall?.groups ?? groups.filter(({ isDefault }) => isDefault).map(({ id }) => id);
  const choose = (ids: string[]) => set({ firewall: { groups: ids, protocol: 'ipv4' } });
  const toggle = (id: string, on: boolean) => choose(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  const backupRate = orderRates({ ...pricedParts(values), backups: true }, useRates()).find(({ item }) => item === 'backups')?.rate ?? 0;
  const price = `${formatMoney(toPrice(backupRate).monthly, locale, { exact: true })} ${t('serverOrder:per.monthly')}`;
  return (
    <Part number={number} title={t('serverOrder:resources.title')}>
      <Field label={t('serverOrder:resources.network')} error={errors.networkId?.message}>
        <Select
          value={values.networkId ?? ''}
          onChange={(id) => set({ networkId: id === '' ? null : id })}
          label={t('serverOrder:resources.network')}
          closeLabel={t('common:close')}
          disabled={here.length === 0}
          className="max-w-96"
          options={[
            { value: '', label: t(here.length === 0 ? 'serverOrder:resources.noNetworks' : 'serverOrder:resources.noNetwork') },
            ...here.map(({ id, name, cidr }) => ({ value: id, label: name, description: cidr })),
          ]}
        />
      </Field>
      <Field label={t('serverOrder:resources.groups')} group error={errors.firewall?.groups?.message}>
        <div className="grid gap-2.5">
          {groups.length === 0 && (
            <p className="text-text-3 text-ui">
              {t(isPortsOnly ? 'serverOrder:resources.noGroupsPorts' : 'serverOrder:resources.noGroups')}
            </p>
          )}
          {groups.map(({ id, title, description }) => (
            <Checkbox
              key={id}
              label={title}
              {...(description && { help: description })}
              checked={chosen.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
            />
          ))}
        </div>
      </Field>
      {groups.length > 0 && (
        <SshAccess groups={groups} chosen={chosen} isKey={values.password.type === 'sshKey'} onChoose={(id) => choose([...chosen, id])} />
      )}
      {!isFree && (
        <>
          <Field label={t('serverOrder:resources.volumes')} group help={t('serverOrder:resources.volumesHelp')}>
            <Volumes form={form} values={values} set={set} />
          </Field>
          <Checkbox
            label={t('serverOrder:resources.backups')}
            help={t('serverOrder:resources.backupsHelp', { price })}
            checked={values.backups}
            onChange={({ target }) => set({ backups: target.checked })}
          />
        </>
      )}
    </Part>
  );
}

function Volumes({ form, values: { volumes }, set }: PartProps) {
  const t = useT();
  const change = (index: number, part: Partial<OrderVolume>) =>
    set({ volumes: volumes.map((one, place) => (place === index ? { ...one, ...part } : one)) });
  return (
    <div className="grid gap-3">
      {volumes.map(({ name, size, type }, index) => {
        const n = formatNumber(index + 1, currentLocale());
        const errors = form.formState.errors.volumes?.[index];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a volume of a draft is nothing but its place
          <div key={index} className="grid items-start gap-2.5 sm:grid-cols-[minmax(0,1fr)_160px_auto_auto]">
            <Field label={t('serverOrder:resources.volumeName', { n })} hideLabel error={errors?.name?.message}>
              <TextInput
                value={name}
                onChange={({ target }) => change(index, { name: target.value })}
                ltr
                mono
                autoComplete="off"
                placeholder="data"
              />
            </Field>
            <Field label={t('serverOrder:resources.volumeSize', { n })} hideLabel error={errors?.size?.message}>
              <NumberInput
                {...volumeSize}
                value={size}
                onChange={(value) => change(index, { size: value ?? 0 })}
                suffix={<bdi dir="ltr">GB</bdi>}
                decreaseLabel={t('serverOrder:less')}
                increaseLabel={t('serverOrder:more')}
              />
            </Field>
            <Segmented
              label={t('serverOrder:resources.volumeType', { n })}
              value={type}
              onChange={(value) => change(index, { type: value })}
              segments={diskKinds.map((value) => ({ value, label: <bdi>{diskNames[value]}</bdi> }))}
            />
            <IconButton
              icon={X}
              label={t('serverOrder:resources.removeVolume', { n })}
              onClick={() => set({ volumes: volumes.filter((_, place) => place !== index) })}
            />
          </div>
        );
      })}
      {volumes.length < maxOrderVolumes && (
        <Button
          icon={Plus}
          size="sm"
          className="justify-self-start"
          onClick={() => set({ volumes: [...volumes, { name: '', size: 50, type: 'ssd', fileSystem: 'ext4' }] })}
        >
          {t('serverOrder:resources.addVolume')}
        </Button>
      )}
    </div>
  );
}
