import { type RateLimitRule, rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { pathFault } from '../../../lib/rules/cdn/edge/pathFault.ts';
import type { RateLimitData } from '../../../lib/rules/cdn/edge/protection.ts';
import { titleOfLimit } from '../../../lib/rules/cdn/edge/rateLimit.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { refuseField } from '../../kernel/refusal.ts';
import { addItem, changeItem, deployItem, dropItem, type Item, type ItemRules, loadItems, reorderItems, withLive } from '../edge/index.ts';

export const rateLimitRules: ItemRules<'rateLimit'> = {
  group: 'rateLimit',
  title: titleOfLimit,
};
const toEntity = (rule: Item<'rateLimit'>) => ({ type: 'rateLimit', id: rule.id, name: rateLimitRules.title(rule) });

/** What the schema can't validate: the hostname of the path, and what an update keeps of the old rule. */
const checkFor = (domain: { name: string }) => (rule: Pick<RateLimitData, 'path' | 'action' | 'challengeType'>) => {
  const fault = rule.path ? pathFault(rule.path, domain.name) : null;
  if (fault) refuseField('path', fault.key, fault.params);
  if (rule.action === 'challenge' && !rule.challengeType) refuseField('challengeType', 'rateLimit:error.challengeType');
};

export const rateLimitHandlers = implement(rateLimit, {
  async list(ctx, { domainId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    return { rules: await withLive(ctx.db, ctx, domain, 'rateLimit', await loadItems(ctx.db, domain, 'rateLimit')) };
  },

  create: (ctx, { domainId, deploy, ...data }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      checkFor(domain)(data);
      const rule: RateLimitRule = await addItem(tx, ctx, domain, rateLimitRules, data, deploy);
      await log({ action: 'create', entity: toEntity(rule), domainId, after: rule });
      return { rule };
    }),

  update: (ctx, { domainId, ruleId, deploy, version, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const check = checkFor(domain);
      const { before, after } = await changeItem(tx, ctx, domain, rateLimitRules, ruleId, change, { deploy, version, check });
      await log({ action: 'update', entity: toEntity(after), domainId, before, after });
      return { rule: after };
    }),

  delete: (ctx, { domainId, ruleId }) =>
    ctx.write(async ({ tx, log }) => {
      const rule = await dropItem(tx, await ownedDomain(tx, ctx.account, domainId), 'rateLimit', ruleId);
      await log({ action: 'delete', entity: toEntity(rule), domainId, before: rule });
      return { done: true as const, rule };
    }),

  toggleDeploy: (ctx, { domainId, ruleId, deploy }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { before, after } = await deployItem(tx, ctx, domain, 'rateLimit', ruleId, deploy);
      await log({ action: deploy ? 'deploy' : 'undeploy', entity: toEntity(after), domainId, before, after });
      return { rule: after };
    }),

  reorder: (ctx, { domainId, ids }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { before, after } = await reorderItems(tx, ctx, domain, 'rateLimit', ids);
      const order = (rules: readonly Item<'rateLimit'>[]) => rules.map(rateLimitRules.title);
      const entity = { type: 'rateLimit', id: domain.id, name: domain.name };
      await log({ action: 'reorder', entity, domainId, before: order(before), after: order(after) });
      return { rules: after };
    }),
});
