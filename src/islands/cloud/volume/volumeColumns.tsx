import { HardDrive, Link2, Link2Off, Maximize2, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type Volume, volume } from '../../../lib/contract/cloud/volume.ts';
import { formatAge, formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatPercent } from '../../../lib/format/number.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { isVolumeBusy, type VolumeAction, volumeFault } from '../../../lib/rules/cloud/volume.ts';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { gigabytes } from '../shared/server/serverText.ts';
import type { VolumeChange } from './VolumeEdit.tsx';

const MountCommands = lazy(async () => ({ default: (await import('./MountCommands.tsx')).MountCommands }));
const diskNames = { ssd: 'SSD', nvme: 'NVMe' } as const;

function volumeStatus({ state, server, suspended, percent }: Volume): { kind: StatusKind; text: string } {
  const text = (name: Exclude<Volume['state'], 'ready'> | 'attached' | 'free' | 'suspended') => t(`volume:status.${name}`);
  if (state === 'failed') return { kind: 'failed', text: text('failed') };
  if (isVolumeBusy(state) && state !== 'ready') {
    const share = percent === null ? '' : ` ${formatPercent(percent / 100, currentLocale())}`;
    return { kind: 'progress', text: `${text(state)}${share}` };
  }
  if (suspended) return { kind: 'waiting', text: text('suspended') };
  return server ? { kind: 'ok', text: text('attached') } : { kind: 'off', text: text('free') };
}

/** Why it is stuck, and when it is retried. */
const problemText = ({ problem }: Volume): string | null =>
  problem &&
  [problem.message, problem.nextAttemptAt && t('volume:retryAt', { time: formatAge(problem.nextAttemptAt, currentLocale()) })]
    .filter(Boolean)
    .join(' ');

