import { key } from '../../../lib/i18n/key.ts';
import { sumHours, supplyHours } from '../../../lib/rules/cloud/rateHistory.ts';
import { volumeRate } from '../../../lib/rules/cloud/rates.ts';
import { HOUR } from '../../../lib/time.ts';
import type { Work } from '../../core/services.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { accrue } from '../accrue.ts';
import type { Cost, CostsAccount } from '../cost.ts';
import { rateHistory } from '../prices.ts';
import type { VolumeRow } from './store.ts';

/** Charges the started hours that weren't charged yet. */
export async function chargeVolume(tx: Tx, ids: Pick<Work, 'now' | 'newId'>, row: VolumeRow): Promise<void> {
  const hours = row.suspendedAt === null && row.state !== 'removing' ? Math.max(0, Math.ceil((ids.now - row.meteredUntil) / HOUR)) : 0;
  if (hours === 0 || row.billedSize === 0) return;
  const { billedSize, type, meteredUntil } = row;
  const ratesAt = await rateHistory(tx);
  await accrue(tx, ids, {
    table: 'volume',
    row,
    microMills: sumHours(ratesAt, meteredUntil, hours, (rates) => volumeRate(billedSize, type, rates)),
    supplies: supplyHours(ratesAt, meteredUntil, hours, (rates) => volumeRate(1, type, rates), {
      unit: 'gigabyteHour',
      perHour: billedSize,
    }),
    until: meteredUntil + hours * HOUR,
    usage: key('volume:ledger.usage'),
  });
}

/** Charges the hours of every volume. */
export const meterVolumes: JobHandler = async (ctx) => {
  const due = await ctx.services.store.reader
    .selectFrom('volume')
    .select(['id', 'accountId'])
    .where('meteredUntil', '<', ctx.now)
    .where('suspendedAt', 'is', null)
    .where('billedSize', '>', 0)
    .orderBy('id')
    .execute();
  for (const { id, accountId } of due) {
    ctx.leaving.throwIfAborted();
    await ctx.services.store.write(`account:${accountId}`, async (tx) => {
      const row = await tx.selectFrom('volume').selectAll().where('id', '=', id).executeTakeFirst();
      if (row) await chargeVolume(tx, ctx, row);
    });
  }
};

/** What volumes cost. */
export async function volumeCosts(db: Db | Tx, account: CostsAccount): Promise<Cost[]> {
  const rows = await db
    .selectFrom('volume')
    .select(['accountId', 'name', 'billedSize', 'type'])
    .$if(account !== null, (query) => query.where('accountId', '=', account?.id ?? ''))
    .where('suspendedAt', 'is', null)
    .where('state', '!=', 'removing')
    .orderBy('name')
    .execute();
  return rows.map(({ billedSize, type, ...row }) => ({ ...row, rateAt: (rates) => volumeRate(billedSize, type, rates) }));
}
