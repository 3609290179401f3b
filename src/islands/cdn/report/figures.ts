import type { Report } from '../../../lib/contract/cdn/report.ts';
import { formatNumber, formatPercent } from '../../../lib/format/number.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import type { Stat } from '../../ui/StatStrip.tsx';

type Totals = Report['totals'];
export type Figure = 'requests' | 'bytes' | 'hitRate' | 'visitors' | 'time' | 'errorRate' | 'waf' | 'blocked' | 'challenged' | Class;
type Class = 'c2xx' | 'c3xx' | 'c4xx' | 'c5xx';

const share = (part: number, of: number) => (of > 0 ? part / of : 0);
export const count = (value: number) => formatNumber(value, currentLocale(), { maximumFractionDigits: 0 });
export const percent = (value: number) => formatPercent(value, currentLocale(), { maximumFractionDigits: 1 });
export const bytes = (value: number) => formatBytes(value, currentLocale());
const milliseconds = (value: number) =>
  formatNumber(value, currentLocale(), { style: 'unit', unit: 'millisecond', unitDisplay: 'short', maximumFractionDigits: 0 });

const of: Partial<Record<Figure, (totals: Totals) => number>> = {
  hitRate: ({ cachedRequests, requests }) => share(cachedRequests, requests),
  time: ({ ms, requests }) => share(ms, requests),
  errorRate: ({ c4xx, c5xx, requests }) => share(c4xx + c5xx, requests),
};
const formatFigure: Partial<Record<Figure, (value: number) => string>> = {
  bytes,
  hitRate: percent,
  errorRate: percent,
  time: milliseconds,
};
/** Figures of which less is better, and more. The others are neither good nor bad. */
const bad: readonly Figure[] = ['time', 'errorRate', 'waf', 'blocked', 'challenged', 'c4xx', 'c5xx'];
const good: readonly Figure[] = ['hitRate', 'visitors', 'requests'];

/** A smaller change is shown as 0%. */
const NO_CHANGE = 0.0005;

/** Totals with their change against the period before. Rates change in points, the rest in percent of what it was; without complete data for that period, nothing is compared. */
export function stats(t: Translate, { totals, previous, comparable }: Report, figures: readonly Figure[]): Stat[] {
  return figures.map((key) => {
    const figureOf = of[key] ?? ((those: Totals) => those[key as keyof Totals]); // a total of the same name
    const [now, before] = [figureOf(totals), figureOf(previous)];
    const change = key === 'hitRate' || key === 'errorRate' ? now - before : share(now - before, before);
    const isComparable =
      comparable && previous.requests > 0 && (before > 0 || key === 'hitRate' || key === 'errorRate') && Math.abs(change) >= NO_CHANGE;
    const isGood = good.includes(key) ? change > 0 : change < 0;
    return {
      key,
      label: t(`report:stat.${key}`),
      value: (formatFigure[key] ?? count)(now),
      ...(isComparable && {
        delta: {
          text: percent(Math.abs(change)),
          way: change > 0 ? ('up' as const) : ('down' as const),
          meaning: good.includes(key) || bad.includes(key) ? (isGood ? ('good' as const) : ('bad' as const)) : ('neutral' as const),
        },
        comparison: t('report:stat.before'),
      }),
    };
  });
}
