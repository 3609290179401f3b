import { History, Pencil, Plus, Trash2, Workflow } from 'lucide-react';
import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type Backup, backup } from '../../../lib/contract/cloud/backup.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { backupTypes, restoreFault } from '../../../lib/rules/cloud/backup.ts';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { gigabytes } from '../shared/server/serverText.ts';
import { ChainDots, ChainView } from './Chain.tsx';
import { type Source, sourceTarget } from './sources.ts';

const GB = 1_000_000_000;
const kinds: Record<Backup['status'], StatusKind> = { creating: 'progress', ready: 'ok', failed: 'failed', removing: 'progress' };
const statusText = ({ status }: Backup) => t(`backup:status.${status}`);
const typeText = ({ type }: Backup) => t(`backup:types.${type}`);
const sourceText = ({ source: { kind, name } }: Backup) => t(kind === 'server' ? 'backup:disk' : 'backup:volume', { name });

/** @param all of the account, for the chains */
export const backupColumns = (all: readonly Backup[]): readonly Column<Backup>[] => [
  {
    key: 'name',
    title: t('backup:name'),
    cell: (item) => (
      <span className="block min-w-0">
        <bdi className="block truncate font-semibold">{item.name}</bdi>
        {item.problem ? (
          <span className="block text-caption text-danger-text">{item.problem}</span>
        ) : (
          <bdi className="block truncate text-caption text-text-3">{sourceText(item)}</bdi>
        )}
      </span>
    ),
    place: 'title',
    sort: ({ name }) => name,
    search: (item) => `${item.name}\n${sourceText(item)}\n${item.description}`,
    csv: ({ name }) => name,
  },
  { key: 'source', title: t('backup:source'), csv: sourceText },
  {
    key: 'type',
    title: t('backup:type'),
    cell: (item) => (
      <span>
        {typeText(item)}
        {item.isScheduled && <span className="block text-caption text-text-3">{t('backup:scheduled')}</span>}
      </span>
    ),
    width: '130px',
    sort: typeText,
    csv: typeText,
  },
  { key: 'chain', title: t('backup:chain'), cell: (item) => <ChainDots item={item} all={all} />, width: '140px' },
  {
    key: 'status',
    title: t('backup:state'),
    cell: (row) => <StatusBadge kind={kinds[row.status]}>{statusText(row)}</StatusBadge>,
    width: '140px',
    place: 'sub',
    sort: statusText,
    csv: statusText,
  },
  {
    key: 'size',
    title: t('backup:size'),
    cell: ({ size }) => (size === null ? '' : gigabytes(size / GB, currentLocale())),
    num: true,
    width: '100px',
    sort: ({ size }) => size ?? 0,
    csv: ({ size }) => size ?? '',
  },
  {
    key: 'createdAt',
    title: t('backup:createdAt'),
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

export const backupFilters = (): readonly Filter<Backup>[] => [
  {
    key: 'type',
    label: t('backup:type'),
    value: ({ type }) => type,
    options: backupTypes.map((value) => ({ value, label: t(`backup:types.${value}`) })),
  },
];

export const showChain = (item: Backup, all: readonly Backup[]) =>
  openDialog({ kind: 'standard', title: t('backup:chainTitle', { name: item.name }), body: () => <ChainView item={item} all={all} /> });

function confirmRestore({ id, name }: Backup, target: Source): void {
  openDialog({
    kind: 'delete',
    title: t('backup:restoreTitle', { name }),
    description: t('backup:restoreText', { target: target.name }),
    losses: [t('backup:restoreLoss', { target: target.name })],
    phrase: target.name,
    action: t('backup:restoreAction'),
    cancel: t('common:cancel'),
    async run() {
      await send(backup.restore, { backupId: id, ...sourceTarget(target), confirm: target.name });
      stale(backup.restore);
    },
  });
}

function confirmDelete({ id, name }: Backup): void {
  openDialog({
    kind: 'delete',
    title: t('backup:deleteTitle', { name }),
    description: t('backup:deleteText'),
    losses: [t('backup:deleteLoss')],
    action: t('backup:deleteAction'),
    cancel: t('common:cancel'),
    async run() {
      await send(backup.delete, { backupId: id });
      stale(backup.delete);
    },
  });
}

/** Why a backup can't be deleted, as text; undefined: it can. */
function deleteReason({ name, status, dependents }: Backup, all: readonly Backup[]): string | undefined {
  if (status === 'creating' || status === 'removing') return t('backup:reason.creating');
  if (dependents.length === 0) return undefined;
  const names = all.filter(({ id }) => dependents.includes(id)).map((one) => one.name);
  return t('backup:error.dependents', { ...counted(names.length, currentLocale()), name, names: names.join(', ') });
}

function restoreReason(item: Backup, target: Source): string | undefined {
  const fault = restoreFault(item, target);
  return fault === null ? undefined : t(fault, { needed: item.diskSize, size: target.size });
}

/** Targets to restore a backup to: its source first, then others of the same type. */
const backupTargets = ({ source }: Backup, targets: readonly Source[]): Source[] =>
  targets.filter(({ kind }) => kind === source.kind).sort((a, b) => Number(b.id === source.id) - Number(a.id === source.id));

export const backupMenu = (all: readonly Backup[], targets: readonly Source[], edit: (item: Backup) => void): RowMenu<Backup> => ({
  label: ({ name }) => t('backup:actions', { name }),
  title: ({ name }) => <bdi>{name}</bdi>,
  items: (item) => [
    { key: 'chain', label: t('backup:show'), icon: Workflow, onSelect: () => showChain(item, all) },
    ...backupTargets(item, targets).map((target) => ({
      key: `restore ${target.id}`,
      label: t('backup:restore', { name: target.name }),
      icon: History,
      reason: restoreReason(item, target),
      changes: true,
      onSelect: () => confirmRestore(item, target),
    })),
    ...(item.source.kind === 'server'
      ? [
          {
            key: 'order',
            label: t('backup:order'),
            icon: Plus,
            reason: item.status === 'ready' ? undefined : t('backup:reason.notReady'),
            href: `${href('serverOrder')}?backup=${item.id}`,
          },
        ]
      : []),
    {
      key: 'edit',
      label: t('backup:edit'),
      icon: Pencil,
      reason: item.status === 'removing' ? t('backup:reason.removing') : undefined,
      onSelect: () => edit(item),
    },
    {
      key: 'delete',
      label: t('backup:delete'),
      icon: Trash2,
      danger: true,
      group: true,
      reason: deleteReason(item, all),
      onSelect: () => confirmDelete(item),
    },
  ],
});
