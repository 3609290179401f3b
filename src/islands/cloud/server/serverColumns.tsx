import { Copy, LayoutGrid, Settings } from 'lucide-react';
import { notifyCopied } from '../../../browser/copied.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { isBusy } from '../../../lib/rules/cloud/server/states.ts';
import { copy } from '../../ui/CopyButton.tsx';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge, StatusText } from '../../ui/StatusBadge.tsx';
import { actionItem, listSimpleActions, removeItem } from '../shared/server/serverActions.ts';
import { serverStatus, sizeText } from '../shared/server/serverText.ts';

const stateText = (server: Server) => serverStatus(server, t).text;

export const serverColumns = (): readonly Column<Server>[] => [
  {
    key: 'name',
    title: t('server:column.name'),
    cell: (server) => (
      <span className="block min-w-0">
        <a href={href('server', { id: server.id })} className="block truncate font-semibold text-text hover:text-brand-text">
          <bdi>{server.name}</bdi>
        </a>
        <span className="block truncate text-caption text-text-3 max-sm:hidden">
          <bdi>{[server.os.name, ...server.tags, ...(server.isDemo ? [t('server:demo')] : [])].join(' · ')}</bdi>
        </span>
      </span>
    ),
    place: 'title',
    sort: ({ name }) => name,
    search: ({ name, ip, tags, description }) => [name, ...ip, ...tags, description].join('\n'),
    csv: ({ name }) => name,
  },
  {
    key: 'state',
    title: t('server:column.state'),
    cell: (server) => <StatusBadge kind={serverStatus(server, t).kind}>{stateText(server)}</StatusBadge>,
    width: '184px',
    narrow: '168px',
    sort: stateText,
    csv: stateText,
  },
  {
    key: 'ip',
    title: t('server:column.ip'),
    cell: (server) => (
      <>
        <span className="sm:hidden">
          <StatusText kind={serverStatus(server, t).kind}>{stateText(server)}</StatusText>
          {server.ip.length > 0 && ' · '}
        </span>
        <bdi className="mono">{server.ip[0] ?? ''}</bdi>
      </>
    ),
    width: '140px',
    place: 'sub',
    sort: ({ ip }) => ip[0] ?? '',
    csv: ({ ip }) => ip.join(' '),
  },
  {
    key: 'place',
    title: t('server:column.place'),
    cell: ({ dataCenter }) => dataCenter.name,
    width: '120px',
    sort: ({ dataCenter }) => dataCenter.name,
    csv: ({ dataCenter }) => dataCenter.name,
  },
  {
    key: 'size',
    title: t('server:column.size'),
    cell: (server) => sizeText(server, t, currentLocale()),
    width: '218px',
    narrow: 'hidden',
    sort: ({ cpu, ram, disk }) => cpu * 1e8 + ram * 1e4 + disk.size,
    csv: ({ cpu, ram, disk }) => `${cpu} vCPU, ${ram} GB, ${disk.size} GB ${disk.type}`,
  },
  { key: 'os', title: t('server:column.os'), csv: ({ os }) => os.name },
  { key: 'tags', title: t('server:column.tags'), csv: ({ tags }) => tags.join(' ') },
  { key: 'created', title: t('server:column.created'), csv: ({ createdAt }) => formatDate(createdAt, currentLocale()) },
];

/** What the row shows, with all actions in progress as one. */
const powerState = ({ state, power, suspended }: Server) =>
  suspended ? 'suspended' : state === 'ready' ? power : isBusy(state) ? 'busy' : state;

export const serverFilters = (servers: readonly Server[]): readonly Filter<Server>[] => [
  {
    key: 'state',
    label: t('server:column.state'),
    value: powerState,
    options: [
      { value: 'on', label: t('server:state.ready') },
      { value: 'off', label: t('server:state.off') },
      { value: 'busy', label: t('server:state.busy') },
      { value: 'rescued', label: t('server:state.rescued') },
      { value: 'resized', label: t('server:state.resized') },
      { value: 'suspended', label: t('server:state.suspended') },
      { value: 'failed', label: t('server:state.failed') },
    ],
  },
  {
    key: 'place',
    label: t('server:column.place'),
    as: 'select',
    value: ({ dataCenter }) => dataCenter.code,
    options: [...new Map(servers.map(({ dataCenter }) => [dataCenter.code, dataCenter.name]))].map(([value, label]) => ({ value, label })),
  },
];

export const serverMenu = (): RowMenu<Server> => ({
  label: ({ name }) => t('server:action.of', { name }),
  title: ({ name }) => <bdi>{name}</bdi>,
  items: (server) => [
    { key: 'open', label: t('server:action.open'), icon: LayoutGrid, href: href('server', { id: server.id }) },
    { key: 'settings', label: t('server:action.settings'), icon: Settings, href: href('serverSettings', { id: server.id }) },
    ...(server.ip[0]
      ? [{ key: 'copy', label: t('server:action.copyIp'), icon: Copy, onSelect: () => void copy(server.ip[0] ?? '').then(notifyCopied) }]
      : []),
    ...listSimpleActions(server).map((action, index) => ({ ...actionItem(server, action), ...(index === 0 && { group: true as const }) })),
    removeItem(server),
  ],
});
