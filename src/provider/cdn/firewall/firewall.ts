import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { checkExpiry, maxRules } from '../../../lib/rules/cdn/firewall/value.ts';
import { implement } from '../../core/implement.ts';
import { type OwnedDomain, ownedDomain } from '../../db/owned.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import {
  changeItem,
  changeSetting,
  deployItem,
  dropItem,
  loadItem,
  loadSetting,
  reorderItems,
  requireAbility,
  withLive,
} from '../edge/index.ts';
import { addRule, checkEnd, itemRules, needsPlaces, type Rule, ruleEntity, saveRule, settled } from './add.ts';
import { scheduleExpiry } from './expire.ts';
import { loadFirewall } from './state.ts';

const entityOfDomain = ({ id, name }: OwnedDomain) => ({ type: 'firewall', id, name });

export const firewallHandlers = implement(firewall, {
  async list(ctx, { domainId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const { rules, defaultMode, version } = await loadFirewall(ctx.db, domain);
    return { rules: await withLive(ctx.db, ctx, domain, 'firewall', rules), defaultMode, version, limit: maxRules, you: { ip: ctx.ip } };
  },

  create: (ctx, { domainId, deploy, confirmSelfBlock, ...input }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { rule, groups } = await addRule(tx, ctx, domain, input, { deploy, isConfirmed: confirmSelfBlock });
      await log({ action: 'create', entity: ruleEntity(rule, groups), domainId, after: rule });
      return { rule };
    }),

  update: (ctx, { domainId, ruleId, version, deploy, confirmSelfBlock, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const old = await loadItem(tx, domain, 'firewall', ruleId);
      const wall = await loadFirewall(tx, domain);
      // A stored end may be in the past by now; only a new one, or one that is being deployed, has to be in the future.
      checkEnd(deploy && change.expiresAt === undefined ? old.expiresAt : change.expiresAt, ctx.now);
      const { kind = old.kind, value = old.value } = change;
      if (needsPlaces({ kind }) && (!needsPlaces(old) || (deploy && !old.deploy))) await requireAbility(ctx, 'geo', 'kind');
      const next = {
        ...change,
        kind,
        value: settled(wall, { kind, value }, ruleId),
        // A missing note and an empty one are the same.
        description: change.description === (old.description ?? '') ? undefined : change.description,
        expiresAt: change.expiresAt === (old.expiresAt ?? null) ? undefined : change.expiresAt,
      };
      const { before, after } = await saveRule(ctx, tx, domain, confirmSelfBlock, () =>
        changeItem(tx, ctx, domain, itemRules(wall.groups), ruleId, next, { deploy, version }),
      );
      await scheduleExpiry(tx, ctx.services.jobs.enqueue, after);
      await log({ action: 'update', entity: ruleEntity(after, wall.groups), domainId, before, after });
      return { rule: after };
    }),

  delete: (ctx, { domainId, ruleId, confirmSelfBlock }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { groups } = await loadFirewall(tx, domain);
      const rule = await saveRule(ctx, tx, domain, confirmSelfBlock, () => dropItem(tx, domain, 'firewall', ruleId));
      await log({ action: 'delete', entity: ruleEntity(rule, groups), domainId, before: rule });
      return { done: true as const, rule };
    }),

  toggleDeploy: (ctx, { domainId, ruleId, deploy, confirmSelfBlock }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { groups } = await loadFirewall(tx, domain);
      const { before, after } = await saveRule(ctx, tx, domain, confirmSelfBlock, () =>
        deployItem(tx, ctx, domain, 'firewall', ruleId, deploy),
      );
      if (deploy && checkExpiry(after.expiresAt, ctx.now)) refuse(409, 'firewall:error.expired');
      if (deploy && needsPlaces(after)) await requireAbility(ctx, 'geo', 'deploy');
      await scheduleExpiry(tx, ctx.services.jobs.enqueue, after);
      await log({ action: deploy ? 'deploy' : 'undeploy', entity: ruleEntity(after, groups), domainId, before, after });
      return { rule: after };
    }),

  reorder: (ctx, { domainId, ids, confirmSelfBlock }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { before, after } = await saveRule(ctx, tx, domain, confirmSelfBlock, () => reorderItems(tx, ctx, domain, 'firewall', ids));
      const order = (rules: Rule[]) => ({ order: rules.map(({ id }) => id) });
      await log({ action: 'reorder', entity: entityOfDomain(domain), domainId, before: order(before), after: order(after) });
      return { rules: after };
    }),

  mode: (ctx, { domainId, defaultMode, version, confirmSelfBlock }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { before, after } = await saveRule(ctx, tx, domain, confirmSelfBlock, () =>
        changeSetting(tx, ctx, domain, 'firewall', { defaultMode }, { version, field: 'firewall' }),
      );
      const pickLogged = ({ defaultMode: mode }: typeof after) => ({ defaultMode: mode });
      await log({ action: 'update', entity: entityOfDomain(domain), domainId, before: pickLogged(before), after: pickLogged(after) });
      return { defaultMode: after.defaultMode, version: after.version };
    }),

  async countryGet({ db, account }, { domainId }) {
    const { countryWhitelist, version } = await loadSetting(db, await ownedDomain(db, account, domainId), 'firewall');
    return { countryWhitelist: { ...countryWhitelist, countries: [...countryWhitelist.countries], version } };
  },

  countryUpdate: (ctx, { domainId, version, confirmSelfBlock, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const { countryWhitelist: old } = await loadSetting(tx, domain, 'firewall');
      const enabled = change.enabled ?? old.enabled;
      if (enabled && !old.enabled) await requireAbility(ctx, 'geo', 'enabled');
      const countries = [...new Set(change.countries ?? old.countries)].sort();
      if (enabled && countries.length === 0) refuseField('countries', 'firewall:error.noCountry');
      const { before, after } = await saveRule(ctx, tx, domain, confirmSelfBlock, () =>
        changeSetting(tx, ctx, domain, 'firewall', { countryWhitelist: { enabled, countries } }, { version, field: 'firewall' }),
      );
      await log({
        action: 'update',
        entity: entityOfDomain(domain),
        domainId,
        before: before.countryWhitelist,
        after: after.countryWhitelist,
      });
      return { countryWhitelist: { enabled, countries, version: after.version } };
    }),
});
