import type { TKey } from '../../../lib/i18n/keys.ts';
import { priceOf } from '../../../lib/rules/cloud/price.ts';
import { type PricedItem, rateOfItem, withRate } from '../../../lib/rules/cloud/rateHistory.ts';
import { type Rates, serverPlan } from '../../../lib/rules/cloud/rates.ts';
import { amountParam, dayParam, rateParam, textParam } from '../../core/localizedParams.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Db } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { costsOf } from '../costs.ts';
import { rateHistory } from '../prices.ts';

/** A cent a month, in mills: what changes less isn't announced. */
const LEAST = 10;

export function nameKey(item: PricedItem): TKey {
  const plan = serverPlan(item);
  return plan ? `serverCatalogue:plan.${plan.code}` : (`operatorPrice:item.${item}` as TKey); // each unit has a text
}

/** The accounts that may pay for servers or storage, by ID, after the given one. */
const accountsAfter = (db: Db, id: string) =>
  db
    .selectFrom('user')
    .select('id')
    .where('closeStartedAt', 'is', null)
    .where('id', '>', id)
    .where((where) =>
      where.or([
        where('id', 'in', where.selectFrom('server').select('accountId')),
        where('id', 'in', where.selectFrom('volume').select('accountId')),
        where('id', 'in', where.selectFrom('backup').select('accountId')),
        where('id', 'in', where.selectFrom('snapshot').select('accountId')),
        where('id', 'in', where.selectFrom('space').select('accountId')),
      ]),
    )
    .orderBy('id')
    .execute();

/** What an account pays for a month at the given rates, in mills. */
const monthlyOf = async (db: Db, account: { id: string }, rates: Rates): Promise<number> =>
  priceOf((await costsOf(db, account, rates)).reduce((sum, { rate }) => sum + rate, 0)).monthly;

/**
 * Notifies each account whose monthly cost changes by a change of a price, or would have changed by one that was taken back. How far it
 * got is a column of the change and moves in the transaction of each notification, so that nobody is notified twice. A change that was
 * replaced in the meantime is no longer announced.
 */
export const announcePrice: JobHandler = async (ctx, payload) => {
  const { item, version, replaced } = payload as { item: PricedItem; version: number; replaced: number | null }; // as operatorPrice enqueues it
  const db = ctx.store.reader;
  const change = await db.selectFrom('cloudPrice').selectAll().where('item', '=', item).where('version', '=', version).executeTakeFirst();
  if (!change) return;
  const before = (await rateHistory(db))(change.validFrom - 1);
  const rate = rateOfItem(before, item);
  const isTakenBack = change.rate === rate;
  const after = withRate(before, item, isTakenBack ? (replaced ?? rate) : change.rate);
  const texts = {
    item: textParam(nameKey(item)),
    before: rateParam(rate),
    after: rateParam(change.rate),
    date: dayParam(change.validFrom),
  };
  for (const account of await accountsAfter(db, change.announcedTo ?? '')) {
    ctx.leaving.throwIfAborted();
    const difference = (await monthlyOf(db, account, after)) - (await monthlyOf(db, account, before));
    if (Math.abs(difference) < LEAST) continue;
    const what = isTakenBack ? 'takenBack' : difference > 0 ? 'more' : 'less';
    await ctx.store.write(`account:${account.id}`, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('cloudPrice')
        .set({ announcedTo: account.id })
        .where('item', '=', item)
        .where('version', '=', version)
        .where((where) => where.or([where('announcedTo', 'is', null), where('announcedTo', '<', account.id)]))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const { now, newId, env, services } = ctx;
      await notifyOwner(
        tx,
        { now, newId, env, jobs: services.jobs },
        {
          accountId: account.id,
          event: 'price',
          type: what === 'more' ? 'warning' : 'message',
          title: isTakenBack ? 'operatorPrice:notice.takenBackTitle' : 'operatorPrice:notice.title',
          description: `operatorPrice:notice.${what}`,
          params: { ...texts, difference: amountParam(Math.abs(difference)) },
          link: '/servers',
        },
      );
    });
  }
};
