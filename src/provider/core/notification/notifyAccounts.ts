import type { Tx } from '../../db/schema.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import type { Notice } from './notify.ts';
import { notifyOwner } from './notifyOwner.ts';

/**
 * Notifies accounts, in the order of their IDs and each in a transaction of its own. How far it got is stored there too, so that after a
 * crash nobody is notified twice or left out.
 * @param after the last account that was notified before; null: none
 * @param advance stores that an account is notified. False: another run was faster, or what is announced was replaced
 */
export async function notifyAccounts<A extends { id: string }>(
  ctx: JobCtx,
  accounts: readonly A[],
  {
    after,
    advance,
    notice,
  }: {
    after: string | null;
    advance: (tx: Tx, accountId: string) => Promise<boolean>;
    notice: (account: A) => Omit<Notice, 'accountId'> & { link: string };
  },
): Promise<void> {
  const { now, newId, env, services } = ctx;
  for (const account of accounts.filter(({ id }) => id > (after ?? '')).toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    ctx.leaving.throwIfAborted();
    await ctx.store.write(`account:${account.id}`, async (tx) => {
      if (await advance(tx, account.id))
        await notifyOwner(tx, { now, newId, env, jobs: services.jobs }, { accountId: account.id, ...notice(account) });
    });
  }
}
