import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import { operatorSupport } from '../../../lib/contract/support/operatorSupport.ts';
import { consultingLevels, paidSupportCodes, supportPeriods } from '../../../lib/rules/core/supportPrices.ts';
import { iso } from '../../../lib/time.ts';
import { differing, requireVersion, saveItem } from '../../core/catalogItems.ts';
import { implement, type SignedIn, type Writing } from '../../core/implement.ts';
import { noticeWarnings } from '../../core/priceNotice.ts';
import { CONSULTING_ITEM, storedConsulting, storedSupportPlans, supportPricesAt } from '../../core/supportPrices.ts';
import { type NextPrices, pendingPrices, schedulePrices, type TimedPrices } from '../../core/timedPrices.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { supportJobs } from '../jobs.ts';

type Key = (typeof supportPeriods)[number] | (typeof consultingLevels)[number];

/** Accounts by the plan that they have now. */
async function countCustomers(db: Db | Tx, now: number): Promise<(plan: string) => number> {
  const rows = await db
    .selectFrom('supportPlan')
    .select('plan')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('endsAt', '>', now)
    .groupBy('plan')
    .execute();
  return (plan) => Number(rows.find((row) => row.plan === plan)?.n ?? 0);
}

const formatNext = <N extends { validFrom: number }>(item: { next: N | null } | undefined, now: number) => {
  const next = pendingPrices(item, now);
  return next && { ...next, validFrom: iso(next.validFrom) };
};

interface Change<K extends Key> {
  section: string;
  item: string;
  /** As operators read it. */
  name: string;
  keys: readonly K[];
  stored: { value: TimedPrices<K>; version: number } | undefined;
  before: Record<K, number>;
  after: Record<K, number>;
  validFrom: string | null;
  version: number;
  dryRun: boolean;
  affected: CatalogPreview['affected'];
  notes: (isLater: boolean) => string[];
}

/** @returns the preview, and the prices that the change replaces; null: nothing was changed */
async function changePrices<K extends Key>(
  ctx: SignedIn,
  { tx, log }: Writing,
  { section, item, name, keys, stored, before, after, validFrom, version, dryRun, affected, notes }: Change<K>,
): Promise<{ preview: CatalogPreview; done: { value: TimedPrices<K>; pending: NextPrices<K> | null } | null }> {
  const { t, now } = ctx;
  requireVersion(stored?.version ?? 0, version);
  const { pending, stored: value, isRise, isNew } = schedulePrices(keys, stored?.value, { before, after, validFrom, now });
  const { next } = value;
  const preview: CatalogPreview = {
    changes: differing([
      ...keys.map((key) => ({
        label: t(`operatorSupport:field.${key as Key}`),
        kind: 'mills' as const,
        before: before[key],
        after: after[key],
      })),
      {
        label: t('catalogue:field.validFrom'),
        kind: 'time',
        before: iso(pending?.validFrom ?? null),
        after: iso(next?.validFrom ?? null),
      },
    ]),
    warnings: isNew ? noticeWarnings(ctx, isRise, next?.validFrom ?? now) : [],
    affected,
    notes: [...(isNew ? notes(next !== null) : []), ...(pending ? [t('catalogue:note.replaced')] : []), t('catalogue:note.site')],
  };
  if (dryRun || preview.changes.length === 0) {
    ctx.changedNothing();
    return { preview, done: null };
  }
  await saveItem(tx, { section, item, version, value, now });
  await log({
    action: 'update',
    entity: { type: 'catalogueSupport', id: item, name },
    accountId: null,
    actor: 'operator',
    before: { ...before, ...(pending && { validFrom: iso(pending.validFrom) }) },
    after: { ...after, ...(next && { validFrom: iso(next.validFrom) }) },
  });
  return { preview, done: { value, pending } };
}

export const operatorSupportHandlers = implement(operatorSupport, {
  async list(ctx) {
    const { db, t, now } = ctx;
    const [prices, plans, consulting, count] = await Promise.all([
      supportPricesAt(db, now),
      storedSupportPlans(db),
      storedConsulting(db),
      countCustomers(db, now),
    ]);
    return {
      plans: paidSupportCodes.map((plan) => ({
        plan,
        name: t(`supportPlan:plan.${plan}`),
        ...prices[plan],
        next: formatNext(plans.get(plan)?.value, now),
        customers: count(plan),
        version: plans.get(plan)?.version ?? 0,
      })),
      consulting: { ...prices.consulting, next: formatNext(consulting?.value, now), version: consulting?.version ?? 0 },
    };
  },

  updatePlan(ctx, { plan, month, year, validFrom, version, dryRun }) {
    const { t, now } = ctx;
    return ctx.write(async (writing) => {
      const { tx } = writing;
      const stored = (await storedSupportPlans(tx)).get(plan);
      const { preview, done } = await changePrices(ctx, writing, {
        section: 'support',
        item: plan,
        name: t(`supportPlan:plan.${plan}`),
        keys: supportPeriods,
        stored,
        before: (await supportPricesAt(tx, now))[plan],
        after: { month, year },
        validFrom,
        version,
        dryRun,
        affected: [{ label: t('operatorSupport:affected.customers'), count: (await countCustomers(tx, now))(plan) }],
        notes: (isLater) => [
          t(isLater ? 'operatorSupport:note.later' : 'operatorSupport:note.now'),
          t('operatorSupport:note.kept'),
          ...(isLater ? [t('operatorSupport:note.notice')] : []),
        ],
      });
      if (done) {
        const { value, pending } = done;
        // Prices that were announced and no longer come are announced as well.
        const withdrawn = value.next === null && stored?.value.announcedTo != null ? pending : null;
        if (value.next || withdrawn)
          await ctx.services.jobs.enqueue(tx, supportJobs.announcePrices, { plan, version: version + 1, withdrawn });
      }
      return { preview };
    }, 'catalogue:support');
  },

  updateConsulting(ctx, { standard, expert, validFrom, version, dryRun }) {
    const { t, now } = ctx;
    return ctx.write(async (writing) => {
      const { tx } = writing;
      const { preview } = await changePrices(ctx, writing, {
        section: 'consulting',
        item: CONSULTING_ITEM,
        name: t('supportPlan:consulting.title'),
        keys: consultingLevels,
        stored: await storedConsulting(tx),
        before: (await supportPricesAt(tx, now)).consulting,
        after: { standard, expert },
        validFrom,
        version,
        dryRun,
        affected: [],
        notes: (isLater) => [
          t(isLater ? 'operatorSupport:note.hoursLater' : 'operatorSupport:note.hoursNow'),
          t('operatorSupport:note.hoursKept'),
        ],
      });
      return { preview };
    }, 'catalogue:support');
  },
});
