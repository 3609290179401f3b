import { operatorPlan, PlanItem, pricedPlans } from '../../../lib/contract/cdn/operatorPlan.ts';
import type { CataloguePreview } from '../../../lib/contract/core/cataloguePreview.ts';
import { planCodes } from '../../../lib/rules/core/plans.ts';
import { changedItems, differing, requireVersion, saveItem } from '../../core/catalogueItems.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { requireOperator } from '../../core/operator.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { currentPlans } from '../plans.ts';
import { shownTraffic, trafficHandlers } from './traffic.ts';

const isPriced = (code: string) => pricedPlans.some((one) => one === code);

/** Bought plans by period, and those whose next charge was announced. */
async function boughtOf(tx: Tx, plan: string) {
  const rows = await tx
    .selectFrom('domainPlan')
    .innerJoin('domain', 'domain.id', 'domainPlan.domainId')
    .select(['domainPlan.domainId', 'domainPlan.period', 'domainPlan.noticedAt', 'domainPlan.unpaidSince', 'domain.accountId'])
    .where('domain.plan', '=', plan as 'eco') // one of the codes
    .execute();
  const announced = rows.filter(({ noticedAt, unpaidSince }) => noticedAt !== null && unpaidSince === null);
  return { rows, announced, customers: new Set(rows.map(({ accountId }) => accountId)).size };
}
type Bought = Awaited<ReturnType<typeof boughtOf>>;

const isPriceChanged = (before: PlanItem, after: PlanItem) => before.monthly !== after.monthly || before.annual !== after.annual;

function previewOf(
  { t }: Pick<SignedIn, 't'>,
  before: PlanItem,
  after: PlanItem,
  { rows, announced, customers }: Bought,
): CataloguePreview {
  const count = (period: 'month' | 'year') => rows.filter((row) => row.period === period).length;
  const state = (hidden: boolean) => t(hidden ? 'operatorPlan:state.hidden' : 'operatorPlan:state.offered');
  const changes = differing([
    { label: t('operatorPlan:field.monthly'), kind: 'mills', before: before.monthly, after: after.monthly },
    { label: t('operatorPlan:field.annual'), kind: 'mills', before: before.annual, after: after.annual },
    { label: t('operatorPlan:field.state'), kind: 'text', before: state(before.hidden), after: state(after.hidden) },
  ]);
  return {
    changes,
    affected: [
      { label: t('operatorPlan:affected.customers'), count: customers },
      { label: t('operatorPlan:affected.month'), count: count('month') },
      { label: t('operatorPlan:affected.year'), count: count('year') },
      { label: t('operatorPlan:affected.announced'), count: announced.length },
    ],
    notes: [
      ...(isPriceChanged(before, after)
        ? [t('operatorPlan:note.orders'), t('operatorPlan:note.kept'), t('operatorPlan:note.announced')]
        : []),
      ...(before.hidden === after.hidden ? [] : [t(after.hidden ? 'operatorPlan:note.hidden' : 'operatorPlan:note.offered')]),
      t('operatorPlan:note.site'),
    ],
  };
}

const domainsOf = async (db: Db) => {
  const rows = await db
    .selectFrom('domain')
    .select('plan')
    .select((e) => e.fn.countAll<number>().as('n'))
    .groupBy('plan')
    .execute();
  return new Map(rows.map(({ plan, n }) => [plan, Number(n)]));
};

export const operatorPlanHandlers = implement(operatorPlan, {
  async list(ctx) {
    requireOperator(ctx);
    const { db, t, now } = ctx;
    const [plans, changed, domains, traffic] = await Promise.all([
      currentPlans(db),
      changedItems(db, 'plan', PlanItem),
      domainsOf(db),
      shownTraffic(db, now),
    ]);
    return {
      plans: planCodes.map((code) => ({
        code,
        name: t(`common:plan.${code}`),
        ...plans[code].price,
        hidden: changed.get(code)?.value.hidden ?? false,
        editable: isPriced(code),
        domains: domains.get(code) ?? 0,
        version: changed.get(code)?.version ?? 0,
      })),
      traffic,
    };
  },

  ...trafficHandlers,

  update(ctx, { plan, version, dryRun, ...after }) {
    requireOperator(ctx);
    return ctx.write(async ({ tx, log }) => {
      const changed = (await changedItems(tx, 'plan', PlanItem)).get(plan);
      requireVersion(changed?.version ?? 0, version);
      const before = PlanItem.parse({ ...(await currentPlans(tx))[plan].price, hidden: changed?.value.hidden });
      const bought = await boughtOf(tx, plan);
      const preview = previewOf(ctx, before, after, bought);
      if (dryRun || preview.changes.length === 0) {
        ctx.changedNothing();
        return { preview };
      }
      await saveItem(tx, { section: 'plan', item: plan, version, value: after, now: ctx.now });
      // Their next charge was announced at the former price: the job announces it again.
      for (const { domainId } of isPriceChanged(before, after) ? bought.announced : []) {
        await tx
          .updateTable('domainPlan')
          .set({ noticedAt: null })
          .where('domainId', '=', domainId)
          .where('unpaidSince', 'is', null)
          .execute();
        await ctx.services.jobs.enqueue(tx, 'plan.renew', { key: `plan.renew:${domainId}`, payload: { domainId }, runAt: ctx.now });
      }
      await log({
        action: 'update',
        entity: { type: 'cataloguePlan', id: plan, name: ctx.t(`common:plan.${plan}`) },
        accountId: null,
        actor: 'operator',
        before,
        after,
      });
      return { preview };
    }, 'catalogue:plan');
  },
});
