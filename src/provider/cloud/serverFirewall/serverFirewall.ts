import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { inOrder } from '../../../lib/format/order.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { exposureFault, maxRules, portsText, type ServerRule, templateRules } from '../../../lib/rules/cloud/firewall.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { warned } from '../../core/warned.ts';
import { ownedServerFirewalls } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { setDesired } from '../../jobs/desired.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { cloudCatalog } from '../catalog.ts';
import { loadMembers } from '../members.ts';
import { changeSettings, ownServer } from '../server/index.ts';
import { desired, groupServers, loadExpectedGroup, ownGroup, type Row, removeGroup, saveGroup, show, showRule, toEntity } from './store.ts';

const max = cloudCatalog.limits.serverFirewalls;

/** Groups with the same name couldn't be distinguished in an order. */
async function refuseDuplicate(tx: Tx, account: { id: string }, title: string, exceptId?: string): Promise<void> {
  const rows = await ownedServerFirewalls(tx, account).select(['id', 'title']).execute();
  const params = { title };
  if (rows.some((row) => row.id !== exceptId && row.title.toLowerCase() === title.toLowerCase()))
    refuse(409, 'serverFirewall:error.taken', { params, fields: { title: { key: 'serverFirewall:error.taken', params } } });
}

const toServerRule = ({ direction, protocol, transport, portFrom, portTo, source, action, description }: ServerRule): ServerRule => ({
  direction,
  protocol,
  transport,
  portFrom,
  portTo,
  source,
  action,
  description,
});
/** A rule as in the change log: "allow in ipv4 tcp 80 0.0.0.0/0". */
const ruleText = (rule: ServerRule) =>
  [rule.action, rule.direction, rule.protocol, rule.transport, portsText(rule), rule.source].filter(Boolean).join(' ');

async function attach(tx: Tx, ctx: SignedIn, serverIds: readonly string[], change: (ids: readonly string[]) => readonly string[]) {
  const taskIds: string[] = [];
  const names: string[] = [];
  for (const serverId of new Set(serverIds)) {
    const row = await ownServer(tx, ctx.account, serverId);
    const { firewallIds } = row.settings;
    const next = change(firewallIds);
    // It already has the wanted state.
    if (next.length === firewallIds.length) continue;
    taskIds.push(
      (
        await changeSettings(tx, ctx, serverId, next.length > firewallIds.length ? 'useFirewall' : 'leaveFirewall', () => ({
          firewallIds: next,
        }))
      ).taskId,
    );
    names.push(row.name);
  }
  return { taskIds, names };
}

