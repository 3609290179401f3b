import { waf } from '../../../lib/contract/cdn/waf.ts';
import { DETECTION_MS } from '../../../lib/rules/cdn/waf/modules.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import {
  addItem,
  changeItem,
  changeSetting,
  deployItem,
  dropItem,
  loadItem,
  loadItems,
  loadSetting,
  reorderItems,
  requireAbility,
  withLive,
} from '../edge/index.ts';
import { cdnJobs } from '../jobs.ts';
import { checkAbilities, checkCosts, checkException, checkRule, wafExceptions, wafRules } from './rules.ts';
import { showException, showRule, showWaf, withModules } from './view.ts';

const ruleEntity = ({ id, title }: { id: string; title: string }) => ({ type: 'wafRule', id, name: title });
const exceptionEntity = ({ id, title = '' }: { id: string; title?: string | undefined }) => ({ type: 'wafException', id, name: title });

export const wafHandlers = implement(waf, {
  async get({ db, account, now, t }, { domainId }) {
    return { waf: showWaf(await loadSetting(db, await ownedDomain(db, account, domainId), 'waf'), now, t) };
  },

  mode: (ctx, { domainId, mode, version }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const runAt = ctx.now + DETECTION_MS;
      const detectionUntil = mode === 'detection' ? iso(runAt) : null;
      const { before, after } = await changeSetting(tx, ctx, domain, 'waf', { mode, detectionUntil }, { version, field: 'waf' });
      // One job per domain: selecting detection again reschedules it, and a job that runs too early does nothing.
      if (mode === 'detection') await ctx.services.jobs.enqueue(tx, cdnJobs.endDetection, { domainId }, { runAt });
      await log({ action: 'update', entity: { type: 'waf', id: domain.id, name: domain.name }, domainId, before, after });
      return { waf: showWaf(after, ctx.now, ctx.t) };
    }),

  modules: (ctx, { domainId, modules, sensitivity, profiles, version }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const now = await loadSetting(tx, domain, 'waf');
      if (profiles?.some((one) => !now.profiles?.includes(one))) await requireAbility(ctx, 'wafProfiles', 'profiles');
      const change = { modules: modules && withModules(now.modules, modules), sensitivity, profiles };
      const { before, after } = await changeSetting(tx, ctx, domain, 'waf', change, { version, field: 'waf' });
      await log({ action: 'update', entity: { type: 'waf', id: domain.id, name: domain.name }, domainId, before, after });
      return { waf: showWaf(after, ctx.now, ctx.t) };
    }),

  async rules(ctx, { domainId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const rules = (await loadItems(ctx.db, domain, 'waf')).map(showRule);
    return { rules: await withLive(ctx.db, ctx, domain, 'waf', rules) };
  },

  createRule: (ctx, { domainId, deploy, ...data }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      checkRule(domain)(data);
      await checkAbilities(ctx, data);
      await checkCosts(tx, domain, data);
      const rule = await addItem(tx, ctx, domain, wafRules, data, deploy);
      await log({ action: 'create', entity: ruleEntity(rule), domainId, after: rule });
      return { rule: showRule(rule) };
    }),

  updateRule: (ctx, { domainId, ruleId, deploy, version, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const check = checkRule(domain);
      await checkAbilities(ctx, change, await loadItem(tx, domain, 'waf', ruleId));
      await checkCosts(tx, domain, change, ruleId);
      const { before, after } = await changeItem(tx, ctx, domain, wafRules, ruleId, change, { deploy, version, check });
      await log({ action: 'update', entity: ruleEntity(after), domainId, before, after });
      return { rule: showRule(after) };
    }),

  deleteRule: (ctx, { domainId, ruleId }) =>
    ctx.write(async ({ tx, log }) => {
      const before = await dropItem(tx, await ownedDomain(tx, ctx.account, domainId), 'waf', ruleId);
      await log({ action: 'delete', entity: ruleEntity(before), domainId, before });
      return { done: true };
    }),

  deployRule: (ctx, { domainId, ruleId, deploy }) =>
    ctx.write(async ({ tx, log }) => {
      const { before, after } = await deployItem(tx, ctx, await ownedDomain(tx, ctx.account, domainId), 'waf', ruleId, deploy);
      await log({ action: deploy ? 'deploy' : 'undeploy', entity: ruleEntity(after), domainId, before, after });
      return { rule: showRule(after) };
    }),

  reorderRules: (ctx, { domainId, ids }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { before, after } = await reorderItems(tx, ctx, domain, 'waf', ids);
      const order = (list: typeof after) => ({ order: list.map(({ title }) => title) });
      const entity = { type: 'wafRule', id: domain.id, name: domain.name };
      await log({ action: 'reorder', entity, domainId, before: order(before), after: order(after) });
      return { rules: after.map(showRule) };
    }),

  async exceptions(ctx, { domainId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const exceptions = (await loadItems(ctx.db, domain, 'wafException')).map(showException);
    return { exceptions: await withLive(ctx.db, ctx, domain, 'wafException', exceptions) };
  },

  createException: (ctx, { domainId, deploy, ...data }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      checkException(domain)(data);
      const exception = await addItem(tx, ctx, domain, wafExceptions, data, deploy);
      await log({ action: 'create', entity: exceptionEntity(exception), domainId, after: exception });
      return { exception: showException(exception) };
    }),

  updateException: (ctx, { domainId, exceptionId, deploy, version, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const check = checkException(domain);
      const { before, after } = await changeItem(tx, ctx, domain, wafExceptions, exceptionId, change, { deploy, version, check });
      await log({ action: 'update', entity: exceptionEntity(after), domainId, before, after });
      return { exception: showException(after) };
    }),

  deleteException: (ctx, { domainId, exceptionId }) =>
    ctx.write(async ({ tx, log }) => {
      const before = await dropItem(tx, await ownedDomain(tx, ctx.account, domainId), 'wafException', exceptionId);
      await log({ action: 'delete', entity: exceptionEntity(before), domainId, before });
      return { done: true };
    }),

  deployException: (ctx, { domainId, exceptionId, deploy }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { before, after } = await deployItem(tx, ctx, domain, 'wafException', exceptionId, deploy);
      await log({ action: deploy ? 'deploy' : 'undeploy', entity: exceptionEntity(after), domainId, before, after });
      return { exception: showException(after) };
    }),
});
