import { type MetricName, type Metrics, metricNames } from '../../lib/rules/cloud/compute/spec.ts';
import type { StateStore } from '../state/store.ts';

type Values = Record<MetricName, number | null>;
type Row = Values & { at: number };

const DAY = 86_400_000;
/** Older values are averages of five minutes. */
const DETAILED_MS = DAY;
const COARSE_STEP = 300_000;
const RETENTION_MS = 31 * DAY;

const averages = metricNames.map((name) => `avg(${name}) as ${name}`).join(', ');

export function storeMetrics({ db }: StateStore, server: string, at: number, values: Values): void {
  db.prepare(
    `insert or replace into metric (server, at, ${metricNames.join(', ')}) values (@server, @at, ${metricNames.map((name) => `@${name}`).join(', ')})`,
  ).run({ server, at, ...values });
}

/** Deletes what is too old, and averages what is older than a day. A server needs less than a megabyte then. */
export function compactMetrics(store: StateStore, now: number): void {
  const until = Math.floor((now - DETAILED_MS) / COARSE_STEP) * COARSE_STEP;
  const from = Number(store.fact('metrics compacted until') ?? 0);
  store.transaction(() => {
    const rows = store.db
      .prepare(`select server, at - at % @step as at, ${averages} from metric where at >= @from and at < @until group by 1, 2`)
      .all({ step: COARSE_STEP, from, until }) as (Row & { server: string })[]; // the columns above
    store.db.prepare('delete from metric where at >= ? and at < ?').run(from, until);
    for (const { server, at, ...values } of rows) storeMetrics(store, server, at, values);
    store.db.prepare('delete from metric where at < ?').run(now - RETENTION_MS);
    store.setFact('metrics compacted until', String(until));
  });
}

/** The average of what was measured in each step. Until the next measurement, the last one is repeated; null: nothing was measured. */
export function readMetrics(store: StateStore, id: string, { from, to, step }: { from: number; to: number; step: number }): Metrics {
  const every = Math.max((store.get('servers', id)?.spec.measureEvery ?? 0) * 1000, from < Date.now() - DETAILED_MS ? COARSE_STEP : 0);
  const rows = store.db
    .prepare(`select at - at % @step as at, ${averages} from metric where server = @id and at > @first and at < @to + @step group by 1`)
    .all({ id, first: from - step - every, to, step }) as Row[]; // the columns above
  const byTime = new Map(rows.map((row) => [row.at, row]));
  const times: number[] = [];
  const values: Metrics['values'] = { cpu: [], ram: [], diskRead: [], diskWrite: [], netIn: [], netOut: [] };
  let last = rows.findLast(({ at }) => at < from);
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    last = byTime.get(time) ?? last;
    const row = last && time - last.at <= every ? last : undefined;
    times.push(time);
    for (const name of metricNames) values[name].push(row?.[name] ?? null);
  }
  return { times, values };
}
