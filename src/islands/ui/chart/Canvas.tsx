import { useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import * as wrapper from 'react-apexcharts';
import { chartOptions } from './options.ts';
import type { ChartData, ChartFormat, ChartKind } from './types.ts';

/** CommonJS: under Vite the component may be one `default` deeper. */
const outer = wrapper.default as typeof wrapper.default & { default?: typeof wrapper.default };
const Chart = outer.default ?? outer;

export interface CanvasProps {
  data: ChartData;
  kind: ChartKind;
  stacked: boolean;
  height: number;
  group: string | undefined;
  format: ChartFormat;
}

/** The chart itself. Only its script contains ApexCharts (150 KB); it is loaded with the first chart of a page. */
export default function Canvas({ data, kind, stacked, height, group, format }: CanvasProps) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const id = useId().replace(/\W/g, '');
  const theme = useSyncExternalStore(
    watchTheme,
    () => document.documentElement.dataset.theme,
    () => undefined,
  );
  // Through a ref, so that a new function doesn't redraw the chart.
  const latest = useRef(format);
  latest.current = format;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `theme` is what the colours are read from
  const options = useMemo(() => {
    if (!box) return null;
    // The box itself and what it stands in are left to right, as time is.
    const style = getComputedStyle(box.closest('figure') ?? box);
    return chartOptions(data, {
      kind,
      stacked,
      height,
      group,
      id,
      format: {
        max: latest.current.max,
        value: (value) => latest.current.value(value),
        axis: (value) => (latest.current.axis ?? latest.current.value)(value),
        tick: (time) => latest.current.tick(time),
        moment: (time) => latest.current.moment(time),
      },
      rtl: style.direction === 'rtl',
      color: (token) => style.getPropertyValue(token).trim(),
      ticks: Math.max(2, Math.min(9, Math.floor(box.clientWidth / 84))),
      reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
    });
  }, [box, theme, kind, stacked, height, group, id, data]);
  return (
    <div ref={setBox} className="chart-canvas" style={{ blockSize: height }} aria-hidden="true" dir="ltr">
      {options && <Chart key={`${theme} ${kind} ${stacked}`} type={kind} height={height} series={options.series} options={options} />}
    </div>
  );
}

/** Calls back when the theme of the page changes. */
function watchTheme(changed: () => void): () => void {
  const watcher = new MutationObserver(changed);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => watcher.disconnect();
}
