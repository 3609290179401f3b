import { monthKey } from '../../../lib/rules/core/month.ts';
import { HOUR } from '../../../lib/time.ts';
import type { Db } from '../../db/schema.ts';
import { type LogHour, RAW_MS } from '../../drivers/logs/logs.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { chargeHours } from './charge.ts';

/** Lines may be this old when they arrive, and be stored a little later: these hours are read again. */
const LATE_MS = RAW_MS + 2 * HOUR;
/** The hours that are read together. */
const SPAN_MS = 7 * 24 * HOUR;
/** How long counted hours are stored beyond those that are read again. */
const RETENTION_MS = 7 * 24 * HOUR;

export const loadMeter = (db: Db) => db.selectFrom('trafficMeter').select(['since', 'until']).where('id', '=', 1).executeTakeFirst();

/**
 * Charges the complete hours of every domain (docs/product.md, Traffic). It may run late, twice or in two processes, and be killed
 * at any point: an hour and what was charged for it are stored in one transaction, and lines that arrived late are the difference to
 * what is stored.
 */
export const meterTraffic: JobHandler = async (ctx) => {
  const until = Math.floor(ctx.now / HOUR) * HOUR;
  const meter = await loadMeter(ctx.services.store.reader);
  if (!meter) {
    const start = { id: 1, since: until, until };
    await ctx.services.store.write('traffic.meter', (tx) =>
      tx
        .insertInto('trafficMeter')
        .values(start)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    return;
  }
  for (let from = Math.max(meter.since, meter.until - LATE_MS); from < until; from += SPAN_MS) {
    const hours = await ctx.services.logs.hours({ from, to: Math.min(until, from + SPAN_MS) });
    for (const [accountId, theirs] of await byPayer(ctx.services.store.reader, hours)) {
      ctx.leaving.throwIfAborted();
      await ctx.services.store.write(`account:${accountId}`, (tx) =>
        chargeHours(tx, ctx, { accountId, hours: theirs, meteredUntil: meter.until }),
      );
    }
  }
  await finish(ctx, meter.until, until);
};

async function finish({ services: { store } }: JobCtx, before: number, until: number): Promise<void> {
  if (until <= before) return;
  await store.write('traffic.meter', async (tx) => {
    // Another run may have been faster.
    const { numUpdatedRows } = await tx.updateTable('trafficMeter').set({ until }).where('until', '=', before).executeTakeFirst();
    if (numUpdatedRows > 0n)
      await tx
        .deleteFrom('trafficHour')
        .where('at', '<', before - LATE_MS - RETENTION_MS)
        .execute();
  });
}

/** The hours with something to charge by account: who paid for the hour before, otherwise who owns the domain, or did when it was removed. */
async function byPayer(db: Db, hours: readonly LogHour[]): Promise<Map<string, LogHour[]>> {
  const payers = new Map<string, LogHour[]>();
  if (hours.length === 0) return payers;
  const times = hours.map(({ at }) => at);
  const counted = await db
    .selectFrom('trafficHour')
    .select(['domainId', 'at', 'accountId', 'requests', 'bytes'])
    .where('at', '>=', Math.min(...times))
    .where('at', '<=', Math.max(...times))
    .execute();
  const known = new Map(counted.map((hour) => [`${hour.domainId} ${hour.at}`, hour]));
  const owners = new Map<string, string>();
  for (const { domainId, accountId } of await db
    .selectFrom('domainTraffic')
    .select(['domainId', 'accountId'])
    .where('month', '>=', monthKey(Math.min(...times)))
    .orderBy('month')
    .execute())
    owners.set(domainId, accountId);
  for (const { id, accountId } of await db.selectFrom('domain').select(['id', 'accountId']).execute()) owners.set(id, accountId);
  for (const hour of hours) {
    const before = known.get(`${hour.domainId} ${hour.at}`);
    const payer = before ? before.accountId : owners.get(hour.domainId);
    if (!payer || (before && before.bytes >= hour.bytes && before.requests >= hour.requests)) continue;
    const theirs = payers.get(payer) ?? [];
    theirs.push(hour);
    payers.set(payer, theirs);
  }
  return payers;
}
