import { ChartLine, Table2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { Card } from './Card.tsx';
import { ChartTable } from './chart/ChartTable.tsx';
import { type ChartData, type ChartFormat, type ChartKind, type ChartZoom, seriesColor } from './chart/types.ts';
import { DataShell, type DataState } from './DataState.tsx';
import { IconButton } from './IconButton.tsx';

type Canvas = typeof import('./chart/Canvas.tsx').default;

/** Its script contains the chart library. Without it, for example offline, the card shows its table. */
const Canvas = lazy<(props: Parameters<Canvas>[0] & { onFailed: () => void }) => ReactNode>(() =>
  import('./chart/Canvas.tsx').catch(() => ({ default: Failed })),
);
/** Only some charts have it. */
const ZoomArea = lazy(() => import('./chart/ZoomArea.tsx').then(({ ZoomArea: area }) => ({ default: area })));
function Failed({ onFailed }: { onFailed: () => void }) {
  useEffect(onFailed, [onFailed]);
  return null;
}

export interface ChartTexts {
  asTable: string;
  asChart: string;
  /** Head of the table's first column: "Time". */
  time: string;
  /** Shown if the chart could not be loaded and the table replaces it. */
  noDrawing: string;
}

export interface ChartCardProps {
  title: string;
  /** What it covers: "All domains, last 24 hours". */
  scope?: ReactNode;
  /** At the end of the head: Segmented or Select with the window. */
  range?: ReactNode;
  data: DataState<ChartData>;
  /** What the chart shows, in one or two sentences: the text for screen readers. */
  summary: (data: ChartData) => string;
  format: ChartFormat;
  kind?: ChartKind | undefined;
  stacked?: boolean | undefined;
  /** Height of the chart in px. */
  height?: number | undefined;
  /** Charts of one group on a page share their crosshair. */
  group?: string | undefined;
  /** Dragging over the chart, or its keys, choose a period. */
  zoom?: ChartZoom | undefined;
  loading: ReactNode;
  error: (message: ReactNode, retry: () => void, busy: boolean) => ReactNode;
  empty: ReactNode;
  texts: ChartTexts;
}

/** A chart with its legend, a text for screen readers and the same figures as a table. */
export function ChartCard(props: ChartCardProps) {
  const { title, scope, range, data, loading, error, empty, texts } = props;
  const [asTable, setAsTable] = useState(false);
  const [failed, setFailed] = useState(false);
  const table = asTable || failed;
  return (
    <Card
      title={title}
      sub={scope}
      actions={
        <>
          {range}
          {data.state === 'data' && !failed && (
            <IconButton
              icon={table ? ChartLine : Table2}
              size="sm"
              label={table ? texts.asChart : texts.asTable}
              aria-pressed={table}
              onClick={() => setAsTable(!asTable)}
            />
          )}
        </>
      }
      flush
    >
      <DataShell data={data} loading={loading} error={error} empty={empty}>
        {(visible) => (
          <div className="chart">
            {failed && <p className="chart-note">{texts.noDrawing}</p>}
            {table ? <ChartTable {...props} data={visible} /> : <Drawing {...props} data={visible} onFailed={() => setFailed(true)} />}
          </div>
        )}
      </DataShell>
    </Card>
  );
}

type DrawingProps = Omit<ChartCardProps, 'data'> & { data: ChartData; onFailed: () => void };

function Drawing({ title, data, summary, format, kind = 'area', stacked = false, height = 220, group, zoom, onFailed }: DrawingProps) {
  const caption = useId();
  const canvas = <Canvas data={data} kind={kind} stacked={stacked} height={height} group={group} format={format} onFailed={onFailed} />;
  return (
    <figure aria-label={title} aria-describedby={caption}>
      {data.series.length > 1 && (
        <ul className="chart-legend">
          {data.series.map((series, index) => (
            <li key={series.key}>
              <i
                data-dashed={series.comparison || undefined}
                style={{ background: series.comparison ? undefined : `var(--chart-${seriesColor(series, index)})` }}
              />
              {series.name}
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={<div style={{ blockSize: height }} />}>
        {zoom ? (
          <ZoomArea data={data} kind={kind} format={format} zoom={zoom}>
            {canvas}
          </ZoomArea>
        ) : (
          canvas
        )}
      </Suspense>
      <figcaption id={caption} className="sr-only">
        {summary(data)}
      </figcaption>
    </figure>
  );
}
