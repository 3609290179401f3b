import { sql } from 'kysely';
import { stopAt, warnAt } from '../../../lib/rules/finance/balance/grace.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { negativeSince } from '../../core/ledger/statement.ts';
import { amountParam } from '../../core/localizedParams.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Services } from '../../core/services.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { JobCtx, JobHandler, Jobs } from '../../jobs/jobs.ts';
import { scheduleTopUp } from '../autoTopUp/index.ts';
import { financeJobs } from '../jobs.ts';

const scheduleBalanceCheck = (tx: Tx, { enqueue }: Pick<Jobs, 'enqueue'>, accountId: string, runAt = 0) =>
  enqueue(tx, financeJobs.checkBalance, { accountId }, { runAt });

/**
 * Checks the balance of an account. When it falls below zero, the time is stored and a warning sent; after 24 hours every line stops its
 * services. At zero or above, everything that was stopped is restarted. Running it twice has no further effect.
 */
export const checkBalance: JobHandler<typeof financeJobs.checkBalance> = (ctx, { accountId }) =>
  ctx.services.store.write(`account:${accountId}`, async (tx) => {
    const before = await tx.selectFrom('negativeBalance').selectAll().where('accountId', '=', accountId).executeTakeFirst();
    // The ledger provides the start time; the row records how that fall was handled.
    const since = await negativeSince(tx, { id: accountId });
    const known = before && Number(before.since) === since ? before : undefined;
    // The balance reached zero, if only between two checks: the next fall gets its own 24 hours.
    if (before && !known) await end(tx, ctx, accountId, before.stoppedAt !== null);
    if (since === null) return;
    const { now } = ctx;
    const balance = await readBalance(tx, accountId);
    const row = known ?? { accountId, since, warnedAt: null, stoppedAt: null };
    if (!known) {
      await tx.insertInto('negativeBalance').values(row).execute();
      await notifyBalance(tx, ctx, accountId, 'negative', balance);
    }
    const set = (values: { warnedAt?: number; stoppedAt?: number }) =>
      tx.updateTable('negativeBalance').set(values).where('accountId', '=', accountId).execute();
    if (row.stoppedAt !== null || now >= stopAt(since)) {
      // Repeated while the balance is negative, to stop services added in the meantime.
      for (const line of ctx.services.registry.lines) await line.suspend?.(tx, ctx, { accountId, reason: 'balance' });
      if (row.stoppedAt !== null) return;
      await set({ stoppedAt: now });
      return notifyBalance(tx, ctx, accountId, 'stopped', balance);
    }
    if (row.warnedAt === null && now >= warnAt(since)) {
      await set({ warnedAt: now });
      await notifyBalance(tx, ctx, accountId, 'soon', balance);
    }
    await scheduleBalanceCheck(tx, ctx.services.jobs, accountId, now >= warnAt(since) ? stopAt(since) : warnAt(since));
  });

async function end(tx: Tx, ctx: JobCtx, accountId: string, wasStopped: boolean): Promise<void> {
  await tx.deleteFrom('negativeBalance').where('accountId', '=', accountId).execute();
  if (!wasStopped) return;
  for (const line of ctx.services.registry.lines) await line.restore?.(tx, ctx, { accountId, reason: 'balance' });
  await notifyBalance(tx, ctx, accountId, 'restored', await readBalance(tx, accountId));
}

const types = { negative: 'warning', soon: 'warning', stopped: 'error', restored: 'success' } as const;

async function notifyBalance(tx: Tx, ctx: JobCtx, accountId: string, what: keyof typeof types, balance: number): Promise<void> {
  await notifyOwner(
    tx,
    ctx,
    {
      accountId,
      event: 'negativeBalance',
      type: types[what],
      title: `balance:notice.${what}Title`,
      description: `balance:notice.${what}Text`,
      params: { balance: amountParam(balance) },
      link: '/finance/wallet',
    },
    { body: 'mail:balance.body' },
  );
}

/** Accounts with a balance below zero, now or at the last check. */
async function affected(db: Db, accountIds?: readonly string[]): Promise<string[]> {
  let negative = db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .select('ledgerAccount.ownerId')
    .where('ledgerAccount.kind', '=', 'wallet')
    .groupBy('ledgerAccount.ownerId')
    .having(sql<boolean>`sum(${sql.ref('ledgerLine.amount')}) < 0`);
  let known = db.selectFrom('negativeBalance').select('accountId');
  if (accountIds) {
    negative = negative.where('ledgerAccount.ownerId', 'in', accountIds);
    known = known.where('accountId', 'in', accountIds);
  }
  const [below, before] = await Promise.all([negative.execute(), known.execute()]);
  return [...new Set([...below.flatMap(({ ownerId }) => ownerId ?? []), ...before.map(({ accountId }) => accountId)])];
}

/** Catches commits of other processes and changes missed because of a crash. */
export const sweepBalances: JobHandler = async ({ services: { store, jobs } }) => {
  const accounts = await affected(store.reader);
  if (accounts.length > 0)
    await store.write('balance.sweep', async (tx) => {
      for (const accountId of accounts) await scheduleBalanceCheck(tx, jobs, accountId);
    });
};

/** Checks an account as soon as its wallet changes, so that a top-up immediately restarts what was stopped. */
export const watchWallets = ({ store, jobs, log }: Services): (() => void) =>
  store.committed((stale) => {
    const accounts = [...new Set(stale.filter(({ group }) => group === 'wallet').map(({ accountId }) => accountId))];
    if (accounts.length === 0) return;
    const look = async () => {
      const found = await affected(store.reader, accounts);
      const budgets = await store.reader.selectFrom('budget').select('accountId').where('accountId', 'in', accounts).execute();
      const toppedUp = await store.reader.selectFrom('autoTopUp').select('accountId').where('accountId', 'in', accounts).execute();
      if (found.length + budgets.length + toppedUp.length === 0) return;
      await store.write('balance.sweep', async (tx) => {
        for (const accountId of found) await scheduleBalanceCheck(tx, jobs, accountId);
        for (const { accountId } of toppedUp) await scheduleTopUp(tx, jobs, accountId);
        for (const { accountId } of budgets) await jobs.enqueue(tx, financeJobs.checkBudget, { accountId });
      });
      jobs.wake();
    };
    look().catch((error: unknown) => log.error({ err: error }, 'balance check failed'));
  });
