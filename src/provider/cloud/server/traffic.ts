import { key } from '../../../lib/i18n/key.ts';
import type { Metrics } from '../../../lib/rules/cloud/compute/spec.ts';
import type { RatesAt } from '../../../lib/rules/cloud/rateHistory.ts';
import { includedTraffic, type Rate } from '../../../lib/rules/cloud/rates.ts';
import { chargeTraffic, computeOverage } from '../../../lib/rules/cloud/traffic.ts';
import { monthEnd, monthKey, monthStart } from '../../../lib/rules/core/month.ts';
import { mergeSupplies, type Supply, suppliesOrNull } from '../../../lib/rules/core/supply.ts';
import { GB, trafficForecast } from '../../../lib/rules/core/traffic.ts';
import { HOUR, iso } from '../../../lib/time.ts';
import { postEntry } from '../../core/ledger/ledger.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { within } from '../../drivers/within.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { currentRates, rateHistory } from '../prices.ts';

/** Metrics are read by five minutes. */
const STEP = 300_000;
const BATCH = 200;
/** What a run counts at most: drivers keep metrics for a month. */
const LONGEST = 31 * 24 * HOUR;

/** Bytes of one month (UTC), all at one rate. */
interface Part {
  month: string;
  rate: Rate;
  /** Epoch ms: the period of its intervals. */
  from: number;
  to: number;
  in: number;
  out: number;
}

/**
 * The bytes of the intervals that end after `from`, by month and by the rate in force when they start, in their order. A value applies
 * to the interval that ends at its time.
 */
function trafficParts({ times, values }: Metrics, from: number, ratesAt: RatesAt): Part[] {
  const parts: Part[] = [];
  for (const [index, time] of times.entries()) {
    if (time <= from) continue;
    const month = monthKey(time - STEP);
    const rate = ratesAt(time - STEP).traffic;
    let part = parts.at(-1);
    if (part?.month !== month || part.rate !== rate) {
      part = { month, rate, from: time - STEP, to: time, in: 0, out: 0 };
      parts.push(part);
    }
    part.to = time;
    part.in += Math.round(((values.netIn[index] ?? 0) * STEP) / 1000);
    part.out += Math.round(((values.netOut[index] ?? 0) * STEP) / 1000);
  }
  return parts;
}

async function add(
  tx: Tx,
  ids: Pick<JobCtx, 'now' | 'newId'>,
  server: ServerRow,
  { month, rate, from, to, ...bytes }: Part,
): Promise<void> {
  const { id: serverId, accountId, name } = server;
  const now = includedTraffic(server);
  const before = await tx
    .selectFrom('serverTraffic')
    .selectAll()
    .where('serverId', '=', serverId)
    .where('month', '=', month)
    .executeTakeFirst();
  const bytesIn = (before?.bytesIn ?? 0) + bytes.in;
  const bytesOut = (before?.bytesOut ?? 0) + bytes.out;
  // A smaller size doesn't take back what was included when the traffic went out.
  const included = Math.max(before?.included ?? 0, now);
  // A larger size includes more: what was charged before counts towards the overage that is left.
  const overage = computeOverage(bytesOut, included);
  const charged = before?.charged ?? 0;
  const due = Math.max(0, overage - charged);
  const { mills: amount, rest } = chargeTraffic(due, rate, before?.rest ?? 0);
  const supply: Supply[] = due > 0 && rate > 0 ? [{ from, to, unit: 'gigabyte', quantity: due / GB, rate }] : [];
  const supplies = mergeSupplies([...(before?.pendingSupplies ?? []), ...supply]);
  const pendingSupplies = amount === 0 ? suppliesOrNull(supplies) : null;
  const counted = {
    pendingSupplies,
    bytesIn,
    bytesOut,
    included,
    booked: (before?.booked ?? 0) + amount,
    charged: Math.max(charged, overage),
    rest,
  };
  await tx
    .insertInto('serverTraffic')
    .values({ serverId, accountId, month, ...counted })
    .onConflict((conflict) => conflict.columns(['serverId', 'month']).doUpdateSet(counted))
    .execute();
  if (amount === 0) return;
  await postEntry(tx, ids, {
    kind: 'usage',
    from: { wallet: accountId },
    to: 'revenue',
    amount,
    description: { key: key('server:ledger.traffic'), params: { name, month } },
    reference: `serverTraffic:${serverId}:${month}`,
    isAccrued: true,
    supplies,
  });
}

