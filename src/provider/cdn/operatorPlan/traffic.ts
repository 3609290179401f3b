import type { operatorPlan } from '../../../lib/contract/cdn/operatorPlan.ts';
import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { trafficPriceAfter, trafficPriceAt, trafficRate } from '../../../lib/rules/cdn/plan/traffic.ts';
import { facts } from '../../../lib/rules/core/facts.ts';
import { addMonths, monthKey, monthStart } from '../../../lib/rules/core/month.ts';
import { differing, requireVersion } from '../../core/catalogItems.ts';
import type { Handlers } from '../../core/implement.ts';
import { noticeWarnings } from '../../core/priceNotice.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuseField } from '../../kernel/refusal.ts';
import { cdnJobs } from '../jobs.ts';
import { trafficPrices } from '../metering/index.ts';
import { trafficEffect } from './trafficEffect.ts';

/** The months from which a change can be valid: the price of one that has started doesn't change. */
const monthsFrom = (now: number): string[] => [1, 2, 3, 4, 5, 6].map((by) => addMonths(monthKey(now), by));

const readPriceVersion = async (db: Db | Tx): Promise<number> => {
  const row = await db
    .selectFrom('trafficPrice')
    .select((e) => e.fn.max<number | null>('version').as('version'))
    .executeTakeFirst();
  return Number(row?.version ?? 0);
};

/** The price of traffic as operators see it. */
export async function loadTrafficPrice(db: Db, now: number) {
  const [prices, version] = await Promise.all([trafficPrices(db), readPriceVersion(db)]);
  const month = monthKey(now);
  return {
    price: trafficPriceAt(prices, month),
    next: trafficPriceAfter(prices, month),
    shared: facts.freeTraffic,
    months: monthsFrom(now),
    version,
  };
}

export const trafficHandlers: Pick<Handlers<typeof operatorPlan>, 'updateTraffic'> = {
  updateTraffic(ctx, { price, month, version, dryRun }) {
    const { t, now, locale } = ctx;
    return ctx.write(async ({ tx, log }) => {
      requireVersion(await readPriceVersion(tx), version);
      const prices = await trafficPrices(tx);
      const before = trafficPriceAt(prices, monthKey(now));
      const isRise = price > before;
      if (isRise && month === null) refuseField('month', 'operatorPlan:error.riseMonth');
      const months = monthsFrom(now);
      const from = month ?? months[0];
      if (!from || !months.includes(from)) refuseField('month', 'operatorPlan:error.month');
      const pending = trafficPriceAfter(prices, monthKey(now));
      const isNew = price !== before || pending !== null;
      const { total, accounts } = await trafficEffect(tx, now, before, price);
      const preview: CatalogPreview = {
        changes: isNew
          ? [
              ...differing([
                { label: t('operatorPlan:field.trafficPrice'), kind: 'rate', before: trafficRate(before), after: trafficRate(price) },
                { label: t('operatorPlan:field.trafficTotal'), kind: 'mills', ...total },
              ]),
              {
                label: t('catalogue:field.validFrom'),
                kind: 'text',
                before: pending && formatMonth(pending.month, locale),
                after: formatMonth(from, locale),
              },
            ]
          : [],
        affected: [{ label: t('operatorPlan:affected.traffic'), count: accounts.length }],
        warnings: isNew ? noticeWarnings(ctx, isRise, monthStart(from)) : [],
        notes: [
          t('operatorPlan:note.months'),
          t('operatorPlan:note.notice'),
          ...(pending ? [t('catalogue:note.replaced')] : []),
          t('catalogue:note.site'),
        ],
      };
      if (dryRun || !isNew) {
        ctx.changedNothing();
        return { preview };
      }
      await tx.deleteFrom('trafficPrice').where('month', '>', monthKey(now)).execute();
      const row = { month: from, price, version: version + 1, actor: ctx.user.email, createdAt: now };
      await tx.insertInto('trafficPrice').values(row).execute();
      await ctx.services.jobs.enqueue(tx, cdnJobs.announceTraffic, { version: row.version, replaced: pending?.price ?? null });
      await log({
        action: 'update',
        entity: { type: 'catalogueTraffic', id: 'price', name: t('operatorPlan:traffic.title') },
        accountId: null,
        actor: 'operator',
        before: { price: before },
        after: { price, month: from },
      });
      return { preview };
    }, 'catalogue:plan');
  },
};
