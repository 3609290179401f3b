import { ChartLine } from 'lucide-react';
import { ChartCard } from '../ChartCard.tsx';
import type { ChartData } from '../chart/types.ts';
import { EmptyState } from '../EmptyState.tsx';
import { LoadError } from '../LoadError.tsx';
import { Segmented } from '../Segmented.tsx';
import { Skeleton } from '../Skeleton.tsx';
import type { Texts } from './texts.ts';

/** Curves that resemble a day of traffic, with a gap; the gallery measures nothing. */
const hours = Array.from({ length: 48 }, (_, i) => Date.UTC(2026, 10, 19) + i * 1_800_000);
const wave = (base: number, swing: number, at: number) => (i: number) =>
  i > 20 && i < 24 && at === 0 ? null : Math.round(base + swing * Math.sin((i - at) / 7.6) + (swing / 5) * Math.sin(i * 1.7));
const data = (t: Texts): ChartData => ({
  times: hours,
  series: [
    { key: 'in', name: t.chart.cached, values: hours.map((_, i) => wave(420, 220, 0)(i)) },
    { key: 'out', name: t.chart.origin, values: hours.map((_, i) => wave(120, 60, 3)(i)) },
    { key: 'before', name: t.chart.before, values: hours.map((_, i) => wave(380, 180, 2)(i)), comparison: true },
  ],
});

export function Charts({ t, locale }: { t: Texts; locale: string }) {
  const tag = locale === 'fa' ? 'fa-IR' : 'en';
  const shared = {
    scope: t.chart.scope,
    summary: () => t.chart.summary,
    format: {
      value: (value: number) => `${value.toLocaleString(tag)} MB`,
      axis: (value: number) => value.toLocaleString(tag),
      tick: (time: number) => new Date(time).toLocaleTimeString(tag, { hour: '2-digit', minute: '2-digit', hour12: false }),
      moment: (time: number) => new Date(time).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' }),
    },
    texts: t.chart,
    loading: <Skeleton label={t.all} rows={5} />,
    error: (message: React.ReactNode, retry: () => void, busy: boolean) => (
      <LoadError flush title={t.chart.failed} message={message} retryLabel={t.retry} onRetry={retry} busy={busy} />
    ),
    empty: <EmptyState icon={ChartLine} title={t.chart.empty} />,
  };
  const range = (
    <Segmented
      size="sm"
      label={t.chart.scope}
      value="24"
      segments={['1', '24', '168'].map((value) => ({ value, label: Number(value).toLocaleString(tag) }))}
      onChange={() => {}}
    />
  );
  return (
    <div className="my-9 grid grid-cols-1 gap-[18px] lg:grid-cols-2">
      <ChartCard {...shared} title={t.chart.title} range={range} group="gallery" data={{ state: 'data', data: data(t) }} />
      <ChartCard
        {...shared}
        title={t.chart.title}
        kind="bar"
        stacked
        group="gallery"
        data={{ state: 'data', data: { ...data(t), series: data(t).series.slice(0, 2) } }}
      />
      <ChartCard {...shared} title={t.chart.title} data={{ state: 'error', error: t.chart.summary, retry: () => {} }} />
      <ChartCard {...shared} title={t.chart.title} data={{ state: 'empty' }} />
    </div>
  );
}
