import { type Metrics, metricNames } from '../../lib/rules/cloud/compute/spec.ts';
import type { StateStore } from '../state/store.ts';

type Row = Record<(typeof metricNames)[number], number | null> & { at: number };

/** The average of what was measured in each step; null where nothing was. */
export function readMetrics({ db }: StateStore, id: string, { from, to, step }: { from: number; to: number; step: number }): Metrics {
  const averages = metricNames.map((name) => `avg(${name}) as ${name}`).join(', ');
  const rows = db
    .prepare(
      `select (at / @step) * @step as at, ${averages} from metric where server = @id and at > @from - @step and at < @to + @step group by 1`,
    )
    .all({ id, from, to, step }) as Row[]; // the columns above
  const byTime = new Map(rows.map((row) => [row.at, row]));
  const times: number[] = [];
  const values: Metrics['values'] = { cpu: [], ram: [], diskRead: [], diskWrite: [], netIn: [], netOut: [] };
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    times.push(time);
    const row = byTime.get(time);
    for (const name of metricNames) values[name].push(row?.[name] ?? null);
  }
  return { times, values };
}
