import { sql } from 'kysely';
import { iso } from '../../lib/time.ts';
import type { HealthCheck } from '../core/registry.ts';
import type { Db } from '../db/schema.ts';
import type { JobHandler } from '../jobs/jobs.ts';

/** Key of the latest result in the `meta` table. */
const CHECKED_AS = 'ledgerCheck';

export interface LedgerCheck {
  /** Epoch ms. */
  checkedAt: number;
  entries: number;
  /** Sum of all lines in mills: 0 unless something is wrong. */
  sum: number;
  /** Entries with unequal debits and credits, or with fewer than two lines. */
  unbalanced: number;
  /** Paid payments without exactly one credit of their amount in the payer's wallet. */
  miscredited: number;
  /** Credits of a payment that isn't paid. */
  unpaid: number;
  ok: boolean;
}

const count = async (query: { execute(): Promise<unknown[]> }): Promise<number> => (await query.execute()).length;

/** Verifies the ledger: debits equal credits, overall and in every entry, and every payment is credited exactly once. */
export async function proveLedger(db: Db, now: number): Promise<LedgerCheck> {
  const total = await db
    .selectFrom('ledgerLine')
    .select((e) => [
      e.fn.sum<number | string | null>('amount').as('sum'),
      sql<number | string>`count(distinct ${sql.ref('entryId')})`.as('entries'),
    ])
    .executeTakeFirstOrThrow();
  const unbalanced = await count(
    db
      .selectFrom('ledgerEntry')
      .leftJoin('ledgerLine', 'ledgerLine.entryId', 'ledgerEntry.id')
      .select('ledgerEntry.id')
      .groupBy('ledgerEntry.id')
      .having((e) => e.or([e(e.fn.sum('ledgerLine.amount'), '!=', 0), e(e.fn.count('ledgerLine.id'), '<', 2)])),
  );
  const credits = db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerLine', 'ledgerLine.entryId', 'ledgerEntry.id')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .where('ledgerEntry.kind', '=', 'topUp')
    .where('ledgerAccount.kind', '=', 'wallet');
  const miscredited = await count(
    db
      .selectFrom('payment')
      .select('payment.id')
      .where('payment.status', '=', 'paid')
      .where((e) =>
        e(
          credits
            .where(sql<boolean>`${sql.ref('ledgerEntry.reference')} = ${sql.ref('payment.id')}`)
            .where(sql<boolean>`${sql.ref('ledgerLine.amount')} = ${sql.ref('payment.amount')}`)
            .where(sql<boolean>`${sql.ref('ledgerAccount.code')} = 'wallet:' || ${sql.ref('payment.accountId')}`)
            .select((f) => f.fn.countAll().as('n')),
          '!=',
          1,
        ),
      ),
  );
  const unpaid = await count(
    credits.innerJoin('payment', 'payment.id', 'ledgerEntry.reference').where('payment.status', '!=', 'paid').select('payment.id'),
  );
  const sum = Number(total.sum ?? 0);
  const ok = sum === 0 && unbalanced === 0 && miscredited === 0 && unpaid === 0;
  return { checkedAt: now, entries: Number(total.entries), sum, unbalanced, miscredited, unpaid, ok };
}

/** Verifies the ledger daily and stores the result for `/healthz`. */
export const checkLedger: JobHandler = async ({ now, services: { store, log } }) => {
  const check = await proveLedger(store.reader, now);
  if (!check.ok) log.error(check, 'ledger check found an imbalance');
  const value = JSON.stringify(check);
  await store.write('ledgerCheck', (tx) =>
    tx
      .insertInto('meta')
      .values({ key: CHECKED_AS, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute(),
  );
};

/** The latest result of the daily check. */
export async function ledgerHealth(db: Db): Promise<HealthCheck> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', CHECKED_AS).executeTakeFirst();
  const check = row && (JSON.parse(row.value) as LedgerCheck); // written by `checkLedger`
  return { name: 'ledger', ok: check?.ok ?? null, checkedAt: check ? iso(check.checkedAt) : null };
}
