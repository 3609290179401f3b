import type { Service } from '../../../lib/rules/core/service.ts';
import { costsUntil, runsOutAt } from '../../../lib/rules/finance/runway.ts';
import { DAY } from '../../../lib/time.ts';
import type { Registry } from '../../core/registry.ts';
import type { Db } from '../../db/schema.ts';

/** How far ahead the balance is projected. */
const YEAR_MS = 365 * DAY;

/** Future charges, at a certain time or continuous. Mills. */
export interface Outlook {
  charges: { service: Service; name: string; at: number; amount: number }[];
  running: { service: Service; name: string; perDay: number }[];
}

/** The charges that the product lines expect for an account from `now` until `until`. */
export async function computeOutlook(db: Db, account: { id: string }, registry: Registry, now: number, until: number): Promise<Outlook> {
  const byLine = await Promise.all(
    registry.lines.map(async ({ spending, upcomingCharges, runningCosts }) => {
      const service: Service = spending?.service ?? 'other';
      const [charges, running] = await Promise.all([upcomingCharges?.(db, account, now, until), runningCosts?.(db, account, now)]);
      return {
        charges: (charges ?? []).map(({ at, domain, amount }) => ({ service, name: domain, at: Date.parse(at), amount })),
        running: (running ?? []).map((cost) => ({ service, ...cost })),
      };
    }),
  );
  return { charges: byLine.flatMap(({ charges }) => charges), running: byLine.flatMap(({ running }) => running) };
}

export interface Runway {
  dailyBurn: number;
  basis: { until: number; running: number; charges: number };
  runwayDays: number | null;
  runsOutAt: number | null;
  atRisk: { service: Service; name: string }[];
}

/**
 * How long a balance lasts at the current costs, and what it costs until then: the average of a day is of the same time and the same
 * charges. A balance that lasts less than a day has the costs of 30 days, and one that lasts longer than a year those of the year.
 */
export async function computeRunway(db: Db, account: { id: string }, registry: Registry, balance: number, now: number): Promise<Runway> {
  const { charges, running } = await computeOutlook(db, account, registry, now, now + YEAR_MS);
  const perDay = running.reduce((sum, cost) => sum + cost.perDay, 0);
  const end = runsOutAt(balance, perDay, charges, now, now + YEAR_MS);
  const until = end === null ? now + YEAR_MS : end - now >= DAY ? end : now + 30 * DAY;
  const costs = costsUntil(perDay, charges, now, until);
  const atRisk = new Map([...running, ...charges].map(({ service, name }) => [`${service} ${name}`, { service, name }]));
  return {
    dailyBurn: Math.round(((costs.running + costs.charges) * DAY) / (until - now)),
    basis: { until, ...costs },
    runwayDays: end === null ? null : Math.floor((end - now) / DAY),
    runsOutAt: end,
    atRisk: [...atRisk.values()],
  };
}
