import { key } from '../../../lib/i18n/key.ts';
import { volumeRate } from '../../../lib/rules/cloud/rates.ts';
import { book } from '../../core/ledger/ledger.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { HOUR } from '../server/meter.ts';
import { toMills } from '../server/rate.ts';
import type { VolumeRow } from './store.ts';

const MILL = 1_000_000;

/**
 * Charges the started hours that weren't charged yet, in the transaction that moves `meteredUntil`: run late, twice, or by two
 * processes, each hour is charged once. Fractions of a mill are carried over, so that the sum is hours × rate.
 */
export async function chargeVolume(tx: Tx, ids: { now: number; newId(): string }, row: VolumeRow): Promise<void> {
  const hours = row.suspendedAt === null && row.state !== 'removing' ? Math.max(0, Math.ceil((ids.now - row.meteredUntil) / HOUR)) : 0;
  if (hours === 0 || row.billedSize === 0) return;
  const accrued = row.carry + hours * volumeRate(row.billedSize, row.type);
  const amount = Math.floor(accrued / MILL);
  const meteredUntil = row.meteredUntil + hours * HOUR;
  await tx
    .updateTable('volume')
    .set({ meteredUntil, carry: accrued - amount * MILL })
    .where('id', '=', row.id)
    .execute();
  if (amount === 0) return;
  await book(tx, ids, {
    kind: 'usage',
    from: { wallet: row.accountId },
    to: 'revenue',
    amount,
    description: { key: key('volume:ledger.usage'), params: { name: row.name } },
    reference: `volume:${row.id}:${meteredUntil}`,
  });
}

/** Charges the hours of every volume. */
export const meterVolumes: JobHandler = async (ctx) => {
  const due = await ctx.store.reader
    .selectFrom('volume')
    .select(['id', 'accountId'])
    .where('meteredUntil', '<', ctx.now)
    .where('suspendedAt', 'is', null)
    .where('billedSize', '>', 0)
    .orderBy('id')
    .execute();
  for (const { id, accountId } of due) {
    ctx.leaving.throwIfAborted();
    await ctx.store.write(`account:${accountId}`, async (tx) => {
      const row = await tx.selectFrom('volume').selectAll().where('id', '=', id).executeTakeFirst();
      if (row) await chargeVolume(tx, ctx, row);
    });
  }
};

/** The current cost of an account's volumes, in mills per day. */
export async function volumeCosts(db: Db, account: { id: string }): Promise<{ name: string; perDay: number }[]> {
  const rows = await db
    .selectFrom('volume')
    .select(['name', 'billedSize', 'type'])
    .where('accountId', '=', account.id)
    .where('suspendedAt', 'is', null)
    .where('state', '!=', 'removing')
    .orderBy('name')
    .execute();
  return rows.map(({ name, billedSize, type }) => ({ name, perDay: toMills(volumeRate(billedSize, type) * 24) }));
}
