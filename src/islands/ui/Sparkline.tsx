import { useId } from 'react';

export interface SparklineProps {
  /** At least two values; the line spans the height between minimum and maximum. */
  values: readonly number[];
  /** A chart colour, 1 to 8. */
  tone?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** A line without axes. Decorative: hidden from screen readers. Time runs left to right in every language. */
export function Sparkline({ values, tone = 1, width = 92, height = 34 }: SparklineProps) {
  const id = useId();
  if (values.length < 2) return null;
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  const points = values.map(
    (value, index) => [(index / (values.length - 1)) * width, 2 + (1 - (value - least) / span) * (height - 4)] as const,
  );
  const line = points.map(([x, y], index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="block h-full w-full" aria-hidden="true">
      <linearGradient id={id} x2="0" y2="1">
        <stop stopColor={`var(--chart-${tone})`} stopOpacity=".3" />
        <stop offset="1" stopColor={`var(--chart-${tone})`} stopOpacity=".03" />
      </linearGradient>
      <path d={`${line}V${height}H0z`} fill={`url(#${id})`} />
      <path
        d={line}
        fill="none"
        stroke={`var(--chart-${tone})`}
        strokeWidth="1.6"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
