import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Sum } from '../../../lib/rules/cdn/plan/change.ts';
import { type Period, periodEnd } from '../../../lib/rules/cdn/plan/period.ts';
import { supplyPiece } from '../../../lib/rules/core/supply.ts';
import { postEntry, readBalance } from '../../core/ledger/ledger.ts';
import type { Work } from '../../core/services.ts';
import type { Domain, DomainPlan, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { loadTerm, saveTerm } from './term.ts';

interface Purchase {
  period: Period;
  sum: Sum;
  /** The description of the charge in the ledger. */
  label: TKey;
  /** The refusal when the balance is too small; `needed` is added to it. */
  lacking: 'domain:error.balance' | 'plan:error.balance';
  /** The term whose next period this pays for, instead of starting a new one. */
  goesOn?: DomainPlan | undefined;
  /** The date of purchase, when this is a renewal. */
  boughtAt?: number;
}

/** The amount missing from a balance for a total, in mills. A refund needs nothing, even with a negative balance. */
export const neededFor = (total: number, balance: number): number => (total > 0 ? Math.max(0, total - balance) : 0);

/**
 * Pays for a period of a domain's plan in the caller's transaction: refunds the rest of the old period, charges the price less the
 * voucher, and stores the term with its renewal job. Calls of one customer are serialized, so the balance can't be spent twice.
 * @returns the balance afterward, in mills
 */
export async function buyPlan(
  tx: Tx,
  ctx: Work,
  { id, name, accountId }: Pick<Domain, 'id' | 'name' | 'accountId'>,
  { period, sum, label, lacking, goesOn, boughtAt = goesOn?.boughtAt ?? ctx.now }: Purchase,
): Promise<number> {
  const { now } = ctx;
  const balance = await readBalance(tx, accountId);
  const needed = neededFor(sum.total, balance);
  if (needed > 0) refuse(402, lacking, { extra: { needed } });
  const params = { domain: name };
  const startsAt = goesOn?.endsAt ?? now;
  const anchorAt = goesOn?.anchorAt ?? now;
  const endsAt = periodEnd(anchorAt, period, startsAt);
  if (sum.credit > 0)
    await postEntry(tx, ctx, {
      kind: 'refund',
      from: 'revenue',
      to: { wallet: accountId },
      amount: sum.credit,
      description: { key: 'plan:ledger.credit', params },
      reference: id,
      supplies: [supplyPiece(-sum.credit, now, (await loadTerm(tx, { id }))?.endsAt)],
    });
  const paid = sum.price - sum.discount;
  if (paid > 0)
    await postEntry(tx, ctx, {
      kind: 'usage',
      from: { wallet: accountId },
      to: 'revenue',
      amount: paid,
      description: { key: label, params },
      reference: id,
      discount: sum.discount,
      supplies: [{ from: startsAt, to: endsAt, unit: period, quantity: 1, rate: sum.price * 1_000_000 }],
    });
  const fresh = { noticedAt: null, unpaidSince: null, disabledAt: null, didPause: 0 };
  const term = { period, anchorAt, boughtAt, startsAt, endsAt, paid, ...fresh };
  await saveTerm(tx, ctx, id, sum.price > 0 ? term : null);
  return balance - sum.total;
}
