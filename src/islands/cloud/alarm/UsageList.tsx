import { Server } from 'lucide-react';
import { useMemo } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { navigate } from '../../../browser/navigate.ts';
import { monitoring, type ServerUsage } from '../../../lib/contract/cloud/monitoring.ts';
import { formatPercent } from '../../../lib/format/number.ts';
import { counted, formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, t, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';
import { listState } from '../shared/ResourceList.tsx';
import { serverStatus } from '../shared/server/serverText.ts';

const POLL_MS = 30_000;
const wholeView = { q: '', sort: 'name', dir: 'asc' };
const order = ['name'];
const selectId = ({ serverId }: ServerUsage) => serverId;
const selectName = ({ name }: ServerUsage) => name;
const open = ({ serverId }: ServerUsage) => navigate.to(href('serverMonitoring', { id: serverId }));

const none = () => <span className="text-text-3">{t('alarm:overview.none')}</span>;
const percent = (value: number) => formatPercent(value, currentLocale());
const speed = (value: number | null) =>
  value === null ? none() : t('server:chart.perSecond', { amount: formatBytes(value, currentLocale()) });
const tone = (value: number) => (value > 0.9 ? 'danger' : value > 0.75 ? 'warning' : undefined);

function share(key: 'cpu' | 'ram'): Column<ServerUsage> {
  return {
    key,
    title: t(`alarm:overview.${key}`),
    cell: ({ [key]: value, name }) =>
      value === null ? (
        none()
      ) : (
        <span className="grid gap-1">
          <span className="num">{percent(value)}</span>
          <Meter value={value} label={`${t(`alarm:overview.${key}`)}: ${name}`} valueText={percent(value)} tone={tone(value)} />
        </span>
      ),
    width: '120px',
    place: key === 'cpu' ? 'end' : undefined,
    sort: ({ [key]: value }) => value ?? -1,
    csv: ({ [key]: value }) => (value === null ? '' : Math.round(value * 1000) / 10),
  };
}

const columns = (): readonly Column<ServerUsage>[] => [
  {
    key: 'name',
    title: t('alarm:server'),
    cell: (usage) => {
      const { kind, text } = serverStatus(usage, t);
      return (
        <span className="block min-w-0">
          <a
            href={href('serverMonitoring', { id: usage.serverId })}
            className="block truncate font-semibold text-text hover:text-brand-text"
          >
            <bdi>{usage.name}</bdi>
          </a>
          <span className="block truncate text-caption">
            <StatusText kind={kind}>{usage.measured ? text : t('alarm:overview.unmeasured')}</StatusText>
          </span>
        </span>
      );
    },
    place: 'title',
    sort: selectName,
    search: selectName,
    csv: selectName,
  },
  {
    key: 'trend',
    title: t('alarm:overview.trend'),
    cell: ({ trend }) => (
      <span className="block h-8 w-28" dir="ltr">
        <Sparkline values={trend.filter((value) => value !== null)} />
      </span>
    ),
    width: '150px',
  },
  share('cpu'),
  share('ram'),
  ...(['disk', 'network'] as const).map(
    (key): Column<ServerUsage> => ({
      key,
      title: t(`alarm:overview.${key}`),
      cell: ({ [key]: value }) => <span className="num">{speed(value)}</span>,
      width: '120px',
      sort: ({ [key]: value }) => value ?? -1,
      csv: ({ [key]: value }) => value ?? '',
    }),
  ),
  {
    key: 'alarms',
    title: t('alarm:overview.alarms'),
    cell: ({ alarms: { on, raised } }) =>
      raised > 0 ? (
        <StatusText kind="failed">{t('alarm:overview.raised', counted(raised, currentLocale()))}</StatusText>
      ) : on > 0 ? (
        t('alarm:overview.on', counted(on, currentLocale()))
      ) : (
        none()
      ),
    width: '120px',
    sort: ({ alarms: { on, raised } }) => raised * 1000 + on,
    csv: ({ alarms: { raised } }) => raised,
  },
];

/** All servers with their current usage. */
export function UsageList() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(monitoring.overview, {}, { pollMs: POLL_MS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const shown = useMemo(columns, [t]);
  return (
    <DataTable
      label={t('alarm:tab.servers')}
      data={listState(read, ({ overview }) => overview)}
      keyOf={selectId}
      nameOf={selectName}
      columns={shown}
      order={order}
      defaults={wholeView}
      searchLabel={t('alarm:overview.search')}
      loadFailed={t('alarm:overview.failed')}
      empty={
        <EmptyState
          icon={Server}
          title={t('alarm:overview.emptyTitle')}
          description={t('alarm:overview.emptyText')}
          action={
            <LinkButton kind="primary" changes="allServers" href={href('serverOrder')}>
              {t('server:order')}
            </LinkButton>
          }
        />
      }
      noMatch={{ title: t('alarm:overview.noMatch'), text: t('server:noMatchText') }}
      status={(count) => t('server:count', counted(count, locale))}
      onRow={open}
      onExport={(csv) => saveFile('server-metrics.csv', csv, 'text/csv')}
      twoLine
    />
  );
}
