import { type Path, path } from '../../lib/contract/path.ts';
import type { PathData } from '../../lib/rules/edge/config.ts';
import { pathProblems } from '../../lib/rules/path/path.ts';
import { planCodes } from '../../lib/rules/plans.ts';
import { type OwnedDomain, ownedDomain } from '../db/owned.ts';
import type { Domain } from '../db/schema.ts';
import { catalogue } from '../db/seeds/catalogue.ts';
import { featuresOf, requireFeature } from '../domain/features.ts';
import { addItem, changeItem, deployItem, dropItem, type ItemRules, itemOf, itemsOf, reorderItems } from '../edge/items.ts';
import { type Ctx, implement, Refusal, refuse } from '../implement.ts';

const titleOf = ({ title }: PathData) => title;
const entityOf = ({ id, title }: Path) => ({ type: 'path', id, name: title });

const limitsOf = (domain: Pick<Domain, 'name' | 'plan' | 'status'>) => {
  const { pageRules, minCacheTtl } = featuresOf(domain);
  return { limit: pageRules.limit ?? null, minTtl: minCacheTtl.limit ?? null };
};

/** The cheapest plan with more page rules than `limit`; what is by contract has as many as one wants. */
const planWithMore = (limit: number) => planCodes.find((code) => (catalogue.plans[code].pageRules ?? Number.POSITIVE_INFINITY) > limit);

function rulesFor({ t }: Pick<Ctx, 't'>, domain: OwnedDomain): ItemRules<'path'> {
  const { limit } = limitsOf(domain);
  return {
    area: 'path',
    title: titleOf,
    limit,
    full() {
      const requiredPlan = planWithMore(limit ?? 0);
      const params = { limit: limit ?? 0, ...(requiredPlan && { plan: t(`common:plan.${requiredPlan}`) }) };
      refuse(402, requiredPlan ? 'path:error.limit' : 'path:error.limitLast', { params, extra: { requiredPlan } });
    },
  };
}

/** What the domain and its plan say against a rule. A setting of a higher plan that it had before may stay. */
function check(ctx: Ctx, domain: OwnedDomain, rule: Pick<PathData, 'path' | 'settings'>, before?: Path): void {
  const [first, ...more] = pathProblems(rule, { domain: domain.name, minTtl: limitsOf(domain).minTtl });
  if (first) {
    const fields = Object.fromEntries([...more.reverse(), first].map(({ field, key, params }) => [field, { key, params }]));
    throw new Refusal(422, 'error:validation', { fields });
  }
  const { cspOverride } = rule.settings;
  if (cspOverride !== undefined && cspOverride !== before?.settings.cspOverride) requireFeature(ctx, domain, 'cspOverride');
}

export const pathHandlers = implement(path, {
  async list({ db, user }, { domainId }) {
    const domain = await ownedDomain(db, user, domainId);
    const paths = await itemsOf(db, domain, 'path');
    return { paths, used: paths.length, ...limitsOf(domain), gates: { cspOverride: featuresOf(domain).cspOverride } };
  },

  async get({ db, user }, { domainId, pathId }) {
    return { path: await itemOf(db, await ownedDomain(db, user, domainId), 'path', pathId) };
  },

  create: (ctx, { domainId, deploy, ...draft }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.user, domainId);
      check(ctx, domain, draft);
      const made = await addItem(tx, ctx, domain, rulesFor(ctx, domain), draft, deploy);
      await log({ action: 'create', entity: entityOf(made), domainId: domain.id, after: made });
      return { path: made };
    }),

  update: (ctx, { domainId, pathId, deploy, version, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.user, domainId);
      const held = await itemOf(tx, domain, 'path', pathId);
      const options = { deploy, version, check: (after: PathData) => check(ctx, domain, after, held) };
      const { before, after } = await changeItem(tx, ctx, domain, rulesFor(ctx, domain), pathId, change, options);
      await log({ action: 'update', entity: entityOf(after), domainId: domain.id, before, after });
      return { path: after };
    }),

  delete: (ctx, { domainId, pathId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.user, domainId);
      const before = await dropItem(tx, domain, 'path', pathId);
      // Its connection to a cluster goes with it, as a record's does.
      await tx.deleteFrom('clusterRoute').where('pathId', '=', pathId).where('domainId', '=', domain.id).execute();
      await log({ action: 'delete', entity: entityOf(before), domainId: domain.id, before });
      return { done: true as const };
    }),

  toggleDeploy: (ctx, { domainId, pathId, deploy }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.user, domainId);
      const { before, after } = await deployItem(tx, ctx, domain, 'path', pathId, deploy);
      await log({ action: deploy ? 'deploy' : 'undeploy', entity: entityOf(after), domainId: domain.id, before, after });
      return { path: after };
    }),

  reorder: (ctx, { domainId, ids }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.user, domainId);
      const { before, after } = await reorderItems(tx, ctx, domain, 'path', ids);
      const order = (list: typeof after) => list.map(({ id, title, priority }) => ({ id, title, priority }));
      await log({
        action: 'reorder',
        entity: { type: 'path', id: domain.id, name: domain.name },
        domainId: domain.id,
        before: order(before),
        after: order(after),
      });
      return { paths: after };
    }),
});
