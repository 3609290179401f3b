import { CircleMinus, EyeOff, Pencil, Play, RefreshCw, Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import type { OperatorEdge, OperatorPlace } from '../../../lib/contract/cdn/operatorEdge.ts';
import { formatAge, formatDateTime, formatTime } from '../../../lib/format/date.ts';
import { formatNumber, formatPercent } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { CLOCK_OFF_MS } from '../../../lib/rules/cdn/edge/bundle.ts';
import { type EdgeHealth, type EdgeMode, edgeHealths, edgeModes } from '../../../lib/rules/cdn/edge/fleet.ts';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';

/** An edge with the name of its place. */
export type EdgeRow = OperatorEdge & { place: OperatorPlace | undefined };

const kinds: Record<EdgeHealth, StatusKind> = {
  healthy: 'ok',
  overloaded: 'waiting',
  starting: 'waiting',
  stopped: 'off',
  incompatible: 'failed',
  silent: 'waiting',
  lost: 'failed',
  waiting: 'waiting',
  expired: 'off',
};

export const edgeName = ({ name, hostname, id }: OperatorEdge): string => name ?? (hostname || id);
const healthText = ({ health }: OperatorEdge) => t(`operatorEdge:health.${health}`);
function dnsText({ inDns, mode, returnsAt }: OperatorEdge): string {
  if (inDns) return t('operatorEdge:dns.in');
  if (mode !== 'active') return t(`operatorEdge:modeState.${mode}`);
  return returnsAt === null ? t('operatorEdge:dns.out') : t('operatorEdge:dns.returns', { time: formatTime(returnsAt, currentLocale()) });
}
const loadText = ({ load }: OperatorEdge) =>
  load === null
    ? '–'
    : [
        t('operatorEdge:requests', { n: formatNumber(Math.round(load.requests), currentLocale()) }),
        t('operatorEdge:cpu', { n: formatPercent(Math.round(load.cpu * 100) / 100, currentLocale()) }),
      ].join(' · ');
const behindText = ({ behind }: OperatorEdge) =>
  behind === null ? t('operatorEdge:unknown') : behind === 0 ? t('operatorEdge:current') : formatNumber(behind, currentLocale());

/** @param compact at 1190 px or less */
export const edgeColumns = (compact: boolean, onOpen: (edge: OperatorEdge) => void): readonly Column<EdgeRow>[] => [
  {
    key: 'name',
    title: t('operatorEdge:column.name'),
    cell: (edge) => (
      <span className="block min-w-0 sm:-my-1.5">
        <button type="button" className="max-w-full truncate font-semibold text-text hover:text-brand-text" onClick={() => onOpen(edge)}>
          <bdi>{edgeName(edge)}</bdi>
        </button>
        <span className="mt-0.5 block truncate text-caption text-text-3">
          {edge.addresses.length > 0 ? <bdi dir="ltr">{edge.addresses.join(', ')}</bdi> : t('operatorEdge:noAddress')}
        </span>
      </span>
    ),
    place: 'title',
    sort: edgeName,
    search: (edge) => `${edgeName(edge)}\n${edge.addresses.join('\n')}\n${edge.hostname}\n${edge.place?.name ?? ''}`,
    csv: edgeName,
  },
  {
    key: 'place',
    title: t('operatorEdge:column.place'),
    cell: compact
      ? undefined
      : ({ place }) => (place ? <bdi>{place.name}</bdi> : <span className="text-text-3">{t('operatorEdge:noPlace')}</span>),
    width: '120px',
    sort: ({ place }) => place?.name ?? '',
    csv: ({ place }) => place?.name ?? '',
  },
  {
    key: 'health',
    title: t('operatorEdge:column.health'),
    cell: (edge) => (
      <span className="block min-w-0">
        <StatusBadge kind={kinds[edge.health]}>{healthText(edge)}</StatusBadge>
        {edge.clockOffset !== null && Math.abs(edge.clockOffset) * 1000 > CLOCK_OFF_MS && (
          <span className="mt-0.5 block text-caption text-warning">
            {t('operatorEdge:clock', { seconds: formatNumber(edge.clockOffset, currentLocale()) })}
          </span>
        )}
        {edge.diskFailing && <span className="mt-0.5 block text-caption text-warning">{t('operatorEdge:disk')}</span>}
      </span>
    ),
    width: '150px',
    place: 'end',
    sort: ({ health }) => edgeHealths.indexOf(health),
    csv: healthText,
  },
  {
    key: 'dns',
    title: t('operatorEdge:column.dns'),
    cell: dnsText,
    width: '140px',
    place: 'sub',
    sort: ({ inDns }) => (inDns ? 0 : 1),
    csv: dnsText,
  },
  {
    key: 'load',
    title: t('operatorEdge:column.load'),
    cell: compact ? undefined : (edge) => <span className="num">{loadText(edge)}</span>,
    width: '170px',
    sort: ({ load }) => load?.requests ?? -1,
    csv: ({ load }) => load?.requests ?? '',
  },
  {
    key: 'cache',
    title: t('operatorEdge:column.cache'),
    cell: compact ? undefined : ({ load }) => (load === null ? '–' : formatPercent(Math.round(load.cache * 100) / 100, currentLocale())),
    width: '84px',
    num: true,
    sort: ({ load }) => load?.cache ?? -1,
    csv: ({ load }) => load?.cache ?? '',
  },
  {
    key: 'behind',
    title: t('operatorEdge:column.behind'),
    cell: compact
      ? undefined
      : (edge) => (
          <>
            {behindText(edge)}
            {edge.refused > 0 && (
              <span className="block text-caption text-danger">
                {t('operatorEdge:refusedPolicies', counted(edge.refused, currentLocale()))}
              </span>
            )}
          </>
        ),
    width: '120px',
    sort: ({ behind }) => behind ?? -1,
    csv: ({ behind }) => behind ?? '',
  },
  {
    key: 'contact',
    title: t('operatorEdge:column.contact'),
    cell: compact
      ? undefined
      : ({ lastContactAt, release }) => (
          <span className="block min-w-0">
            {lastContactAt === null ? (
              '–'
            ) : (
              <time dateTime={lastContactAt} title={formatDateTime(lastContactAt, currentLocale())}>
                {formatAge(lastContactAt, currentLocale())}
              </time>
            )}
            <bdi dir="ltr" className="mono block text-caption text-text-3">
              {release ?? ''}
            </bdi>
          </span>
        ),
    width: '130px',
    sort: ({ lastContactAt }) => (lastContactAt === null ? 0 : Date.parse(lastContactAt)),
    csv: ({ lastContactAt }) => lastContactAt ?? '',
  },
  { key: 'release', title: t('operatorEdge:column.release'), csv: ({ release }) => release ?? '' },
  { key: 'addresses', title: t('operatorEdge:column.addresses'), csv: ({ addresses }) => addresses.join(' ') },
];

export const edgeFilters = (): readonly Filter<EdgeRow>[] => [
  {
    key: 'health',
    label: t('operatorEdge:column.health'),
    value: ({ health }) => health,
    options: edgeHealths.map((value) => ({ value, label: t(`operatorEdge:health.${value}`) })),
    as: 'select',
    all: t('operatorEdge:column.health'),
  },
  {
    key: 'dns',
    label: t('operatorEdge:column.dns'),
    value: ({ inDns }) => (inDns ? 'in' : 'out'),
    options: (['in', 'out'] as const).map((value) => ({ value, label: t(`operatorEdge:dns.${value}`) })),
  },
];

export interface EdgeActs {
  edit: (edge: OperatorEdge) => void;
  setMode: (edge: OperatorEdge, mode: EdgeMode) => void;
  renew: (edge: OperatorEdge) => void;
  remove: (edge: OperatorEdge) => void;
}
const icons = { active: Play, drained: CircleMinus, hidden: EyeOff } as const;

export const edgeMenu = (acts: RefObject<EdgeActs>): RowMenu<EdgeRow> => ({
  label: (edge) => t('operatorEdge:menu', { name: edgeName(edge) }),
  title: edgeName,
  items: (edge) => [
    { key: 'edit', label: t('operatorEdge:edit'), icon: Pencil, onSelect: () => acts.current.edit(edge) },
    ...edgeModes
      .filter((mode) => mode !== edge.mode)
      .map((mode) => ({
        key: mode,
        label: t(`operatorEdge:mode.${mode}`),
        icon: icons[mode],
        changes: true as const,
        onSelect: () => acts.current.setMode(edge, mode),
      })),
    { key: 'renew', label: t('operatorEdge:command.renew'), icon: RefreshCw, changes: true, onSelect: () => acts.current.renew(edge) },
    { key: 'remove', label: t('operatorEdge:remove'), icon: Trash2, danger: true, group: true, onSelect: () => acts.current.remove(edge) },
  ],
});