/** Counts the traffic of a server until a time. Without a response of the driver, or of hosts that don't count, nothing changes. */
async function countTraffic(
  ctx: Pick<JobCtx, 'now' | 'newId' | 'services' | 'signal'>,
  compute: ComputeDriver,
  { id, accountId, createdAt, trafficUntil }: ServerRow,
  until: number,
): Promise<void> {
  if (!compute.capabilities.metrics) return;
  const from = Math.max(trafficUntil ?? Math.max(createdAt, until - HOUR), until - LONGEST);
  if (from >= until) return;
  let metrics: Metrics;
  try {
    metrics = await within(compute.timeoutMs, ctx.signal, (signal) => compute.metrics(id, { from, to: until, step: STEP }, signal));
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.services.log.warn({ err: error, server: id }, 'traffic meter failed to read a server; the next run counts it');
    return;
  }
  await ctx.services.store.write(`account:${accountId}`, async (tx) => {
    const row = await tx.selectFrom('server').selectAll().where('id', '=', id).executeTakeFirst();
    // Another run has counted these hours, or it was handed over.
    if (!row || row.accountId !== accountId || row.trafficUntil !== trafficUntil) return;
    for (const part of trafficParts(metrics, from, await rateHistory(tx))) await add(tx, ctx, row, part);
    await tx.updateTable('server').set({ trafficUntil: until }).where('id', '=', id).execute();
  });
}

/** The end of the last interval that drivers have measured; epoch ms. */
export const countedTo = (now: number): number => Math.floor(now / STEP) * STEP;

/** Counts the traffic of a server up to now: before it changes its owner or is removed. */
export async function countUntilNow(
  ctx: Pick<JobCtx, 'now' | 'newId' | 'services' | 'signal'>,
  compute: ComputeDriver | null,
  serverId: string,
): Promise<void> {
  const row = await ctx.services.store.reader.selectFrom('server').selectAll().where('id', '=', serverId).executeTakeFirst();
  if (compute && row) await countTraffic(ctx, compute, row, countedTo(ctx.now));
}

/**
 * Counts the traffic of every server by complete hours and charges what exceeds the included amount of the month. It may run late,
 * twice, or in two processes: the transaction that counts hours also moves `trafficUntil`. Without a response of the driver, the next
 * run counts them.
 */
export const meterTraffic: JobHandler = async (ctx) => {
  const { compute } = ctx.services.drivers;
  if (!compute) return;
  for (let after = ''; ; ) {
    const rows = await ctx.services.store.reader
      .selectFrom('server')
      .selectAll()
      .where('id', '>', after)
      .where('state', '!=', 'removing')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      ctx.leaving.throwIfAborted();
      await countTraffic(ctx, compute, row, Math.floor(ctx.now / HOUR) * HOUR);
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
};

/** The traffic of a server in a month (UTC, as in `2026-11`). Bytes, gigabytes and mills. */
export async function loadTraffic(db: Db | Tx, server: ServerRow, month: string, now: number) {
  const row = await db
    .selectFrom('serverTraffic')
    .selectAll()
    .where('serverId', '=', server.id)
    .where('accountId', '=', server.accountId)
    .where('month', '=', month)
    .executeTakeFirst();
  const counted = server.trafficUntil;
  const out = row?.bytesOut ?? 0;
  const isCurrent = month === monthKey(now);
  const included = isCurrent ? Math.max(row?.included ?? 0, includedTraffic(server)) : (row?.included ?? 0);
  const overage = computeOverage(out, included);
  const rate = (await currentRates(db, now)).traffic;
  const booked = row ? row.booked - row.bookedBefore : 0;
  const forecast =
    isCurrent && counted !== null && row
      ? trafficForecast(out, { start: Math.max(monthStart(month), server.createdAt), counted, end: monthEnd(month) })
      : null;
  return {
    month,
    in: row?.bytesIn ?? 0,
    out,
    included,
    overage,
    cost: booked,
    rate,
    forecast,
    forecastCost:
      forecast === null
        ? null
        : booked + chargeTraffic(Math.max(0, computeOverage(forecast, included) - (row?.charged ?? 0)), rate, row?.rest ?? 0).mills,
    countedUntil: counted === null ? null : iso(counted),
  };
}
