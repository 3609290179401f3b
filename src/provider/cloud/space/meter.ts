import { sql } from 'kysely';
import { key } from '../../../lib/i18n/key.ts';
import { sumHours, supplyHours } from '../../../lib/rules/cloud/rateHistory.ts';
import { catalogRates, type Rates } from '../../../lib/rules/cloud/rates.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import { HOUR } from '../../../lib/time.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { accrue } from '../accrue.ts';
import type { Cost, CostsAccount } from '../cost.ts';
import { rateHistory } from '../prices.ts';
import { loadSpaceUsage } from './store.ts';

/** The start of a time's hour; epoch ms. */
export const startOfHour = (time: number): number => Math.floor(time / HOUR) * HOUR;

/** Micro-mills for an hour of stored bytes, rounded down. Exact for any size: the product is beyond the safe integers of a number. */
export const hourlyCharge = (bytes: number, { unit }: Pick<Rates, 'unit'> = catalogRates): number =>
  Number((BigInt(bytes) * BigInt(unit.space)) / BigInt(GB));

/**
 * Charges every space for the hours since it was charged last. It may run late or twice: how far a space was charged is a column of it
 * and moves in the transaction of the charge. The last hour counts what is stored now; hours that a late run missed count that or what
 * was stored at the run before, whichever is less. What is less than a mill is carried on.
 */
export const meterSpaces: JobHandler = async ({ now, newId, leaving, services: { store, objects, log } }) => {
  const until = startOfHour(now);
  const due = await store.reader
    .selectFrom('space')
    .selectAll()
    .where('reservedAt', 'is', null)
    .where('stops', '=', sql.val([]))
    .where('meteredUntil', '<', until)
    .orderBy('id')
    .execute();
  for (const { id, name } of due) {
    if (leaving.aborted) return;
    try {
      const usage = objects ? await measure(objects, id) : null;
      await store.write(`space:${id}`, async (tx) => {
        const row = await tx.selectFrom('space').selectAll().where('id', '=', id).executeTakeFirst();
        if (!row || row.meteredUntil >= until || row.stops.length > 0) return;
        const bytes = usage?.bytes ?? row.bytes;
        const hours = (until - row.meteredUntil) / HOUR;
        const ratesAt = await rateHistory(tx);
        const missed = Math.min(bytes, row.bytes);
        const microMills =
          sumHours(ratesAt, row.meteredUntil, hours - 1, (rates) => hourlyCharge(missed, rates)) +
          hourlyCharge(bytes, ratesAt(until - HOUR));
        const supplied = (from: number, count: number, stored: number) =>
          supplyHours(ratesAt, from, count, (rates) => rates.unit.space, { unit: 'gigabyteHour', perHour: stored / GB });
        const supplies = [...supplied(row.meteredUntil, hours - 1, missed), ...supplied(until - HOUR, 1, bytes)];
        await accrue(tx, { now, newId }, { table: 'space', row, microMills, supplies, until, usage: key('space:charge') });
        await tx
          .updateTable('space')
          .set({ bytes, objects: usage?.objects ?? row.objects })
          .where('id', '=', id)
          .execute();
      });
    } catch (error) {
      // The others are charged; this one in the next run, including these hours.
      log.warn({ err: error, space: name }, 'storage meter failed to measure a space');
    }
  }

  async function measure(engine: NonNullable<typeof objects>, id: string) {
    const row = await store.reader.selectFrom('space').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return null;
    return engine.capabilities.quota ? loadSpaceUsage(engine, row) : engine.usage(row.name);
  }
};

/** What spaces cost, by what was stored at the last measurement. */
export async function spaceCosts(db: Db | Tx, account: CostsAccount): Promise<Cost[]> {
  const rows = await db
    .selectFrom('space')
    .select(['accountId', 'name', 'bytes'])
    .$if(account !== null, (query) => query.where('accountId', '=', account?.id ?? ''))
    .where('reservedAt', 'is', null)
    .where('stops', '=', sql.val([]))
    .orderBy('name')
    .execute();
  return rows.map(({ bytes, ...row }) => ({ ...row, rateAt: (rates) => hourlyCharge(bytes, rates) }));
}
