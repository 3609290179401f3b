import { operatorPrice, pricedItems } from '../../../lib/contract/cloud/operatorPrice.ts';
import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import { toPrice } from '../../../lib/rules/cloud/price.ts';
import { rateOfItem, withRate } from '../../../lib/rules/cloud/rateHistory.ts';
import type { Rates } from '../../../lib/rules/cloud/rates.ts';
import { HOUR, iso } from '../../../lib/time.ts';
import { differing, requireVersion } from '../../core/catalogItems.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { noticeWarnings } from '../../core/priceNotice.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuseField } from '../../kernel/refusal.ts';
import { cloudJobs } from '../jobs.ts';
import { currentRates } from '../prices.ts';
import { rateWith } from '../server/index.ts';
import { nameKey } from './announce.ts';
import { computeEffect } from './effect.ts';

/** Between a change and the time from which it is valid: another process may be charging the hour that starts now. */
const LEAD_MS = 300_000;

type Item = (typeof pricedItems)[number];

const pricedUnit = (item: Item) => (item === 'traffic' ? ('gigabyte' as const) : ('hour' as const));
const itemName = ({ t }: Pick<SignedIn, 't'>, item: Item): string => t(nameKey(item));

/** Changes by item, the latest last. */
async function loadPriceChanges(db: Db | Tx, item?: Item) {
  return db
    .selectFrom('cloudPrice')
    .selectAll()
    .$if(item !== undefined, (query) => query.where('item', '=', item ?? ''))
    .orderBy('validFrom')
    .execute();
}
const latestVersion = (rows: readonly { version: number }[]) => Math.max(0, ...rows.map(({ version }) => version));

/** How many servers have a price that changes: those charged by the hour, and those in a prepaid period, which keep theirs. */
async function countAffectedServers(tx: Tx, before: Rates, after: Rates) {
  const rows = await tx.selectFrom('server').selectAll().where('suspendedAt', 'is', null).where('state', '!=', 'removing').execute();
  const concerned = rows.filter((row) => rateWith(row, before) !== rateWith(row, after));
  const hourly = concerned.filter(({ period }) => period === 'payg').length;
  return { hourly, prepaid: concerned.length - hourly };
}

export const operatorPriceHandlers = implement(operatorPrice, {
  async list(ctx) {
    const [rates, changes] = await Promise.all([currentRates(ctx.db, ctx.now), loadPriceChanges(ctx.db)]);
    return {
      prices: pricedItems.map((item) => {
        const mine = changes.filter((row) => row.item === item);
        const next = mine.find(({ validFrom }) => validFrom > ctx.now);
        const rate = rateOfItem(rates, item);
        return {
          item,
          name: itemName(ctx, item),
          per: pricedUnit(item),
          rate,
          monthly: pricedUnit(item) === 'hour' ? toPrice(rate).monthly : null,
          next: next ? { rate: next.rate, validFrom: iso(next.validFrom) } : null,
          version: latestVersion(mine),
        };
      }),
    };
  },

  update(ctx, { item, rate, validFrom, version, dryRun }) {
    const { t, now } = ctx;
    return ctx.write(async ({ tx, log }) => {
      const changes = await loadPriceChanges(tx, item);
      requireVersion(latestVersion(changes), version);
      const earliest = Math.ceil((now + LEAD_MS) / HOUR) * HOUR;
      const rates = await currentRates(tx, now);
      const before = rateOfItem(rates, item);
      const isRise = rate > before;
      if (isRise && validFrom === null) refuseField('validFrom', 'operatorPrice:error.riseDay');
      const from = validFrom === null ? earliest : Date.parse(validFrom);
      if (from < earliest || from % HOUR !== 0) refuseField('validFrom', 'operatorPrice:error.validFrom');
      const pending = changes.find((row) => row.validFrom > now);
      const after = withRate(rates, item, rate);
      const { hourly, prepaid } = await countAffectedServers(tx, rates, after);
      const { total, accounts } = await computeEffect(tx, now, rates, after);
      const isHourly = pricedUnit(item) === 'hour';
      const isNew = rate !== before || pending !== undefined;
      const preview: CatalogPreview = {
        changes: isNew
          ? [
              ...differing([
                ...(isHourly
                  ? [
                      {
                        label: t('operatorPrice:field.monthly'),
                        kind: 'mills' as const,
                        before: toPrice(before).monthly,
                        after: toPrice(rate).monthly,
                      },
                    ]
                  : []),
                { label: t(`operatorPrice:field.${pricedUnit(item)}`), kind: 'rate', before, after: rate },
                { label: t('operatorPrice:field.total'), kind: 'mills', ...total },
              ]),
              {
                label: t('operatorPrice:field.validFrom'),
                kind: 'time' as const,
                before: pending ? iso(pending.validFrom) : null,
                after: iso(from),
              },
            ]
          : [],
        affected: [
          { label: t('operatorPrice:affected.customers'), count: accounts.length },
          ...(isHourly
            ? [
                { label: t('operatorPrice:affected.hourly'), count: hourly },
                { label: t('operatorPrice:affected.prepaid'), count: prepaid },
              ]
            : []),
        ],
        warnings: isNew ? noticeWarnings(ctx, isRise, from) : [],
        notes: [
          t('operatorPrice:note.past'),
          ...(isHourly ? [t('operatorPrice:note.prepaid'), t('operatorPrice:note.orders')] : []),
          t('operatorPrice:note.notice'),
          ...(pending ? [t('operatorPrice:note.replaced')] : []),
        ],
      };
      if (dryRun || !isNew) {
        ctx.changedNothing();
        return { preview };
      }
      await tx.deleteFrom('cloudPrice').where('item', '=', item).where('validFrom', '>', now).execute();
      const row = { item, validFrom: from, rate, version: version + 1, actor: ctx.user.email, createdAt: now };
      await tx.insertInto('cloudPrice').values(row).execute();
      await ctx.services.jobs.enqueue(tx, cloudJobs.announcePrice, { item, version: row.version, replaced: pending?.rate ?? null });
      await log({
        action: 'update',
        entity: { type: 'cataloguePrice', id: item, name: itemName(ctx, item) },
        accountId: null,
        actor: 'operator',
        before: { rate: before },
        after: { rate, validFrom: iso(from) },
      });
      return { preview };
    }, 'catalogue:cloudPrice');
  },
});
