import { limitedPlans, operatorPlan, PlanItem, PlanLimitsForm, pricedPlans } from '../../../lib/contract/cdn/operatorPlan.ts';
import type { CatalogPreview } from '../../../lib/contract/core/catalogPreview.ts';
import { planCodes } from '../../../lib/rules/core/plans.ts';
import { iso } from '../../../lib/time.ts';
import { differing, requireVersion, saveItem } from '../../core/catalogItems.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { noticeWarnings } from '../../core/priceNotice.ts';
import { pendingPrices, pricesAt, schedulePrices } from '../../core/timedPrices.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { cdnJobs } from '../jobs.ts';
import { planPeriods, plansByTime, type StoredPlan, storedLimits, storedPlans } from '../plans.ts';
import { limitHandlers } from './limits.ts';
import { loadTrafficPrice, trafficHandlers } from './traffic.ts';

const isPriced = (code: string) => pricedPlans.some((one) => one === code);
const isLimited = (code: string) => limitedPlans.some((one) => one === code);

/** Bought plans by period, and those whose next charge was announced. */
async function loadPurchases(tx: Tx, plan: string) {
  const rows = await tx
    .selectFrom('domainPlan')
    .innerJoin('domain', 'domain.id', 'domainPlan.domainId')
    .select([
      'domainPlan.domainId',
      'domainPlan.period',
      'domainPlan.noticedAt',
      'domainPlan.unpaidSince',
      'domainPlan.endsAt',
      'domain.accountId',
    ])
    .where('domain.plan', '=', plan as 'eco') // one of the codes
    .execute();
  const announced = rows.filter(({ noticedAt, unpaidSince }) => noticedAt !== null && unpaidSince === null);
  return { rows, announced, customers: new Set(rows.map(({ accountId }) => accountId)).size };
}
type Bought = Awaited<ReturnType<typeof loadPurchases>>;

interface Change {
  /** In force now. */
  before: PlanItem;
  after: PlanItem;
  /** Prices that this change replaces, and those that it sets for later. */
  pending: StoredPlan['next'];
  next: StoredPlan['next'];
  isRise: boolean;
  /** Whether a price changes. */
  isNew: boolean;
}

function previewChange(
  ctx: Pick<SignedIn, 't' | 'now'>,
  { before, after, pending, next, isRise, isNew }: Change,
  { rows, announced, customers }: Bought,
): CatalogPreview {
  const { t, now } = ctx;
  const count = (period: 'month' | 'year') => rows.filter((row) => row.period === period).length;
  const state = (hidden: boolean) => t(hidden ? 'operatorPlan:state.hidden' : 'operatorPlan:state.offered');
  const changes = differing([
    { label: t('operatorPlan:field.monthly'), kind: 'mills', before: before.monthly, after: after.monthly },
    { label: t('operatorPlan:field.annual'), kind: 'mills', before: before.annual, after: after.annual },
    { label: t('catalogue:field.validFrom'), kind: 'time', before: iso(pending?.validFrom ?? null), after: iso(next?.validFrom ?? null) },
    { label: t('operatorPlan:field.state'), kind: 'text', before: state(before.hidden), after: state(after.hidden) },
  ]);
  return {
    changes,
    warnings: isNew ? noticeWarnings(ctx, isRise, next?.validFrom ?? now) : [],
    affected: [
      { label: t('operatorPlan:affected.customers'), count: customers },
      { label: t('operatorPlan:affected.month'), count: count('month') },
      { label: t('operatorPlan:affected.year'), count: count('year') },
      { label: t('operatorPlan:affected.announced'), count: announced.length },
    ],
    notes: [
      ...(isNew
        ? [
            t(next ? 'operatorPlan:note.ordersLater' : 'operatorPlan:note.orders'),
            t('operatorPlan:note.kept'),
            t(next ? 'operatorPlan:note.holders' : 'operatorPlan:note.announced'),
          ]
        : []),
      ...(pending ? [t('catalogue:note.replaced')] : []),
      ...(before.hidden === after.hidden ? [] : [t(after.hidden ? 'operatorPlan:note.hidden' : 'operatorPlan:note.offered')]),
      t('catalogue:note.site'),
    ],
  };
}