/** @param withServer in the list of all volumes */
export const volumeColumns = (withServer: boolean): readonly Column<Volume>[] => [
  {
    key: 'name',
    title: t('volume:name'),
    cell: (item) => (
      <span className="block min-w-0">
        <bdi className="block truncate font-semibold">{item.name}</bdi>
        {item.problem ? (
          <span className="block text-caption text-danger-text">{problemText(item)}</span>
        ) : (
          <bdi dir="ltr" className="mono block truncate text-caption text-text-3">
            {item.mountPoint}
          </bdi>
        )}
      </span>
    ),
    place: 'title',
    sort: ({ name }) => name,
    search: ({ name, mountPoint, server }) => `${name}\n${mountPoint}\n${server?.name ?? ''}`,
    csv: ({ name }) => name,
  },
  { key: 'mountPoint', title: t('volume:mountPoint'), csv: ({ mountPoint }) => mountPoint },
  {
    key: 'server',
    title: t('volume:server'),
    cell: withServer
      ? ({ server }) =>
          server && (
            <a className="link" href={href('server', { id: server.id })}>
              <bdi>{server.name}</bdi>
            </a>
          )
      : undefined,
    width: '150px',
    sort: ({ server }) => server?.name ?? '',
    csv: ({ server }) => server?.name ?? '',
  },
  {
    key: 'state',
    title: t('volume:state'),
    cell: (item) => {
      const { kind, text } = volumeStatus(item);
      return <StatusBadge kind={kind}>{text}</StatusBadge>;
    },
    place: 'sub',
    width: '150px',
    sort: (item) => volumeStatus(item).text,
    csv: (item) => volumeStatus(item).text,
  },
  {
    key: 'size',
    title: t('volume:size'),
    cell: ({ size, type }) => `${gigabytes(size, currentLocale())} ${diskNames[type]}`,
    num: true,
    width: '130px',
    sort: ({ size }) => size,
    csv: ({ size }) => size,
  },
  {
    key: 'center',
    title: t('volume:center'),
    cell: withServer ? ({ dataCenter }) => <bdi>{dataCenter}</bdi> : undefined,
    width: '124px',
    sort: ({ dataCenter }) => dataCenter,
    csv: ({ dataCenter }) => dataCenter,
  },
  {
    key: 'monthly',
    title: t('volume:monthly'),
    cell: ({ monthly }) => formatMoney(monthly, currentLocale(), { exact: true }),
    num: true,
    width: '110px',
    sort: ({ monthly }) => monthly,
    csv: ({ monthly }) => monthly / 1000,
  },
  {
    key: 'createdAt',
    title: t('volume:createdAt'),
    cell: withServer
      ? undefined
      : ({ createdAt }) => (
          <time dateTime={createdAt} title={formatDateTime(createdAt, currentLocale())}>
            {formatDate(createdAt, currentLocale())}
          </time>
        ),
    width: '136px',
    sort: ({ createdAt }) => Date.parse(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
];

export const volumeFilters = (volumes: readonly Volume[]): readonly Filter<Volume>[] => [
  {
    key: 'center',
    label: t('volume:center'),
    value: ({ datacenterId }) => String(datacenterId),
    options: [...new Map(volumes.map(({ datacenterId, dataCenter }) => [String(datacenterId), dataCenter]))].map(([value, label]) => ({
      value,
      label,
    })),
  },
];

/** Why an action isn't possible, as text; undefined: it is. */
function disabledReason({ state, server, suspended }: Volume, action: VolumeAction): string | undefined {
  const fault = volumeFault({ state, attached: server !== null, suspended }, action);
  return fault === null ? undefined : t(fault);
}

export const showMount = (item: Volume) =>
  openDialog({
    kind: 'standard',
    size: 'large',
    title: t('volume:mountTitle', { name: item.name }),
    body: () => (
      <Suspense>
        <MountCommands item={item} />
      </Suspense>
    ),
  });

function confirmDetach({ id, name, server }: Volume): void {
  openDialog({
    kind: 'confirm',
    title: t('volume:detachTitle', { name, server: server?.name ?? '' }),
    description: t('volume:detachText'),
    action: t('volume:detachAction'),
    async run() {
      await send(volume.detach, { volumeId: id });
      stale(volume.detach);
    },
  });
}

function confirmRemove({ id, name, size }: Volume): void {
  openDialog({
    kind: 'delete',
    title: t('volume:removeTitle', { name }),
    description: t('volume:removeText'),
    losses: [t('volume:removeLoss', { size: gigabytes(size, currentLocale()) })],
    phrase: name,
    action: t('volume:removeAction'),
    cancel: t('common:cancel'),
    async run() {
      await send(volume.remove, { volumeId: id, confirm: name });
      stale(volume.remove);
    },
  });
}

function retry({ id }: Volume): void {
  send(volume.retry, { volumeId: id }).then(
    () => stale(volume.retry),
    () => {}, // reported by a snackbar
  );
}

export const volumeMenu = (change: (change: VolumeChange) => void): RowMenu<Volume> => ({
  label: ({ name }) => t('volume:actions', { name }),
  title: ({ name }) => <bdi>{name}</bdi>,
  items: (item) => {
    const edit = (what: VolumeChange['what']) => () => change({ id: `${what} ${item.id}`, what, item });
    return [
      { key: 'mount', label: t('volume:mount'), icon: HardDrive, onSelect: () => showMount(item) },
      item.server
        ? {
            key: 'detach',
            label: t('volume:detach'),
            icon: Link2Off,
            changes: true,
            reason: disabledReason(item, 'detach'),
            onSelect: () => confirmDetach(item),
          }
        : { key: 'attach', label: t('volume:attach'), icon: Link2, reason: disabledReason(item, 'attach'), onSelect: edit('attach') },
      { key: 'grow', label: t('volume:grow'), icon: Maximize2, reason: disabledReason(item, 'grow'), onSelect: edit('grow') },
      { key: 'rename', label: t('volume:rename'), icon: Pencil, onSelect: edit('rename') },
      ...(item.state === 'failed'
        ? [{ key: 'retry', label: t('volume:retry'), icon: RotateCcw, changes: true, onSelect: () => retry(item) }]
        : []),
      {
        key: 'remove',
        label: t('volume:remove'),
        icon: Trash2,
        danger: true,
        group: true,
        reason: disabledReason(item, 'remove'),
        onSelect: () => confirmRemove(item),
      },
    ];
  },
});
