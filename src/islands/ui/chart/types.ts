/** One line, area or row of bars. Its values belong to the `times` of the data; null is a gap and stays one. */
export interface ChartSeries {
  key: string;
  name: string;
  values: readonly (number | null)[];
  /** 1 to 8 of the chart palette; default: its index in the list. */
  color?: number | undefined;
  /** The previous period: dashed, without fill, in the muted colour. */
  comparison?: boolean | undefined;
}

export interface ChartData {
  /** Epoch milliseconds, ascending. */
  times: readonly number[];
  series: readonly ChartSeries[];
}

export interface ChartFormat {
  /** Formats a value with the digits and units of the language: "4.5 GB". */
  value: (value: number) => string;
  /** Formats a value on the axis, where space is limited. Default: `value`. */
  axis?: ((value: number) => string) | undefined;
  /** Maximum of the axis: 1 for shares. Absent: above the greatest value. */
  max?: number | undefined;
  /** A moment on the axis: "14:00", "Nov 20". */
  tick: (time: number) => string;
  /** A moment in full, for the tooltip and the table. */
  moment: (time: number) => string;
}

/** Lets a reader choose a period of the chart. */
export interface ChartZoom {
  /** Name of the slider over the points: "Choose a period: Requests over time". */
  label: string;
  /** Which keys do what. */
  help: string;
  /** A period in words; epoch ms, `to` is exclusive. */
  formatPeriod: (from: number, to: number) => string;
  onZoom: (from: number, to: number) => void;
}

export type ChartKind = 'area' | 'line' | 'bar';

/** The palette's colour of a series. */
export const seriesColor = ({ color, comparison }: ChartSeries, index: number): number => (comparison ? 8 : (color ?? (index % 8) + 1));
