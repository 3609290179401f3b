import { logFilterNames, type ReportInput, type ReportSums } from '../../../lib/contract/cdn/report.ts';
import { customRange, hasRequests, REPORT_MS, type ReportRange, rangeBefore, windowRange } from '../../../lib/rules/cdn/report/range.ts';
import { DAY, HOUR, iso } from '../../../lib/time.ts';
import type { SignedIn } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { type LogFilter, type LogStore, type LogTop, partSeparator, sumFields } from '../../drivers/logs/logs.ts';
import { refuseField } from '../../kernel/refusal.ts';
import { isGenerated } from '../edgeLog/index.ts';

const nothing = Object.fromEntries(sumFields.map((name) => [name, 0])) as unknown as ReportSums; // all fields

export const toTopRow = ({ last, ...row }: LogTop) => ({ ...row, lastAt: iso(last) });
/** An address with its country. */
export function toClientRow(row: LogTop) {
  const [country = '', value = ''] = row.value.split(partSeparator);
  return { ...toTopRow(row), country, value };
}

/** The conditions of an input; a leading `!` excludes. */
export const parseLogFilters = (input: Partial<Record<(typeof logFilterNames)[number], string | undefined>>): LogFilter[] =>
  logFilterNames.flatMap((field) => {
    const value = input[field];
    if (value === undefined || value === '') return [];
    return [value.startsWith('!') ? { field, value: value.slice(1), not: true } : { field, value }];
  });

/** The range that an input requests. Refuses one that isn't valid. */
export function resolveReportRange({ window, from, to }: Pick<ReportInput, 'window' | 'from' | 'to'>, now: number): ReportRange {
  if (from === undefined && to === undefined) return windowRange(window ?? '24h', now);
  const [start, end] = [Date.parse(from ?? ''), to === undefined ? now : Date.parse(to)];
  if (!(start < end) || start < now - REPORT_MS || start >= now) refuseField('from', 'report:error.range');
  return customRange(start, Math.min(end, now), now);
}

/** Checks ownership, range and filters, and begins to read what every report has. */
export async function reportSource(ctx: SignedIn, input: ReportInput) {
  const { id: domainId } = await ownedDomain(ctx.db, ctx.account, input.domainId);
  const times = resolveReportRange(input, ctx.now);
  const filters = parseLogFilters(input);
  if (filters.length > 0 && !hasRequests(times, ctx.now)) refuseField(input.from ? 'from' : 'window', 'report:error.filter');
  const { logs } = ctx.services;
  const range = { domainId, ...times };
  const generated = isGenerated(ctx.services.env, domainId);
  const summary = loadSummary(logs, range, filters, ctx.now).then((match) => ({ ...match, generated }));
  return { logs, range, filters, summary };
}

/** Totals, the totals of the period before, and the series without gaps. */
async function loadSummary(logs: LogStore, range: ReportRange & { domainId: string }, filters: readonly LogFilter[], now: number) {
  const { domainId, from, to, step } = range;
  const before = rangeBefore(range);
  const hasBefore = filters.length === 0 || hasRequests(before, now);
  const [points, visitors, previous, previousVisitors, comparable] = await Promise.all([
    logs.sums(range, step, filters),
    logs.top(range, 'client', 1, filters),
    hasBefore ? logs.sums({ domainId, ...before }, step, filters) : [],
    hasBefore ? logs.top(wholeHours({ domainId, ...before }, now), 'client', 1, filters) : { total: 0 },
    isComplete(logs, domainId, before.from),
  ]);
  const byTime = new Map(points.map((point) => [point.at, point]));
  const series = [];
  for (let at = from; at < to && at < now; at += step) {
    const { at: _, ...sums } = byTime.get(at) ?? { at, ...nothing };
    series.push({ t: iso(at), ...sums });
  }
  return {
    from: iso(from),
    to: iso(to),
    step,
    series,
    totals: { ...total(points), visitors: visitors.total },
    previous: { ...total(previous), visitors: previousVisitors.total },
    comparable,
  };
}

/** Whether a period that began at `from`, epoch ms, has all its data: there were requests in the day before it, or earlier. */
export async function isComplete(logs: LogStore, domainId: string, from: number): Promise<boolean> {
  const hour = Math.floor(from / HOUR) * HOUR;
  if ((await logs.sums({ domainId, from: hour - DAY, to: hour }, HOUR)).length > 0) return true;
  const day = Math.floor(from / DAY) * DAY;
  return (await logs.sums({ domainId, from: day - REPORT_MS, to: day }, DAY)).length > 0;
}

/** Values of more than a day ago are there by hour. */
const wholeHours = (range: { domainId: string; from: number; to: number }, now: number) =>
  hasRequests(range, now) ? range : { ...range, from: Math.floor(range.from / HOUR) * HOUR, to: Math.floor(range.to / HOUR) * HOUR };

function total(points: readonly ReportSums[]): ReportSums {
  const sums = { ...nothing };
  for (const point of points) for (const name of sumFields) sums[name] += point[name];
  return sums;
}
