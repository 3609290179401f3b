import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** Plans that are bought for a period and renewed, and the vouchers used by customers. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('domainPlan')
    .addColumn('domainId', 'text', (c) => c.primaryKey().references('domain.id').onDelete('cascade'))
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('anchorAt', 'bigint', (c) => c.notNull())
    .addColumn('boughtAt', 'bigint', (c) => c.notNull())
    .addColumn('startsAt', 'bigint', (c) => c.notNull())
    .addColumn('endsAt', 'bigint', (c) => c.notNull())
    .addColumn('paid', 'bigint', (c) => c.notNull())
    .addColumn('noticedAt', 'bigint')
    .addColumn('unpaidSince', 'bigint')
    .addColumn('disabledAt', 'bigint')
    .addColumn('didPause', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('voucherUse')
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('domainId', 'text', (c) => c.notNull())
    .addColumn('usedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('voucherUse_key', ['userId', 'code'])
    .execute();
  await adopt(db, Date.now());
}

/**
 * Domains from before renewals have paid for at most one month, when they were added. Their months count from that day. The current month
 * ends as if it had been renewed, and the next is the first to be charged. Nothing is charged retroactively, and only
 * the amount paid for the current month can be refunded when the plan is changed.
 */
async function adopt(db: Any, now: number): Promise<void> {
  const domains: { id: string; planSince: number }[] = await db
    .selectFrom('domain')
    .select(['id', 'planSince'])
    .where('plan', 'in', ['eco', 'com', 'pro'])
    .execute();
  for (const { id, planSince } of domains) {
    const anchorAt = Number(planSince);
    const { startsAt, endsAt } = monthOf(anchorAt, now);
    const booked: { sum: number | string | null } | undefined = await db
      .selectFrom('ledgerLine')
      .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select(sql<number | string | null>`sum(${sql.ref('ledgerLine.amount')})`.as('sum'))
      .where('ledgerAccount.kind', '=', 'wallet')
      .where('ledgerEntry.reference', '=', id)
      .executeTakeFirst();
    const paid = startsAt === anchorAt ? Math.max(0, -Number(booked?.sum ?? 0)) : 0;
    await db
      .insertInto('domainPlan')
      .values({
        domainId: id,
        period: 'month',
        anchorAt,
        boughtAt: anchorAt,
        startsAt,
        endsAt,
        paid,
        noticedAt: null,
        unpaidSince: null,
        disabledAt: null,
        didPause: 0,
      })
      .execute();
    await db
      .insertInto('job')
      .values({
        id: `plan-${id}`,
        kind: 'plan.renew',
        uniqueKey: `plan.renew:${id}`,
        payload: JSON.stringify({ domainId: id }),
        // The job itself determines when it has something to do.
        runAt: 0,
        attempts: 0,
        lockedUntil: 0,
        asked: 1,
        lastError: null,
        createdAt: now,
      })
      .execute();
  }
}

/** The same time `months` later (UTC); in a shorter month, on its last day. */
function addMonths(time: number, months: number): number {
  const to = new Date(time);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(new Date(time).getUTCDate(), lastDay));
  return to.getTime();
}

/** The current month at `now`, counted from `anchor`. A copy of the rule at the time: migrations don't change with the code. */
function monthOf(anchor: number, now: number): { startsAt: number; endsAt: number } {
  let count = 1;
  while (addMonths(anchor, count) <= now) count++;
  return { startsAt: addMonths(anchor, count - 1), endsAt: addMonths(anchor, count) };
}