const loadDomains = async (db: Db) => {
  const rows = await db
    .selectFrom('domain')
    .select('plan')
    .select((e) => e.fn.countAll<number>().as('n'))
    .groupBy('plan')
    .execute();
  return new Map(rows.map(({ plan, n }) => [plan, Number(n)]));
};

function formatNext(item: StoredPlan | undefined, now: number) {
  const next = pendingPrices(item, now);
  return next && { monthly: next.monthly, annual: next.annual, validFrom: iso(next.validFrom) };
}

export const operatorPlanHandlers = implement(operatorPlan, {
  async list(ctx) {
    const { db, t, now } = ctx;
    const [plansAt, changed, limits, domains, traffic] = await Promise.all([
      plansByTime(db),
      storedPlans(db),
      storedLimits(db),
      loadDomains(db),
      loadTrafficPrice(db, now),
    ]);
    return {
      plans: planCodes.map((code) => ({
        code,
        name: t(`common:plan.${code}`),
        ...plansAt(now)[code].price,
        next: formatNext(changed.get(code)?.value, now),
        hidden: changed.get(code)?.value.hidden ?? false,
        editable: isPriced(code),
        limits: isLimited(code) ? PlanLimitsForm.parse(plansAt(now)[code]) : null,
        limitsVersion: limits.get(code)?.version ?? 0,
        domains: domains.get(code) ?? 0,
        version: changed.get(code)?.version ?? 0,
      })),
      traffic,
    };
  },

  ...limitHandlers,
  ...trafficHandlers,

  update(ctx, { plan, version, dryRun, validFrom, ...after }) {
    const { now } = ctx;
    return ctx.write(async ({ tx, log }) => {
      const changed = (await storedPlans(tx)).get(plan);
      requireVersion(changed?.version ?? 0, version);
      const before = PlanItem.parse({ ...(await plansByTime(tx))(now)[plan].price, hidden: changed?.value.hidden });
      const scheduled = schedulePrices(planPeriods, changed?.value, { before, after, validFrom, now });
      const { pending } = scheduled;
      const value: StoredPlan = { ...scheduled.stored, hidden: after.hidden };
      const { next } = value;
      const bought = await loadPurchases(tx, plan);
      const preview = previewChange(ctx, { ...scheduled, before, after, next }, bought);
      if (dryRun || preview.changes.length === 0) {
        ctx.changedNothing();
        return { preview };
      }
      await saveItem(tx, { section: 'plan', item: plan, version, value, now });
      const renewsAt = (prices: StoredPlan, { endsAt, period }: Bought['rows'][number]) =>
        pricesAt(planPeriods, prices, endsAt)[period === 'month' ? 'monthly' : 'annual'];
      const former: StoredPlan = { ...before, next: pending, announcedTo: null };
      // Their next charge was announced at another price: the job announces it again.
      for (const row of bought.announced.filter((one) => renewsAt(former, one) !== renewsAt(value, one))) {
        const { domainId } = row;
        await tx
          .updateTable('domainPlan')
          .set({ noticedAt: null })
          .where('domainId', '=', domainId)
          .where('unpaidSince', 'is', null)
          .execute();
        await ctx.services.jobs.enqueue(tx, cdnJobs.renewPlan, { domainId }, { runAt: now });
      }
      // Prices that were announced and no longer come are announced as well.
      const withdrawn = next === null && changed?.value.announcedTo !== null ? pending : null;
      if (next || withdrawn) await ctx.services.jobs.enqueue(tx, cdnJobs.announcePlan, { plan, version: version + 1, withdrawn });
      await log({
        action: 'update',
        entity: { type: 'cataloguePlan', id: plan, name: ctx.t(`common:plan.${plan}`) },
        accountId: null,
        actor: 'operator',
        before: { ...before, ...(pending && { validFrom: iso(pending.validFrom) }) },
        after: { ...after, ...(next && { validFrom: iso(next.validFrom) }) },
      });
      return { preview };
    }, 'catalogue:plan');
  },
});
