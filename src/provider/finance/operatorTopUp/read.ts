import type { OperatorGiftCode } from '../../../lib/contract/finance/operatorTopUp.ts';
import { iso } from '../../../lib/time.ts';
import { LISTED_USES } from '../../core/catalogCodes.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { giftOfRow } from '../payment/index.ts';

const MOST = 1000;

/** Gift codes with their uses, newest first. @param code only this one */
export async function listGifts(db: Db | Tx, code?: string): Promise<OperatorGiftCode[]> {
  let query = db.selectFrom('giftCode').selectAll().orderBy('createdAt', 'desc').orderBy('code').limit(MOST);
  if (code !== undefined) query = query.where('code', '=', code);
  const rows = await query.execute();
  const pending = await db
    .selectFrom('giftUse')
    .select('code')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .groupBy('code')
    .execute();
  const total = await db.selectFrom('giftCount').selectAll().execute();
  const used = new Map(total.map((row) => [row.code, Number(row.used)]));
  const waiting = new Map(pending.map((row) => [row.code, Number(row.count)]));
  return rows.map((row) => {
    const { worth, maxUses, expiresAt, enabled } = giftOfRow(row);
    return {
      code: row.code,
      kind: 'amount' in worth ? ('gift' as const) : ('percent' as const),
      amount: 'amount' in worth ? worth.amount : worth.max,
      percent: 'amount' in worth ? null : worth.percent,
      maxUses,
      used: used.get(row.code) ?? 0,
      waiting: waiting.get(row.code) ?? 0,
      expiresAt: expiresAt === null ? null : iso(expiresAt),
      enabled,
      createdAt: Number(row.createdAt) === 0 ? null : iso(row.createdAt),
      version: row.version,
    };
  });
}

/** Who used a code, newest first. The account may have been closed since: its address is then a pseudonym. */
export async function loadGiftUses(db: Db, code: string) {
  const used = db.selectFrom('giftUse').where('giftUse.code', '=', code).where('giftUse.status', '=', 'used');
  const { count } = await used.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await used
    .innerJoin('user', 'user.id', 'giftUse.accountId')
    .innerJoin('payment', 'payment.id', 'giftUse.paymentId')
    .select(['user.id', 'user.email', 'payment.gift', 'giftUse.usedAt'])
    .orderBy('giftUse.usedAt', 'desc')
    .orderBy('giftUse.id', 'desc')
    .limit(LISTED_USES)
    .execute();
  return {
    uses: rows.map(({ id, email, gift, usedAt }) => ({ account: { id, email }, gift: Number(gift), usedAt: iso(usedAt ?? 0) })),
    total: Number(count),
  };
}
