import type { Selectable } from 'kysely';
import { type FirewallGroup, firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { inOrder } from '../../../lib/format/order.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { iso } from '../../../lib/time.ts';
import { catalog } from '../../core/catalog.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { ownedDomain, ownedDomainsById, ownedFirewallGroups } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import type { FirewallGroupTable } from '../../db/tables/cdn/firewall.ts';
import type { Account } from '../../kernel/account.ts';
import { refuse } from '../../kernel/refusal.ts';
import { addRule, ruleEntity as entityOfRule, loadFirewall, withoutBlockingCaller } from '../firewall/index.ts';
import { usesOfGroups } from './uses.ts';

type Row = Selectable<FirewallGroupTable>;
const max = catalog.limits.firewallGroups;

function show(
  { id, title, addresses: ipAddresses, domainId, version, updatedAt }: Row,
  uses: Map<string, FirewallGroup['usedBy']>,
): FirewallGroup {
  return { id, title, ipAddresses, domainId, usedBy: uses.get(id) ?? [], version, updatedAt: iso(updatedAt) };
}

const groupEntity = ({ id, title }: Pick<Row, 'id' | 'title'>) => ({ type: 'firewallGroup', id, name: title });
const logged = ({ title, ipAddresses }: FirewallGroup) => ({ title, ipAddresses });

async function ownGroup(tx: Tx, account: Account, groupId: string): Promise<Row> {
  return (await ownedFirewallGroups(tx, account).selectAll().where('id', '=', groupId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
}

/** Groups with the same name couldn't be distinguished in a rule's form. */
async function refuseDuplicate(tx: Tx, account: Account, title: string, exceptId?: string): Promise<void> {
  const rows = await ownedFirewallGroups(tx, account).select(['id', 'title']).execute();
  const isDuplicate = rows.some((row) => row.id !== exceptId && row.title.toLowerCase() === title.toLowerCase());
  const params = { title };
  if (isDuplicate) refuse(409, 'firewallGroup:error.taken', { params, fields: { title: { key: 'firewallGroup:error.taken', params } } });
}

/** Stores a new group, unless the account has one with that name or too many. */
async function insertGroup(
  tx: Tx,
  ctx: SignedIn,
  { title, ipAddresses, domainId }: { title: string; ipAddresses: readonly string[]; domainId: string | undefined },
): Promise<Row> {
  await refuseDuplicate(tx, ctx.account, title);
  const { length } = await ownedFirewallGroups(tx, ctx.account).select('id').execute();
  if (length >= max) refuse(409, 'firewallGroup:error.limit', { params: { max } });
  const row: Row = {
    id: ctx.newId(),
    accountId: ctx.account.id,
    domainId: domainId ?? null,
    title,
    addresses: [...ipAddresses],
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  await tx.insertInto('firewallGroup').values(row).execute();
  return row;
}

export const firewallGroupHandlers = implement(firewallGroup, {
  async list({ db, account, locale }, { domainId }) {
    if (domainId !== undefined) await ownedDomain(db, account, domainId);
    const all = ownedFirewallGroups(db, account).selectAll().orderBy('id');
    const rows = await (domainId === undefined
      ? all
      : all.where((e) => e.or([e('domainId', 'is', null), e('domainId', '=', domainId)]))
    ).execute();
    const uses = await usesOfGroups(db, account, locale);
    return { groups: inOrder(rows, locale, ({ title }) => title).map((row) => show(row, uses)), limit: max };
  },

  add: (ctx, { title, ipAddresses, domainId }) =>
    ctx.write(async ({ tx, log }) => {
      if (domainId !== undefined) await ownedDomain(tx, ctx.account, domainId);
      const row = await insertGroup(tx, ctx, { title, ipAddresses, domainId });
      const group = show(row, new Map());
      await log({ action: 'create', entity: groupEntity(row), ...(domainId !== undefined && { domainId }), after: logged(group) });
      return { group };
    }),

  addWithRule: (ctx, { domainId, title, ipAddresses, deploy, confirmSelfBlock, ...rest }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await insertGroup(tx, ctx, { title, ipAddresses, domainId });
      const wanted = { kind: 'group', value: row.id, ...rest } as const;
      const { rule, groups } = await addRule(tx, ctx, domain, wanted, { deploy, isConfirmed: confirmSelfBlock });
      const group = show(row, await usesOfGroups(tx, ctx.account, ctx.locale));
      await log({ action: 'create', entity: entityOfRule(rule, groups), domainId, after: { ...rule, group: logged(group) } });
      return { group, rule };
    }),

  edit: (ctx, { groupId, title, ipAddresses, version, confirmSelfBlock }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownGroup(tx, ctx.account, groupId);
      const uses = await usesOfGroups(tx, ctx.account, ctx.locale);
      const before = show(row, uses);
      if (version !== undefined && version !== row.version) refuse(409, 'error:versionConflict', { extra: { group: before } });
      if (title !== undefined) await refuseDuplicate(tx, ctx.account, title, groupId);
      const next: Row = {
        ...row,
        title: title ?? row.title,
        addresses: ipAddresses ?? row.addresses,
        version: row.version + 1,
        updatedAt: ctx.now,
      };
      // The change applies at once to every domain whose rules refer to the group.
      const domains = await ownedDomainsById(tx, ctx.account, [...new Set(before.usedBy.map(({ domainId }) => domainId))]);
      const walls = () => Promise.all(domains.map((domain) => loadFirewall(tx, domain)));
      await withoutBlockingCaller(ctx, walls, confirmSelfBlock, () =>
        tx
          .updateTable('firewallGroup')
          .set({ title: next.title, addresses: next.addresses, version: next.version, updatedAt: ctx.now })
          .where('id', '=', groupId)
          .execute(),
      );
      const group = show(next, uses);
      const domainId = row.domainId ?? undefined;
      await log({
        action: 'update',
        entity: groupEntity(next),
        ...(domainId && { domainId }),
        before: logged(before),
        after: logged(group),
      });
      return { group };
    }),

  delete: (ctx, { groupId }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownGroup(tx, ctx.account, groupId);
      const group = show(row, await usesOfGroups(tx, ctx.account, ctx.locale));
      if (group.usedBy.length > 0)
        refuse(409, 'firewallGroup:error.inUse', {
          params: { ...counted(group.usedBy.length, ctx.locale), title: group.title, domain: group.usedBy[0]?.domain ?? '' },
          extra: { rules: group.usedBy },
        });
      await tx.deleteFrom('firewallGroup').where('id', '=', groupId).execute();
      const domainId = row.domainId ?? undefined;
      await log({ action: 'delete', entity: groupEntity(row), ...(domainId && { domainId }), before: logged(group) });
      return { done: true as const };
    }),
});