export const serverFirewallHandlers = implement(serverFirewall, {
  async list({ db, account, locale }) {
    const rows = await ownedServerFirewalls(db, account).selectAll().orderBy('id').execute();
    const members = await loadMembers(db, account);
    return { groups: inOrder(rows, locale, ({ title }) => title).map((row) => show(row, members)), limit: max };
  },

  get: async ({ db, account }, { groupId }) => ({ group: show(await ownGroup(db, account, groupId), await loadMembers(db, account)) }),

  add: (ctx, { title, description, template }) =>
    ctx.write(async ({ tx, log }) => {
      const { account, now } = ctx;
      await refuseDuplicate(tx, account, title);
      const { length } = await ownedServerFirewalls(tx, account).select('id').execute();
      if (length >= max) refuse(409, 'serverFirewall:error.limit', { params: { max } });
      const rules = templateRules(template, ctx.ip).map((rule) => ({ id: ctx.newId(), ...rule }));
      const row: Row = {
        id: ctx.newId(),
        accountId: account.id,
        title,
        description,
        isDefault: false,
        rules,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      await tx.insertInto('serverFirewall').values(row).execute();
      await setDesired(tx, ctx, desired(row));
      await log({ action: 'create', entity: toEntity(row), after: { title, rules: rules.map(ruleText).join('; ') } });
      return { group: show(row, []) };
    }),

  edit: (ctx, { groupId, title, description, isDefault, version }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await loadExpectedGroup(tx, ctx, groupId, version);
      if (title !== undefined) await refuseDuplicate(tx, ctx.account, title, groupId);
      // An account has one default group at most.
      if (isDefault) await tx.updateTable('serverFirewall').set({ isDefault: false }).where('accountId', '=', ctx.account.id).execute();
      const change = {
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(isDefault !== undefined && { isDefault }),
      };
      const saved = await saveGroup(tx, ctx, row, change);
      const facts = (one: Row) => ({ title: one.title, description: one.description, isDefault: one.isDefault });
      await log({ action: 'update', entity: toEntity(saved.row), before: facts(row), after: facts(saved.row) });
      return { group: saved.group };
    }),

  delete: (ctx, { groupId }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownGroup(tx, ctx.account, groupId);
      const servers = groupServers(await loadMembers(tx, ctx.account), row.id);
      if (servers.length > 0)
        refuse(409, 'serverFirewall:error.inUse', {
          params: { ...counted(servers.length, ctx.locale), title: row.title, server: servers[0]?.name ?? '' },
          extra: { servers },
        });
      await removeGroup(tx, ctx, row);
      await log({ action: 'delete', entity: toEntity(row), before: { title: row.title, rules: row.rules.map(ruleText).join('; ') } });
      return { done: true as const };
    }),

  createRule: (ctx, { groupId, version, priority, ...wanted }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await loadExpectedGroup(tx, ctx, groupId, version);
      const { rules } = row;
      if (rules.length >= maxRules) refuse(409, 'serverFirewall:error.rules', { params: { max: maxRules } });
      const place = Math.min(rules.length, (priority ?? rules.length + 1) - 1);
      const rule = { id: ctx.newId(), ...toServerRule(wanted) };
      const saved = await saveGroup(tx, ctx, row, { rules: rules.toSpliced(place, 0, rule) });
      await log({ action: 'update', entity: toEntity(row), after: { rule: ruleText(rule) } });
      return { rule: showRule(rule, place), group: saved.group, warnings: warned(ctx, [exposureFault(rule)]) };
    }),

  updateRule: (ctx, { groupId, ruleId, version, ...wanted }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await loadExpectedGroup(tx, ctx, groupId, version);
      const { rules } = row;
      const place = rules.findIndex(({ id }) => id === ruleId);
      const before = rules[place];
      if (!before) refuse(404, 'error:notFound');
      const rule = { id: ruleId, ...toServerRule(wanted) };
      const saved = await saveGroup(tx, ctx, row, { rules: rules.with(place, rule) });
      await log({ action: 'update', entity: toEntity(row), before: { rule: ruleText(before) }, after: { rule: ruleText(rule) } });
      return { rule: showRule(rule, place), group: saved.group, warnings: warned(ctx, [exposureFault(rule)]) };
    }),

  deleteRule: (ctx, { groupId, ruleId, version }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await loadExpectedGroup(tx, ctx, groupId, version);
      const { rules } = row;
      const before = rules.find(({ id }) => id === ruleId);
      if (!before) refuse(404, 'error:notFound');
      const saved = await saveGroup(tx, ctx, row, { rules: rules.filter(({ id }) => id !== ruleId) });
      await log({ action: 'update', entity: toEntity(row), before: { rule: ruleText(before) } });
      return { done: true as const, group: saved.group };
    }),

  reorderRules: (ctx, { groupId, ids, version }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await loadExpectedGroup(tx, ctx, groupId, version);
      const { rules } = row;
      const ordered = ids.flatMap((id) => rules.find((rule) => rule.id === id) ?? []);
      if (ordered.length !== rules.length || new Set(ids).size !== ids.length) refuseField('ids', 'serverFirewall:error.order');
      const saved = await saveGroup(tx, ctx, row, { rules: ordered });
      await log({
        action: 'reorder',
        entity: toEntity(row),
        before: { rules: rules.map(ruleText).join('; ') },
        after: { rules: ordered.map(ruleText).join('; ') },
      });
      return { rules: ordered.map(showRule), group: saved.group };
    }),

  attach: (ctx, { groupId, serverIds }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownGroup(tx, ctx.account, groupId);
      const { taskIds, names } = await attach(tx, ctx, serverIds, (ids) => (ids.includes(groupId) ? ids : [...ids, groupId]));
      if (names.length === 0) ctx.changedNothing();
      else await log({ action: 'deploy', entity: toEntity(row), after: { servers: names.join(', ') } });
      return { group: show(row, await loadMembers(tx, ctx.account)), taskIds };
    }),

  detach: (ctx, { groupId, serverIds }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownGroup(tx, ctx.account, groupId);
      const { taskIds, names } = await attach(tx, ctx, serverIds, (ids) => ids.filter((id) => id !== groupId));
      if (names.length === 0) ctx.changedNothing();
      else await log({ action: 'undeploy', entity: toEntity(row), before: { servers: names.join(', ') } });
      return { group: show(row, await loadMembers(tx, ctx.account)), taskIds };
    }),
});
