import { ChartLine } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useRead } from '../../../../browser/api/query.ts';
import type { Output } from '../../../../lib/contract/call.ts';
import { monitoring } from '../../../../lib/contract/cloud/monitoring.ts';
import type { Server } from '../../../../lib/contract/cloud/server.ts';
import { formatDateTime, formatTime } from '../../../../lib/format/date.ts';
import { dateFormat } from '../../../../lib/format/intl.ts';
import { formatNumber, formatPercent } from '../../../../lib/format/number.ts';
import { formatBytes } from '../../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import { isRunning } from '../../../../lib/rules/cloud/server/states.ts';
import { firstWindows, otherWindows, type Window } from '../../../../lib/rules/core/windows.ts';
import { iso } from '../../../../lib/time.ts';
import { Card } from '../../../ui/Card.tsx';
import { ChartCard } from '../../../ui/ChartCard.tsx';
import type { ChartData } from '../../../ui/chart/types.ts';
import type { DataState } from '../../../ui/DataState.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadError } from '../../../ui/LoadError.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { StatusText } from '../../../ui/StatusBadge.tsx';
import { WindowPicker } from '../../../ui/WindowPicker.tsx';
import { gigabytes } from './serverText.ts';
import { useMeasured } from './useMeasured.ts';

const LIVE_MS = 10_000;
const GB = 1_073_741_824;

type Metrics = Output<typeof monitoring.get>['metrics'];
type MetricName = Metrics['series'][number]['name'];
type MetricSeries = { key: MetricName; name: string; color: number };

/** Series of the response as chart data. */
const buildChart = ({ times, series }: Metrics, lines: readonly MetricSeries[]): ChartData => ({
  times,
  series: lines.map((line) => ({ ...line, values: series.find(({ name }) => name === line.key)?.values ?? [] })),
});

const numbers = (data: ChartData): number[] => data.series[0]?.values.filter((value) => value !== null) ?? [];

/** The usage of a server: CPU, memory, disk and network over one window. */
export function ServerCharts({ server }: { server: Server }) {
  const t = useT();
  if (useMeasured()) return <Charts server={server} />;
  return <NoFigures title={t('server:chart.unmeasured')} text={t('server:chart.unmeasuredText')} />;
}

function NoFigures({ title, text }: { title: string; text: string }) {
  return (
    <Card>
      <p className="flex gap-3">
        <ChartLine aria-hidden className="mt-0.5 size-4.5 flex-none text-text-3" />
        <span>
          <b className="block font-semibold text-text">{title}</b>
          <span className="text-ui text-text-2">{text}</span>
        </span>
      </p>
    </Card>
  );
}

function Charts({ server }: { server: Server }) {
  const t = useT();
  const locale = currentLocale();
  const [window, setWindow] = useState<Window>('1h');
  const read = useRead(monitoring.get, { serverId: server.id, window }, { pollMs: LIVE_MS });
  const metrics = read.data?.metrics;
  // Memoized per response, because a chart redraws when its data is a new object.
  const charts = useMemo(
    () =>
      metrics && {
        cpu: buildChart(metrics, [{ key: 'cpu', name: t('server:chart.used'), color: 1 }]),
        ram: buildChart(metrics, [{ key: 'ram', name: t('server:chart.used'), color: 1 }]),
        disk: buildChart(metrics, [
          { key: 'diskRead', name: t('server:chart.read'), color: 1 },
          { key: 'diskWrite', name: t('server:chart.write'), color: 5 },
        ]),
        network: buildChart(metrics, [
          { key: 'netOut', name: t('server:chart.out'), color: 2 },
          { key: 'netIn', name: t('server:chart.in'), color: 1 },
        ]),
      },
    [metrics, t],
  );
  const percent = (value: number) => formatPercent(value, locale);
  const bytes = (value: number) => formatBytes(value, locale);
  const memory = (value: number) => gigabytes(value / GB, locale);
  const speed = (value: number) => t('server:chart.perSecond', { amount: bytes(value) });
  const day = dateFormat(locale, { month: 'short', day: 'numeric' });
  const times = {
    tick: (time: number) => (window === '1w' || window === '1M' ? day.format(time) : formatTime(iso(time), locale)),
    moment: (time: number) => formatDateTime(iso(time), locale),
  };
  const stateOf = (data: ChartData | undefined): DataState<ChartData> => {
    if (data) return numbers(data).length > 0 ? { state: 'data', data } : { state: 'empty' };
    if (!read.error) return { state: 'loading' };
    return { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching };
  };
  const shared = {
    group: `server-${server.id}`,
    height: 168,
    loading: <Skeleton label={t('common:loading')} rows={4} />,
    error: (message: ReactNode, retry: () => void, busy: boolean) => (
      <LoadError flush title={t('server:chart.failed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
    ),
    empty: (
      <EmptyState
        icon={ChartLine}
        title={t('server:chart.empty')}
        description={t(isRunning(server) ? 'server:chart.soonText' : 'server:chart.emptyText')}
      />
    ),
    texts: {
      asTable: t('server:chart.asTable'),
      asChart: t('server:chart.asChart'),
      time: t('server:chart.time'),
      noDrawing: t('server:chart.noDrawing'),
    },
  };
  const hasNone = charts !== undefined && Object.values(charts).every((chart) => numbers(chart).length === 0);
  const card = (name: 'cpu' | 'ram' | 'disk' | 'network', format: (value: number) => string, max?: number, of?: string) => {
    const data = charts?.[name];
    const now = data && numbers(data).at(-1);
    return (
      <ChartCard
        {...shared}
        title={t(`server:chart.${name}`)}
        scope={now !== undefined && (of ? `${format(now)} ${of}` : format(now))}
        data={stateOf(data)}
        summary={(visible) =>
          t('server:chart.summary', { now: format(numbers(visible).at(-1) ?? 0), most: format(Math.max(0, ...numbers(visible))) })
        }
        format={{
          ...times,
          value: format,
          ...(name === 'disk' || name === 'network' ? { axis: bytes } : {}),
          ...(max !== undefined && { max }),
        }}
      />
    );
  };
  return (
    <section aria-label={t('server:tab.overview')} className="grid min-w-0 grid-cols-1 gap-[18px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {!hasNone && <StatusText kind="ok">{t('server:live')}</StatusText>}
        <WindowPicker<Window>
          label={t('server:window.label')}
          value={window}
          onChange={setWindow}
          first={firstWindows}
          rest={otherWindows}
          name={(value) => t(`server:window.${value}`)}
          more={t('common:more')}
          closeLabel={t('common:close')}
        />
      </div>
      {hasNone ? (
        <NoFigures title={t('server:chart.empty')} text={t(isRunning(server) ? 'server:chart.soonText' : 'server:chart.emptyText')} />
      ) : (
        <div className="grid min-w-0 grid-cols-1 gap-[18px] lg:grid-cols-2">
          {card('cpu', percent, 1, t('server:chart.ofCpu', { n: formatNumber(server.cpu, locale) }))}
          {card('ram', memory, server.ram * GB, t('server:chart.ofRam', { n: memory(server.ram * GB) }))}
          {card('disk', speed)}
          {card('network', speed)}
        </div>
      )}
    </section>
  );
}
