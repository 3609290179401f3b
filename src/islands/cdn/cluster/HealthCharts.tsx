import { ChartLine } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { type Cluster, cluster as calls } from '../../../lib/contract/cdn/cluster.ts';
import { formatDateTime, formatTime } from '../../../lib/format/date.ts';
import { dateFormat } from '../../../lib/format/intl.ts';
import { formatNumber, formatPercent } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Window } from '../../../lib/rules/core/windows.ts';
import { iso } from '../../../lib/time.ts';
import { ChartCard } from '../../ui/ChartCard.tsx';
import type { ChartData } from '../../ui/chart/types.ts';
import type { DataState } from '../../ui/DataState.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { buildChart, type HealthSeries, healthSeries, meanTime, passed } from './chart.ts';

const windows = ['24h', '1w', '1M'] as const satisfies readonly Window[];
/** The refresh interval: the smallest step is half an hour. */
const POLL_MS = 60_000;

const chartData = (lines: readonly HealthSeries[], window: Window, all: string) => {
  const now = Date.now();
  return {
    lines,
    passed: buildChart(lines, window, now, all, (point) => passed([point])),
    speed: buildChart(lines, window, now, all, (point) => point.ms),
  };
};

interface HealthChartsProps {
  cluster: Cluster;
  domainId: string;
}

/** Availability and response time of the servers of a cluster over a day, a week or a month. */
export function HealthCharts({ cluster, domainId }: HealthChartsProps) {
  const t = useT();
  const locale = currentLocale();
  const [window, setWindow] = useState<(typeof windows)[number]>('24h');
  const read = useRead(calls.health, { domainId, clusterId: cluster.id, window }, { pollMs: POLL_MS });
  const all = t('cluster:chart.all');
  // Memoized per response, because a chart redraws when its data is a new object.
  const shown = useMemo(() => read.data && chartData(healthSeries(read.data.health), window, all), [read.data, window, all]);
  const lines = shown?.lines;
  const percent = (value: number) => formatPercent(value, locale, { maximumFractionDigits: value < 1 ? 1 : 0 });
  const ms = (value: number) =>
    formatNumber(value, locale, { style: 'unit', unit: 'millisecond', unitDisplay: 'short', maximumFractionDigits: 0 });
  const day = dateFormat(locale, { month: 'short', day: 'numeric' });
  const times = {
    tick: (time: number) => (window === '24h' ? formatTime(iso(time), locale) : day.format(time)),
    moment: (time: number) => formatDateTime(iso(time), locale),
  };
  const stateOf = (data: ChartData | undefined): DataState<ChartData> => {
    if (data)
      return data.series.every(({ values }) => values.every((value) => value === null)) ? { state: 'empty' } : { state: 'data', data };
    if (!read.error) return { state: 'loading' };
    return { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching };
  };
  /** The line with the worst figure, and the figure. */
  const worst = (figureOf: (points: HealthSeries['points']) => number | null, isWorse: (a: number, b: number) => boolean) =>
    (lines ?? []).reduce<{ server: string; figure: number } | null>((match, { name, points }) => {
      const figure = figureOf(points);
      return figure === null || (match && !isWorse(figure, match.figure)) ? match : { server: name ?? all, figure };
    }, null);
  const least = worst(passed, (a, b) => a < b);
  const slowest = worst(meanTime, (a, b) => a > b);
  const none = t('cluster:chart.emptyText');
  const shared = {
    kind: 'line' as const,
    group: `health-${cluster.id}`,
    loading: <Skeleton label={t('common:loading')} rows={5} />,
    error: (message: React.ReactNode, retry: () => void, busy: boolean) => (
      <LoadError flush title={t('cluster:chart.failed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
    ),
    empty: <EmptyState icon={ChartLine} title={t('cluster:chart.empty')} description={none} />,
    texts: {
      asTable: t('cluster:chart.asTable'),
      asChart: t('cluster:chart.asChart'),
      time: t('cluster:chart.time'),
      noDrawing: t('cluster:chart.noDrawing'),
    },
  };
  return (
    <section aria-label={t('cluster:chart.of', { name: cluster.name })} className="grid gap-[18px] lg:grid-cols-2">
      <ChartCard
        {...shared}
        title={t('cluster:chart.passed')}
        range={
          <Segmented
            size="sm"
            label={t('cluster:chart.window')}
            value={window}
            onChange={setWindow}
            segments={windows.map((value) => ({ value, label: t(`cluster:chart.${value}`) }))}
          />
        }
        data={stateOf(shown?.passed)}
        summary={() => (least ? t('cluster:chart.least', { server: least.server, share: percent(least.figure) }) : none)}
        format={{ ...times, value: percent, max: 1 }}
      />
      <ChartCard
        {...shared}
        title={t('cluster:chart.speed')}
        empty={<EmptyState icon={ChartLine} title={t('cluster:chart.noAnswer')} />}
        data={stateOf(shown?.speed)}
        summary={() => (slowest ? t('cluster:chart.slowest', { server: slowest.server, time: ms(slowest.figure) }) : none)}
        format={{ ...times, value: ms }}
      />
    </section>
  );
}
