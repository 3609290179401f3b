import { useMemo } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import type { ReportSeries } from './ReportChart.tsx';

const colors = { c2xx: 1, c3xx: 3, c4xx: 2, c5xx: 7 };
export type StatusClass = keyof typeof colors;

/** A line of the chart for each class of status codes, in the same color in every report. `classes` must be a constant. */
export function useStatusSeries(classes: readonly StatusClass[]): ReportSeries[] {
  const t = useT();
  return useMemo(
    () => classes.map((key) => ({ key, name: t(`report:stat.${key}`), color: colors[key], value: ({ [key]: value }) => value })),
    [t, classes],
  );
}
