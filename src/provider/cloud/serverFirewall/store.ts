import type { Selectable } from 'kysely';
import type { FirewallRuleOfServer, ServerFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { iso } from '../../../lib/time.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { Work } from '../../core/services.ts';
import { ownedServerFirewalls } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { ServerFirewallTable } from '../../db/tables/cloud/network.ts';
import { setDesired } from '../../jobs/desired.ts';
import { refuse } from '../../kernel/refusal.ts';
import { loadMembers, type Member } from '../members.ts';

export type Row = Selectable<ServerFirewallTable>;

export const showRule = (rule: Row['rules'][number], place: number): FirewallRuleOfServer => ({ ...rule, priority: place + 1 });

export const groupServers = (members: readonly Member[], groupId: string) =>
  members.filter(({ settings }) => settings.firewallIds.includes(groupId)).map(({ id, name }) => ({ id, name }));

export const show = (row: Row, members: readonly Member[]): ServerFirewall => ({
  id: row.id,
  title: row.title,
  description: row.description,
  isDefault: row.isDefault,
  rules: row.rules.map(showRule),
  servers: groupServers(members, row.id),
  version: row.version,
  updatedAt: iso(row.updatedAt),
});

export const toEntity = ({ id, title }: Row) => ({ type: 'serverFirewall', id, name: title });
export const desired = ({ id, accountId }: Row, isRemoved = false) => ({
  kind: 'serverFirewall' as const,
  entityId: id,
  accountId,
  domainId: null,
  isRemoved,
});

export async function removeGroup(tx: Tx, ctx: Pick<Work, 'now' | 'services'>, row: Row): Promise<void> {
  await tx.deleteFrom('serverFirewall').where('id', '=', row.id).execute();
  await setDesired(tx, ctx, desired(row, true));
}

export async function ownGroup(db: Db | Tx, account: { id: string }, groupId: string): Promise<Row> {
  const row = await ownedServerFirewalls(db, account).selectAll().where('id', '=', groupId).executeTakeFirst();
  return row ?? refuse(404, 'error:notFound');
}

/** The group, unless it was changed since the caller read it: then 409 with the current group. */
export async function loadExpectedGroup(tx: Tx, { account }: SignedIn, groupId: string, version: number | undefined): Promise<Row> {
  const row = await ownGroup(tx, account, groupId);
  if (version !== undefined && version !== row.version)
    refuse(409, 'error:versionConflict', { extra: { group: show(row, await loadMembers(tx, account)) } });
  return row;
}

/** Stores a changed group and updates the driver. */
export async function saveGroup(tx: Tx, ctx: SignedIn, row: Row, change: Partial<Row>): Promise<{ row: Row; group: ServerFirewall }> {
  const next: Row = { ...row, ...change, version: row.version + 1, updatedAt: ctx.now };
  const { id, accountId: _, ...values } = next;
  await tx.updateTable('serverFirewall').set(values).where('id', '=', id).execute();
  if (change.rules !== undefined) await setDesired(tx, ctx, desired(next));
  return { row: next, group: show(next, await loadMembers(tx, ctx.account)) };
}
