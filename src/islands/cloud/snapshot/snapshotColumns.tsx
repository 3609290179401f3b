import { History, Pencil, Plus, Trash2 } from 'lucide-react';
import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { type Snapshot, snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import type { Column, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';
import { gigabytes } from '../shared/server/serverText.ts';

const GB = 1_073_741_824;
const kinds: Record<Snapshot['status'], StatusKind> = { creating: 'progress', ready: 'ok', failed: 'failed', removing: 'progress' };
const statusText = ({ status }: Snapshot) => t(`snapshot:status.${status}`);

/** @param withServer in the list of all servers */
export const snapshotColumns = (withServer: boolean): readonly Column<Snapshot>[] => [
  {
    key: 'name',
    title: t('snapshot:name'),
    cell: ({ name, os }) => (
      <span className="block min-w-0">
        <bdi className="block truncate font-semibold">{name}</bdi>
        <bdi className="block truncate text-caption text-text-3 max-sm:hidden">{os.name}</bdi>
      </span>
    ),
    place: 'title',
    sort: ({ name }) => name,
    search: ({ name, serverName }) => `${name}\n${serverName}`,
    csv: ({ name }) => name,
  },
  {
    key: 'server',
    title: t('snapshot:server'),
    cell: withServer
      ? ({ serverId, serverName, serverExists }) =>
          serverExists ? (
            <a className="link" href={href('server', { id: serverId })}>
              <bdi>{serverName}</bdi>
            </a>
          ) : (
            <bdi>{serverName}</bdi>
          )
      : undefined,
    width: '190px',
    sort: ({ serverName }) => serverName,
    csv: ({ serverName }) => serverName,
  },
  {
    key: 'status',
    title: t('snapshot:statusTitle'),
    cell: (row) => <StatusBadge kind={kinds[row.status]}>{statusText(row)}</StatusBadge>,
    width: '150px',
    place: 'sub',
    sort: statusText,
    csv: statusText,
  },
  {
    key: 'size',
    title: t('snapshot:size'),
    cell: ({ size }) => (size === null ? '' : gigabytes(size / GB, currentLocale())),
    num: true,
    width: '110px',
    sort: ({ size }) => size ?? 0,
    csv: ({ size }) => size ?? '',
  },
  {
    key: 'disk',
    title: t('snapshot:disk'),
    cell: ({ diskSize }) => gigabytes(diskSize, currentLocale()),
    num: true,
    width: '100px',
    sort: ({ diskSize }) => diskSize,
    csv: ({ diskSize }) => diskSize,
  },
  {
    key: 'createdAt',
    title: t('snapshot:createdAt'),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt, currentLocale())}>
        {formatDate(createdAt, currentLocale())}
      </time>
    ),
    width: '136px',
    sort: ({ createdAt }) => Date.parse(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
];

/** Why a snapshot can't be restored to a server, as text; undefined: it can. */
function restoreReason({ status, diskSize }: Snapshot, server: Server): string | undefined {
  if (status !== 'ready') return t('snapshot:error.notReady');
  if (diskSize > server.disk.size) return t('snapshot:error.diskTooSmall', { needed: diskSize, size: server.disk.size });
  return disabledReason(server, 'restore');
}

function confirmRestore({ id, name }: Snapshot, server: Server): void {
  openDialog({
    kind: 'delete',
    title: t('snapshot:restoreTitle', { name }),
    description: t('snapshot:restoreText', { server: server.name }),
    losses: [t('snapshot:restoreLoss', { server: server.name })],
    phrase: server.name,
    action: t('snapshot:restoreAction'),
    cancel: t('snapshot:cancel'),
    async run() {
      await send(snapshot.restore, { snapshotId: id, serverId: server.id, confirm: server.name });
      stale(snapshot.restore);
    },
  });
}

function confirmDelete({ id, name }: Snapshot): void {
  openDialog({
    kind: 'delete',
    title: t('snapshot:deleteTitle', { name }),
    description: t('snapshot:deleteText'),
    losses: [t('snapshot:deleteLoss')],
    action: t('snapshot:deleteAction'),
    cancel: t('snapshot:cancel'),
    async run() {
      await send(snapshot.delete, { snapshotId: id });
      stale(snapshot.delete);
    },
  });
}

/** @param targets servers that a snapshot could be restored to */
export const snapshotMenu = (targets: readonly Server[], rename: (row: Snapshot) => void): RowMenu<Snapshot> => ({
  label: ({ name }) => t('snapshot:menu', { name }),
  title: ({ name }) => <bdi>{name}</bdi>,
  items: (row) => [
    ...targets.map((server) => ({
      key: `restore ${server.id}`,
      label: t('snapshot:restore', { server: server.name }),
      icon: History,
      reason: restoreReason(row, server),
      changes: true,
      onSelect: () => confirmRestore(row, server),
    })),
    {
      key: 'order',
      label: t('snapshot:order'),
      icon: Plus,
      reason: row.status === 'ready' ? undefined : t('snapshot:error.notReady'),
      href: `${href('serverOrder')}?snapshot=${row.id}`,
    },
    { key: 'rename', label: t('snapshot:rename'), icon: Pencil, onSelect: () => rename(row) },
    {
      key: 'delete',
      label: t('snapshot:delete'),
      icon: Trash2,
      danger: true,
      group: true,
      reason: row.status === 'creating' ? t('snapshot:error.creating') : undefined,
      onSelect: () => confirmDelete(row),
    },
  ],
});
