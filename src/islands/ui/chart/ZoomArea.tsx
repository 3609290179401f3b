import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ChartData, ChartFormat, ChartKind, ChartZoom } from './types.ts';

interface ZoomAreaProps {
  data: ChartData;
  kind: ChartKind;
  format: ChartFormat;
  zoom: ChartZoom;
  children: ReactNode;
}

/** What is chosen, by times of the data: these stay the same when new periods arrive. */
interface Choice {
  at: number;
  /** Where a selection began; null: only the cursor is placed. */
  from: number | null;
}

const STRIDE = 10;
/**
 * Chooses a period of the chart inside: by dragging with a mouse or pen, or with the keyboard, where it acts as a slider over the
 * points. Touch only reads values: a finger that moves over a chart mostly scrolls or looks.
 */
export function ZoomArea({ data: { times, series }, kind, format, zoom, children }: ZoomAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const help = useId();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [isDragging, setDragging] = useState(false);
  const last = times.length - 1;
  const found = choice ? times.indexOf(choice.at) : -1;
  const at = found < 0 ? last : found;
  const start = choice?.from == null ? -1 : times.indexOf(choice.from);
  const [first, end] = start < 0 ? [at, at] : [Math.min(start, at), Math.max(start, at)];
  const isSelection = start >= 0 && end > first;
  const period = { from: times[first] ?? 0, to: (times[end] ?? 0) + ((times[1] ?? 0) - (times[0] ?? 0)) };

  useLayoutEffect(() => {
    const plot = plotArea(area.current);
    if (!plot || !band.current) return;
    const [left, right] = [edge(first, times.length, kind, 0) * plot.width, edge(end, times.length, kind, 1) * plot.width];
    band.current.style.insetInlineStart = `${plot.x + left}px`; // the area is left to right, as time is
    band.current.style.inlineSize = `${right - left}px`;
  }, [first, end, kind, times.length]);

  const finish = () => {
    setDragging(false);
    if (isSelection) {
      setChoice(null);
      zoom.onZoom(period.from, period.to);
    } else if (isDragging) setChoice(null);
  };
  const indexOf = (clientX: number): number => {
    const plot = plotArea(area.current);
    if (!plot || !area.current) return last;
    const share = (clientX - area.current.getBoundingClientRect().x - plot.x) / plot.width;
    const index = kind === 'bar' ? Math.floor(share * times.length) : Math.round(share * last);
    return Math.max(0, Math.min(last, index));
  };

  // The pointer may leave the area while it drags.
  const drag = useRef({ move: (_clientX: number) => {}, finish });
  drag.current = {
    move: (clientX) => setChoice((before) => before && { ...before, at: times[indexOf(clientX)] ?? before.at }),
    finish,
  };
  useEffect(() => {
    if (!isDragging) return;
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('pointermove', ({ clientX }) => drag.current.move(clientX), { signal });
    addEventListener('pointerup', () => drag.current.finish(), { signal });
    addEventListener('pointercancel', () => setDragging(false), { signal });
    return () => stop.abort();
  }, [isDragging]);

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch' || last < 1) return;
    const time = times[indexOf(event.clientX)] ?? 0;
    setChoice({ at: time, from: time });
    setDragging(true);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move: Partial<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      PageUp: at + STRIDE,
      PageDown: at - STRIDE,
      Home: 0,
      End: last,
    };
    const to = move[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(last, to));
      setChoice({ at: times[next] ?? 0, from: event.shiftKey ? (choice?.from ?? times[at] ?? 0) : null });
      showCursor(area.current, edge(next, times.length, kind, 0.5));
    } else if (event.key === 'Enter' && isSelection) {
      event.preventDefault();
      finish();
    } else if (event.key === 'Escape' && start >= 0) {
      event.stopPropagation();
      setDragging(false);
      setChoice(null);
    }
  };

  const texts = series.map(({ name, values }) => {
    const value = values[at];
    return `${name}: ${value === null || value === undefined ? '—' : format.value(value)}`;
  });
  return (
    <div className="chart-zoom-frame">
      <div
        ref={area}
        dir="ltr"
        className="chart-zoom"
        role="slider"
        tabIndex={0}
        aria-label={zoom.label}
        aria-describedby={help}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={at}
        aria-valuetext={isSelection ? zoom.formatPeriod(period.from, period.to) : `${format.moment(times[at] ?? 0)}. ${texts.join(', ')}`}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (!isDragging) setChoice(null);
          showCursor(area.current, null);
        }}
      >
        {children}
        <div ref={band} className="chart-zoom-band" hidden={!isSelection} />
      </div>
      <p className="chart-zoom-note" data-shown={isSelection || undefined} aria-hidden={isSelection || undefined}>
        {isSelection ? zoom.formatPeriod(period.from, period.to) : zoom.help}
      </p>
      <span id={help} hidden>
        {zoom.help}
      </span>
    </div>
  );
}

/** Where a point or the start, centre or end (0 to 1) of a bar is on the plot, as a share of its width. */
const edge = (index: number, count: number, kind: ChartKind, part: number): number =>
  kind === 'bar' ? (index + part) / count : index / Math.max(1, count - 1);

/** The plot of the drawing, in px from the start of the area; null while nothing is drawn. */
function plotArea(area: HTMLElement | null): { x: number; width: number } | null {
  const box = area?.querySelector('.apexcharts-grid')?.getBoundingClientRect();
  return area && box && box.width > 0 ? { x: box.x - area.getBoundingClientRect().x, width: box.width } : null;
}

/** Places the crosshair and the tooltip as the mouse would, on every chart of the group; null removes them. */
function showCursor(area: HTMLElement | null, share: number | null): void {
  const svg = area?.querySelector('.apexcharts-svg');
  const box = area?.querySelector('.apexcharts-grid')?.getBoundingClientRect();
  if (!svg || !box) return;
  const [clientX, clientY] = [box.x + (share ?? 0) * box.width, box.y + box.height / 2];
  svg.dispatchEvent(new MouseEvent(share === null ? 'mouseout' : 'mousemove', { clientX, clientY, bubbles: true }));
}
