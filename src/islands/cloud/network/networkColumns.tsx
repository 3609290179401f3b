import { Pencil, Server, Trash2 } from 'lucide-react';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { PrivateNetwork } from '../../../lib/contract/cloud/network.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { NetworkServers } from './NetworkServers.tsx';

export const networkColumns = (): readonly Column<PrivateNetwork>[] => [
  {
    key: 'name',
    title: t('network:name'),
    cell: ({ name, cidr }) => (
      <span className="block min-w-0">
        <b className="block truncate font-semibold">
          <bdi>{name}</bdi>
        </b>
        <bdi dir="ltr" className="mono block truncate text-caption text-text-3">
          {cidr}
        </bdi>
      </span>
    ),
    place: 'title',
    sort: ({ name }) => name,
    search: ({ name, cidr, servers }) => [name, cidr, ...servers.map((one) => `${one.name} ${one.ip}`)].join('\n'),
    csv: ({ name }) => name,
  },
  { key: 'cidr', title: t('network:cidr'), csv: ({ cidr }) => cidr },
  {
    key: 'center',
    title: t('network:center'),
    cell: ({ dataCenter }) => <bdi>{dataCenter}</bdi>,
    place: 'sub',
    width: '170px',
    sort: ({ dataCenter }) => dataCenter,
    csv: ({ dataCenter }) => dataCenter,
  },
  {
    key: 'servers',
    title: t('network:servers'),
    cell: ({ servers, capacity }) =>
      t('network:addresses', { used: formatNumber(servers.length, currentLocale()), all: formatNumber(capacity, currentLocale()) }),
    width: '140px',
    sort: ({ servers }) => servers.length,
    csv: ({ servers }) => servers.map((one) => `${one.name} ${one.ip}`).join(' '),
  },
  {
    key: 'createdAt',
    title: t('network:createdAt'),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt, currentLocale())}>
        {formatDate(createdAt, currentLocale())}
      </time>
    ),
    width: '150px',
    sort: ({ createdAt }) => Date.parse(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
];

export const networkFilters = (networks: readonly PrivateNetwork[]): readonly Filter<PrivateNetwork>[] => [
  {
    key: 'center',
    label: t('network:center'),
    value: ({ datacenterId }) => String(datacenterId),
    options: [...new Map(networks.map(({ datacenterId, dataCenter }) => [String(datacenterId), dataCenter]))].map(([value, label]) => ({
      value,
      label,
    })),
  },
];

export const showServers = ({ id, name }: PrivateNetwork) =>
  openDialog({ kind: 'standard', title: t('network:manageTitle', { name }), body: () => <NetworkServers networkId={id} /> });

function confirmDelete(item: PrivateNetwork, remove: (item: PrivateNetwork) => Promise<unknown>): void {
  const { name, cidr, servers } = item;
  if (servers.length > 0)
    openDialog({
      kind: 'standard',
      title: t('network:inUseTitle', { name }),
      body: () => (
        <>
          <p className="mb-4">{t('network:inUseText')}</p>
          <NetworkServers networkId={item.id} />
        </>
      ),
    });
  else
    openDialog({
      kind: 'delete',
      title: t('network:deleteQuestion', { name }),
      description: t('network:deleteText'),
      losses: [cidr],
      action: t('network:deleteAction'),
      cancel: t('common:cancel'),
      run: () => remove(item),
    });
}

export const networkMenu = (
  onRename: (item: PrivateNetwork) => void,
  remove: (item: PrivateNetwork) => Promise<unknown>,
): RowMenu<PrivateNetwork> => ({
  label: ({ name }) => t('network:actions', { name }),
  title: ({ name }) => name,
  items: (item) => [
    { key: 'servers', label: t('network:manage'), icon: Server, onSelect: () => showServers(item) },
    { key: 'rename', label: t('network:edit'), icon: Pencil, onSelect: () => onRename(item) },
    { key: 'delete', label: t('network:deleteMore'), icon: Trash2, danger: true, group: true, onSelect: () => confirmDelete(item, remove) },
  ],
});
