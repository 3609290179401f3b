import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import { amountParam } from '../localizedParams.ts';
import type { Notice } from './notify.ts';
import { notifyOwner } from './notifyOwner.ts';

/** A cent a month, in mills: what changes an account’s cost less isn't announced. */
export const LEAST_ANNOUNCED = 10;

interface PriceChange {
  /** Mills that each account pays more per month, or less; of a change that was withdrawn: would have paid. */
  accounts: readonly { id: string; difference: number }[];
  isWithdrawn: boolean;
  /** The last account that was notified before, in the order of IDs; null: none. */
  announcedTo: string | null;
  /** Stores that an account is notified. False: another run was faster, or the change was replaced. */
  advance: (tx: Tx, accountId: string) => Promise<boolean>;
  title: TKey;
  description: (meaning: 'more' | 'less' | 'takenBack') => TKey;
  /** Of both texts. `difference` is added. */
  params: NonNullable<Notice['params']>;
  link: string;
}

/**
 * Notifies accounts of a change of a price, in the order of their IDs and each in a transaction of its own. How far it got is stored there
 * too, so that after a crash nobody is notified twice or left out.
 */
export async function announcePriceChange(ctx: JobCtx, change: PriceChange): Promise<void> {
  const { accounts, isWithdrawn, announcedTo, advance, title, description, params, link } = change;
  for (const { id, difference } of accounts.filter((one) => one.id > (announcedTo ?? '')).toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    ctx.leaving.throwIfAborted();
    const meaning = isWithdrawn ? 'takenBack' : difference > 0 ? 'more' : 'less';
    await ctx.services.store.write(`account:${id}`, async (tx) => {
      if (!(await advance(tx, id))) return;
      await notifyOwner(tx, ctx, {
        accountId: id,
        event: 'price',
        type: meaning === 'more' ? 'warning' : 'message',
        title,
        description: description(meaning),
        params: { ...params, difference: amountParam(Math.abs(difference)) },
        link,
      });
    });
  }
}
