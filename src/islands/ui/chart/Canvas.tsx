import type ApexCharts from 'apexcharts';
import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { chartOptions } from './options.ts';
import type { ChartData, ChartFormat, ChartKind } from './types.ts';

export interface CanvasProps {
  data: ChartData;
  kind: ChartKind;
  stacked: boolean;
  height: number;
  group: string | undefined;
  format: ChartFormat;
  /** Told once when the library could not be loaded. */
  onFailed: () => void;
}

/**
 * The drawing itself. ApexCharts is fetched when the first chart of a page is near (its 150 KB are in no other chunk), drawn anew
 * when the theme changes, and destroyed with its place.
 */
export default function Canvas({ data, kind, stacked, height, group, format, onFailed }: CanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ApexCharts | null>(null);
  const id = useId().replace(/\W/g, '');
  const theme = useSyncExternalStore(
    watchTheme,
    () => document.documentElement.dataset.theme,
    () => undefined,
  );
  const latest = useRef({ data, format, onFailed });
  latest.current = { data, format, onFailed };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `theme` is what the colours are read from
  useEffect(() => {
    let gone = false;
    const box = place.current;
    if (!box) return;
    import('apexcharts').then(
      (module) => {
        if (gone) return;
        // CommonJS under Vite: the constructor may stand one `default` deeper (design.md section 5).
        const outer = module.default as typeof ApexCharts & { default?: typeof ApexCharts };
        const Apex = outer.default ?? outer;
        // The box itself is left to right, as time is.
        const style = getComputedStyle(box.parentElement ?? box);
        chart.current = new Apex(
          box,
          chartOptions(latest.current.data, {
            kind,
            stacked,
            height,
            group,
            id,
            // Through the ref, so that a new function is no reason to draw anew.
            format: {
              max: latest.current.format.max,
              value: (value) => latest.current.format.value(value),
              axis: (value) => (latest.current.format.axis ?? latest.current.format.value)(value),
              tick: (time) => latest.current.format.tick(time),
              moment: (time) => latest.current.format.moment(time),
            },
            rtl: style.direction === 'rtl',
            color: (token) => style.getPropertyValue(token).trim(),
            ticks: Math.max(2, Math.min(9, Math.floor(box.clientWidth / 84))),
            still: matchMedia('(prefers-reduced-motion: reduce)').matches,
          }),
        );
        void chart.current.render();
      },
      () => gone || latest.current.onFailed(),
    );
    return () => {
      gone = true;
      chart.current?.destroy();
      chart.current = null;
    };
  }, [theme, kind, stacked, height, group, id, data]);

  return <div ref={place} className="chart-canvas" style={{ blockSize: height }} aria-hidden="true" dir="ltr" />;
}

/** Calls back when the theme of the page changes. */
function watchTheme(changed: () => void): () => void {
  const watcher = new MutationObserver(changed);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => watcher.disconnect();
}
