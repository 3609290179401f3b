import { monthEnd, monthOf } from '../../../lib/rules/core/month.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import { addressRates } from './addresses.ts';
import { HOUR } from './meter.ts';
import { toMills } from './rate.ts';

type Costly = Pick<ServerRow, 'id' | 'accountId' | 'hourlyRate' | 'meteredUntil' | 'suspendedAt'>;

/** The cost of a server and its additional addresses this month, so far and expected. Hours, mills and micro-mills. */
export async function costOf(db: Db | Tx, row: Costly, now: number) {
  const month = monthOf(now);
  const usage = await db
    .selectFrom('serverUsage')
    .select(['hours', 'microMills', 'booked', 'addresses'])
    .where('serverId', '=', row.id)
    .where('accountId', '=', row.accountId)
    .where('month', '=', month)
    .executeTakeFirst();
  const end = monthEnd(month);
  const left = (meteredUntil: number) =>
    row.suspendedAt === null ? Math.max(0, Math.ceil((end - Math.max(meteredUntil, now)) / HOUR)) : 0;
  const extra = await addressRates(db, row.id);
  const paid = usage?.addresses ?? 0;
  return {
    hourlyMicroMills: row.hourlyRate,
    hours: usage?.hours ?? 0,
    addresses: { hourlyMicroMills: extra.reduce((sum, { rate }) => sum + rate, 0), month: paid },
    month: (usage?.booked ?? 0) + paid,
    forecast:
      toMills((usage?.microMills ?? 0) + left(row.meteredUntil) * row.hourlyRate) +
      paid +
      toMills(extra.reduce((sum, { rate, meteredUntil }) => sum + left(meteredUntil) * rate, 0)),
  };
}
