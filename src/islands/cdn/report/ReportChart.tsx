import { useMemo } from 'react';
import type { Report, ReportPoint } from '../../../lib/contract/cdn/report.ts';
import { formatDateTime, formatTime } from '../../../lib/format/date.ts';
import { dateFormat } from '../../../lib/format/intl.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { DAY, iso } from '../../../lib/time.ts';
import { ChartCard } from '../../ui/ChartCard.tsx';
import type { ChartKind } from '../../ui/chart/types.ts';

/** A line or a stack of bars, by its name and its figure of each period. */
export interface ReportSeries {
  key: string;
  name: string;
  color: number;
  value: (point: ReportPoint) => number;
}

interface ReportChartProps {
  title: string;
  report: Report;
  /** The same list on every render. */
  lines: readonly ReportSeries[];
  format: (value: number) => string;
  kind?: ChartKind;
  stacked?: boolean;
  onZoom: (from: number, to: number) => void;
}

/** A chart over the periods of a report. Charts of a page share their crosshair. */
export function ReportChart({ title, report, lines, format, kind = 'area', stacked, onZoom }: ReportChartProps) {
  const t = useT();
  const locale = currentLocale();
  // Memoized per response, because a chart redraws when its data is a new object.
  const data = useMemo(
    () => ({
      times: report.series.map((point) => Date.parse(point.t)),
      series: lines.map(({ value, ...line }) => ({ ...line, values: report.series.map(value) })),
    }),
    [report, lines],
  );
  const day = dateFormat(locale, { month: 'short', day: 'numeric' });
  const isLong = Date.parse(report.to) - Date.parse(report.from) > 2 * DAY;
  return (
    <ChartCard
      title={title}
      data={{ state: 'data', data }}
      kind={kind}
      stacked={stacked}
      group="report"
      height={240}
      zoom={{
        label: t('report:chart.zoom', { title }),
        help: t('report:chart.zoomHelp'),
        formatPeriod: (from, to) =>
          t('report:chart.period', { from: formatDateTime(iso(from), locale), to: formatDateTime(iso(to), locale) }),
        onZoom,
      }}
      loading={null}
      error={() => null}
      empty={null}
      summary={({ series }) =>
        series
          .map(({ name, values }) => {
            const numbers = values.map((value) => value ?? 0);
            const total = numbers.reduce((sum, value) => sum + value, 0);
            return t('report:chart.summary', { name, total: format(total), most: format(Math.max(0, ...numbers)) });
          })
          .join(' ')
      }
      format={{
        value: format,
        tick: (time) => (isLong ? day.format(time) : formatTime(iso(time), locale)),
        moment: (time) => formatDateTime(iso(time), locale),
      }}
      texts={{
        asTable: t('report:chart.asTable'),
        asChart: t('report:chart.asChart'),
        time: t('report:chart.time'),
        noDrawing: t('report:chart.noDrawing'),
      }}
    />
  );
}
