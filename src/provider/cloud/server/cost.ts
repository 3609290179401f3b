import { sumHours } from '../../../lib/rules/cloud/rateHistory.ts';
import { addressRate } from '../../../lib/rules/cloud/server/address.ts';
import { monthEnd, monthKey } from '../../../lib/rules/core/month.ts';
import { HOUR } from '../../../lib/time.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import { rateHistory } from '../prices.ts';
import { chargedAddresses } from './addresses.ts';
import { isCharged } from './meter.ts';
import { computeServerRate, rateWith, type Sized, toMills } from './rate.ts';

type Costly = Sized & Pick<ServerRow, 'id' | 'accountId' | 'hourlyRate' | 'period' | 'meteredUntil' | 'suspendedAt' | 'lostAt'>;

/** The cost of a server and its additional addresses this month, so far and expected. Hours, mills and micro-mills. */
export async function computeCost(db: Db | Tx, row: Costly, now: number) {
  const month = monthKey(now);
  const usage = await db
    .selectFrom('serverUsage')
    .select(['hours', 'microMills', 'booked', 'addresses'])
    .where('serverId', '=', row.id)
    .where('accountId', '=', row.accountId)
    .where('month', '=', month)
    .executeTakeFirst();
  const end = monthEnd(month);
  const ratesAt = await rateHistory(db);
  const rates = ratesAt(now);
  /** Micro-mills of the hours until the end of the month, with prices that are already set. */
  const left = (meteredUntil: number, rateBy: Parameters<typeof sumHours>[3]) => {
    const from = Math.max(meteredUntil, now);
    return isCharged(row) ? sumHours(ratesAt, from, Math.max(0, Math.ceil((end - from) / HOUR)), rateBy) : 0;
  };
  const extra = await chargedAddresses(db, row.id);
  const paid = usage?.addresses ?? 0;
  return {
    hourlyMicroMills: computeServerRate(row, rates),
    hours: usage?.hours ?? 0,
    addresses: { hourlyMicroMills: extra.reduce((sum, { kind }) => sum + addressRate(kind, rates), 0), month: paid },
    month: (usage?.booked ?? 0) + paid,
    forecast:
      toMills((usage?.microMills ?? 0) + left(row.meteredUntil, (then) => rateWith(row, then))) +
      paid +
      toMills(extra.reduce((sum, { kind, meteredUntil }) => sum + left(meteredUntil, (then) => addressRate(kind, then)), 0)),
  };
}
