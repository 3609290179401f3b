import { key } from '../../../lib/i18n/key.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { type PricedItem, rateOfItem, withRate } from '../../../lib/rules/cloud/rateHistory.ts';
import { serverPlan } from '../../../lib/rules/cloud/rates.ts';
import { dayParam, rateParam, textParam } from '../../core/localizedParams.ts';
import { announcePriceChange } from '../../core/notification/announcePriceChange.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { cloudJobs } from '../jobs.ts';
import { rateHistory } from '../prices.ts';
import { computeEffect } from './effect.ts';

export function nameKey(item: PricedItem): TKey {
  const plan = serverPlan(item);
  return plan ? `serverCatalogue:plan.${plan.code}` : (`operatorPrice:item.${item}` as TKey); // each unit has a text
}

const unitTitles = { changed: key('operatorPrice:notice.title'), withdrawn: key('operatorPrice:notice.takenBackTitle') };
const sizeTitles = { changed: key('operatorPrice:notice.sizeTitle'), withdrawn: key('operatorPrice:notice.sizeTakenBackTitle') };

/**
 * Notifies each account whose monthly cost changes by a change of a price, or would have changed by one that was withdrawn. A change
 * that was replaced in the meantime is no longer announced.
 */
export const announcePrice: JobHandler<typeof cloudJobs.announcePrice> = async (ctx, { item, version, replaced }) => {
  const db = ctx.services.store.reader;
  const change = await db.selectFrom('cloudPrice').selectAll().where('item', '=', item).where('version', '=', version).executeTakeFirst();
  if (!change) return;
  const before = (await rateHistory(db))(change.validFrom - 1);
  const rate = rateOfItem(before, item);
  const isWithdrawn = change.rate === rate;
  const after = withRate(before, item, isWithdrawn ? (replaced ?? rate) : change.rate);
  const titles = serverPlan(item) ? sizeTitles : unitTitles;
  const { accounts } = await computeEffect(db, ctx.now, before, after);
  await announcePriceChange(ctx, {
    accounts,
    isWithdrawn,
    announcedTo: change.announcedTo,
    async advance(tx, accountId) {
      const { numUpdatedRows } = await tx
        .updateTable('cloudPrice')
        .set({ announcedTo: accountId })
        .where('item', '=', item)
        .where('version', '=', version)
        .where((where) => where.or([where('announcedTo', 'is', null), where('announcedTo', '<', accountId)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    title: isWithdrawn ? titles.withdrawn : titles.changed,
    description: (meaning) => `operatorPrice:notice.${item === 'traffic' ? 'traffic.' : ''}${meaning}`,
    params: {
      item: textParam(nameKey(item)),
      before: rateParam(rate),
      after: rateParam(change.rate),
      date: dayParam(change.validFrom),
    },
    link: '/servers',
  });
};
