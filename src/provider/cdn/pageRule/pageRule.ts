import { type PageRule, pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { capturesIn } from '../../../lib/rules/cdn/edge/captures.ts';
import type { PageRuleData } from '../../../lib/rules/cdn/edge/config.ts';
import { pathProblems } from '../../../lib/rules/cdn/pageRule/pageRule.ts';
import { DAY, MINUTE } from '../../../lib/time.ts';
import { edgeReach } from '../../core/edgeReach.ts';
import { type CallCtx, implement, type SignedIn } from '../../core/implement.ts';
import { type OwnedDomain, ownedDomain } from '../../db/owned.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';
import { LogStoreFault } from '../../drivers/logs/logs.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';
import {
  addItem,
  changeItem,
  deployItem,
  dropItem,
  type ItemRules,
  loadItem,
  loadItems,
  reorderItems,
  requireAbility,
  withLive,
} from '../edge/index.ts';
import { offeredCodes, plansWithLimits } from '../plans.ts';

const pageRuleTitle = ({ title }: PageRuleData) => title;
const toEntity = ({ id, title }: PageRule) => ({ type: 'pageRule', id, name: title });

interface RuleLimits {
  limit: number | null;
  /** Seconds. */
  minTtl: number | null;
}
async function pathRuleLimits(db: Db | Tx, { plan }: Pick<Domain, 'plan'>): Promise<RuleLimits> {
  const { pageRules, minCacheTtl } = (await plansWithLimits(db))[plan];
  return { limit: pageRules, minTtl: minCacheTtl };
}

/** The cheapest plan on offer with more page rules than `limit`; contract plans are unlimited. */
async function planWithMore(tx: Tx, limit: number) {
  const plans = await plansWithLimits(tx);
  return (await offeredCodes(tx)).find((code) => (plans[code].pageRules ?? Number.POSITIVE_INFINITY) > limit);
}

function rulesFor({ t }: Pick<CallCtx, 't'>, { limit }: RuleLimits): ItemRules<'pageRule'> {
  return {
    group: 'pageRule',
    title: pageRuleTitle,
    limit,
    async full(tx) {
      const requiredPlan = await planWithMore(tx, limit ?? 0);
      const params = { limit: limit ?? 0, ...(requiredPlan && { plan: t(`common:plan.${requiredPlan}`) }) };
      refuse(402, requiredPlan ? 'pageRule:error.limit' : 'pageRule:error.limitLast', { params, extra: { requiredPlan } });
    },
  };
}

/** Refuses what the domain and its plan don’t allow in a rule. */
function check(domain: OwnedDomain, { minTtl }: RuleLimits, rule: Pick<PageRuleData, 'path' | 'settings'>): void {
  const [first, ...more] = pathProblems(rule, { domain: domain.name, minTtl });
  if (first) {
    const fields = Object.fromEntries([...more.reverse(), first].map(({ field, key, params }) => [field, { key, params }]));
    throw new Refusal(422, 'error:validation', { fields });
  }
}

/** The setting that an edge of an older version would misread; undefined: none. */
const newerSetting = ({ redirectUrl = '', ...settings }: PageRuleData['settings']) =>
  capturesIn(redirectUrl).length > 0 ? 'redirectUrl' : newerSettings.find((name) => settings[name] !== undefined);
const newerSettings = ['redirectStatus', 'redirectQuery', 'rewriteUrl', 'requestHeaders', 'responseHeaders', 'cors'] as const;

/** Refuses to begin with a setting that a connected edge misreads; a rule that has one already can be changed. */
async function checkAbilities(ctx: SignedIn, next: PageRuleData['settings'], old: PageRuleData['settings'] = {}): Promise<void> {
  const setting = newerSetting(next);
  if (setting && !newerSetting(old)) await requireAbility(ctx, 'pageRuleActions', `settings.${setting}`);
}

/** Rules at most whose requests are counted; contracts have no limit. */
const MAX_COUNTED = 1_000;

/** The requests of the last 24 hours by page rule, from the log of the edges; null: they don't report it, or the log store is away. */
async function countRequests({ db, services, now }: SignedIn, { id: domainId }: OwnedDomain): Promise<Record<string, number> | null> {
  const { abilities } = await edgeReach(db, services.drivers, now);
  // Edges that know the newer actions also log the rule of each request.
  if (!abilities.has('pageRuleActions')) return null;
  const to = (Math.floor(now / MINUTE) + 1) * MINUTE;
  try {
    const { rows } = await services.logs.top({ domainId, from: to - DAY, to }, 'pageRule', MAX_COUNTED);
    return Object.fromEntries(rows.map(({ value, requests }) => [value, requests]));
  } catch (error) {
    // The rules don't depend on it.
    if (error instanceof LogStoreFault) return null;
    throw error;
  }
}

export const pageRuleHandlers = implement(pageRule, {
  async list(ctx, { domainId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const paths = await withLive(ctx.db, ctx, domain, 'pageRule', await loadItems(ctx.db, domain, 'pageRule'));
    return { paths, used: paths.length, ...(await pathRuleLimits(ctx.db, domain)), requests: await countRequests(ctx, domain) };
  },

  async get({ db, account }, { domainId, pathId }) {
    return { path: await loadItem(db, await ownedDomain(db, account, domainId), 'pageRule', pathId) };
  },

  create: (ctx, { domainId, deploy, ...draft }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const limits = await pathRuleLimits(tx, domain);
      check(domain, limits, draft);
      await checkAbilities(ctx, draft.settings);
      const made = await addItem(tx, ctx, domain, rulesFor(ctx, limits), draft, deploy);
      await log({ action: 'create', entity: toEntity(made), domainId: domain.id, after: made });
      return { path: made };
    }),

  update: (ctx, { domainId, pathId, deploy, version, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const limits = await pathRuleLimits(tx, domain);
      const options = { deploy, version, check: (after: PageRuleData) => check(domain, limits, after) };
      const { before, after } = await changeItem(tx, ctx, domain, rulesFor(ctx, limits), pathId, change, options);
      await checkAbilities(ctx, after.settings, before.settings);
      await log({ action: 'update', entity: toEntity(after), domainId: domain.id, before, after });
      return { path: after };
    }),

  delete: (ctx, { domainId, pathId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const before = await dropItem(tx, domain, 'pageRule', pathId);
      // Its connection to a cluster is deleted too, like that of a record.
      await tx.deleteFrom('clusterRoute').where('pathId', '=', pathId).where('domainId', '=', domain.id).execute();
      await log({ action: 'delete', entity: toEntity(before), domainId: domain.id, before });
      return { done: true as const };
    }),

  toggleDeploy: (ctx, { domainId, pathId, deploy }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { before, after } = await deployItem(tx, ctx, domain, 'pageRule', pathId, deploy);
      if (deploy) await checkAbilities(ctx, after.settings, before.deployed?.settings ?? (before.deploy ? before.settings : {}));
      await log({ action: deploy ? 'deploy' : 'undeploy', entity: toEntity(after), domainId: domain.id, before, after });
      return { path: after };
    }),

  reorder: (ctx, { domainId, ids }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { before, after } = await reorderItems(tx, ctx, domain, 'pageRule', ids);
      const order = (list: typeof after) => list.map(({ id, title, priority }) => ({ id, title, priority }));
      await log({
        action: 'reorder',
        entity: { type: 'pageRule', id: domain.id, name: domain.name },
        domainId: domain.id,
        before: order(before),
        after: order(after),
      });
      return { paths: after };
    }),
});
