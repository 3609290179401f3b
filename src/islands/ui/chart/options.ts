import type { default as ApexCharts, ApexOptions } from 'apexcharts';
import { isolate } from '../../../lib/format/isolate.ts';
import { DAY, HOUR, MINUTE } from '../../../lib/time.ts';
import { type ChartData, type ChartFormat, type ChartKind, type ChartSeries, seriesColor } from './types.ts';

interface Look {
  kind: ChartKind;
  stacked: boolean;
  rtl: boolean;
  height: number;
  /** Charts of one group share their crosshair. */
  group: string | undefined;
  id: string;
  format: ChartFormat;
  /** Reads a colour of the theme: `--chart-1`. */
  color: (token: string) => string;
  reducedMotion: boolean;
  /** Maximum number of labels on the axis. */
  ticks: number;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Options of ApexCharts in the kit's look: no toolbar, thin lines, dotted grid. Time runs left to right in every language; the y axis changes its side. */
export function chartOptions({ times, series }: ChartData, look: Look): ApexOptions {
  const { kind, rtl, format, color } = look;
  const colors = series.map((one, index) => color(`--chart-${seriesColor(one, index)}`));
  const marks = tickMarks(times, look.ticks);
  const axis = { colors: color('--text-3'), fontSize: '11px', fontFamily: 'inherit' };
  return {
    series: series.map(({ name, values }) => ({ name, data: [...values] })),
    colors,
    chart: {
      id: look.id,
      ...(look.group && { group: look.group }),
      type: kind,
      height: look.height,
      stacked: look.stacked,
      background: 'transparent',
      fontFamily: 'inherit',
      toolbar: { show: false },
      zoom: { enabled: false },
      selection: { enabled: false },
      animations: { enabled: !look.reducedMotion, speed: 280, animateGradually: { enabled: false }, dynamicAnimation: { speed: 180 } },
      parentHeightOffset: 0,
      events: { beforeMount: updateAlone },
    },
    stroke: { width: kind === 'bar' ? 0 : 1.8, curve: 'smooth', dashArray: series.map(({ comparison }) => (comparison ? 4 : 0)) },
    fill:
      kind === 'area'
        ? {
            type: series.map(({ comparison }) => (comparison ? 'solid' : 'gradient')),
            opacity: series.map(({ comparison }) => (comparison ? 0 : 1)),
            gradient: { type: 'vertical', shadeIntensity: 0, opacityFrom: 0.3, opacityTo: 0.03, stops: [0, 100] },
          }
        : { type: 'solid', opacity: 1 },
    plotOptions: { bar: { columnWidth: '62%', borderRadius: 3, borderRadiusApplication: 'end', borderRadiusWhenStacked: 'last' } },
    dataLabels: { enabled: false },
    legend: { show: false },
    markers: {
      size: 0,
      strokeWidth: 2,
      strokeColors: color('--surface'),
      hover: { size: 4 },
      discrete: kind === 'bar' ? [] : alone(series, colors, color('--surface')),
    },
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    grid: { borderColor: color('--border'), strokeDashArray: 3, padding: { top: -14, bottom: 0, left: rtl ? 8 : 10, right: rtl ? 10 : 8 } },
    xaxis: {
      type: 'category',
      categories: times.map(String),
      tickPlacement: kind === 'bar' ? 'between' : 'on',
      axisBorder: { show: false },
      axisTicks: { show: false },
      tooltip: { enabled: false },
      crosshairs:
        kind === 'bar'
          ? { width: 'barWidth', stroke: { width: 0 }, fill: { type: 'solid', color: color('--border-strong') }, opacity: 0.4 }
          : { width: 1, stroke: { color: color('--border-control'), width: 1, dashArray: 0 } },
      labels: {
        style: axis,
        rotate: 0,
        trim: false,
        hideOverlappingLabels: false,
        formatter: (time) => (marks.has(Number(time)) ? format.tick(Number(time)) : ''),
      },
    },
    yaxis: {
      opposite: rtl,
      min: 0,
      ...(format.max !== undefined && { max: format.max }),
      tickAmount: 4,
      forceNiceScale: format.max === undefined,
      labels: {
        style: axis,
        minWidth: 40,
        // The drawing is left to right; isolated, a unit in words stays after its number.
        formatter: (value) => (Number.isFinite(value) ? isolate((format.axis ?? format.value)(value)) : ''),
      },
    },
    tooltip: {
      shared: true,
      intersect: false,
      followCursor: false,
      custom: ({ dataPointIndex }: { dataPointIndex: number }) => tooltip(times[dataPointIndex] ?? 0, series, dataPointIndex, colors, look),
    },
  };
}

/** An update would also write its options, such as the y axis, into the other charts of the group (apexcharts.js issue 5232). */
function updateAlone(chart: ApexCharts): void {
  const update = chart.updateOptions.bind(chart);
  chart.updateOptions = (options, redraw, animate) => update(options, redraw, animate, false);
}

/** A value between two gaps has no line, so it is drawn as a dot. */
const alone = (series: readonly ChartSeries[], colors: readonly string[], strokeColor: string) =>
  series.flatMap(({ values }, seriesIndex) =>
    values.flatMap((value, dataPointIndex) => {
      const isGap = (at: number) => typeof values[at] !== 'number';
      if (typeof value !== 'number' || !isGap(dataPointIndex - 1) || !isGap(dataPointIndex + 1)) return [];
      return [{ seriesIndex, dataPointIndex, size: 4, fillColor: colors[seriesIndex] ?? '', strokeColor }];
    }),
  );

const steps = [1, 5, 10, 15, 30]
  .map((n) => n * MINUTE)
  .concat(
    [1, 2, 3, 6, 12].map((n) => n * HOUR),
    [1, 2, 7, 14, 30].map((n) => n * DAY),
  );

/** The times that get a label: round local times, `most` at most. */
export function tickMarks(times: readonly number[], most: number): Set<number> {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const step = steps.find((each) => span / each <= most) ?? span;
  // Local time: in Kathmandu, the day starts at 18:15 UTC.
  const period = (time: number) => Math.floor((time - new Date(time).getTimezoneOffset() * MINUTE) / step);
  return new Set(times.filter((time, i) => (i === 0 ? period(time) !== period(time - 1) : period(time) !== period(times[i - 1] ?? time))));
}

/** Custom HTML, escaped, in the direction of the page. */
function tooltip(time: number, series: readonly ChartSeries[], at: number, colors: readonly string[], { rtl, format }: Look): string {
  const rows = series.map(({ name, values }, i) => {
    const value = values[at];
    const text = value === null || value === undefined ? '—' : escaped(format.value(value));
    return `<div class="chart-tip-row"><i style="background:${colors[i]}"></i><span>${escaped(name)}</span><b>${text}</b></div>`;
  });
  return `<div class="chart-tip" dir="${rtl ? 'rtl' : 'ltr'}"><div class="chart-tip-head">${escaped(format.moment(time))}</div>${rows.join('')}</div>`;
}
