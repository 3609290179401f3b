import type { DayHour, DaySums } from '../../../lib/contract/cdn/report.ts';
import { DAY, HOUR, iso } from '../../../lib/time.ts';
import { ownedDomains } from '../../db/owned.ts';
import type { Db } from '../../db/schema.ts';
import type { LogStore, LogSums } from '../../drivers/logs/logs.ts';
import type { Account } from '../../kernel/account.ts';
import { isComplete } from './summary.ts';

const COUNTRIES = 5;
/** As many as the dashboard lists. */
const DOMAINS = 5;

const show = (sums: LogSums | undefined): DaySums => ({
  requests: sums?.requests ?? 0,
  bytes: sums?.bytes ?? 0,
  cachedBytes: sums?.cachedBytes ?? 0,
  threats: (sums?.blocked ?? 0) + (sums?.challenged ?? 0),
});
const total = (all: readonly DaySums[]): DaySums =>
  all.reduce(
    (sum, one) => ({
      requests: sum.requests + one.requests,
      bytes: sum.bytes + one.bytes,
      cachedBytes: sum.cachedBytes + one.cachedBytes,
      threats: sum.threats + one.threats,
    }),
    show(undefined),
  );
/** The 24 hours of which the last one has begun. */
const dayUntil = (now: number) => {
  const to = Math.ceil(now / HOUR) * HOUR;
  return { from: to - DAY, to };
};

async function loadReportHours(logs: LogStore, domainId: string, { from, to }: { from: number; to: number }): Promise<DayHour[]> {
  const sums = new Map((await logs.sums({ domainId, from, to }, HOUR)).map((hour) => [hour.at, hour]));
  return Array.from({ length: 24 }, (_, i) => ({ t: iso(from + i * HOUR), ...show(sums.get(from + i * HOUR)) }));
}

/** The last 24 hours of a domain, whose owner was checked. */
export async function loadReportDay(logs: LogStore, domainId: string, now: number) {
  const day = dayUntil(now);
  const [hours, before, comparable, countries] = await Promise.all([
    loadReportHours(logs, domainId, day),
    loadReportHours(logs, domainId, { from: day.from - DAY, to: day.from }),
    isComplete(logs, domainId, day.from - DAY),
    logs.countries({ domainId, ...day }),
  ]);
  return {
    totals: total(hours),
    previous: total(before),
    comparable,
    hours,
    countries: countries
      .toSorted((a, b) => b.requests - a.requests)
      .slice(0, COUNTRIES)
      .map(({ country, requests, bytes }) => ({ country, requests, bytes })),
  };
}

/** Requests by hour of the domains that the dashboard lists. */
export async function recentDays(db: Db, account: Account, logs: LogStore, now: number) {
  const rows = await ownedDomains(db, account)
    .select('domain.id')
    .orderBy('createdAt', 'desc')
    .orderBy('domain.id')
    .limit(DOMAINS)
    .execute();
  return Promise.all(
    rows.map(async ({ id }) => {
      const hours = (await loadReportHours(logs, id, dayUntil(now))).map(({ requests }) => requests);
      return { domainId: id, requests: hours.reduce((sum, requests) => sum + requests), hours };
    }),
  );
}
