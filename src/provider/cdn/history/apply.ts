import { clash } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';
import type { Work } from '../../core/services.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { DnsRow, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { conflictCandidates, toData, touchZone } from '../dns/index.ts';
import { type HistoryTableName, historyTableNames, historyTables, loose, type Row, withoutOptional } from './areas.ts';
import type { RowChange } from './changes.ts';

/** Columns of new rows that a version doesn't contain. */
const columnsFor = (table: HistoryTableName, ctx: Work, domain: OwnedDomain): Row => {
  const versioned = { version: 1, updatedAt: ctx.now };
  if (table === 'clusterServer') return { health: 'unknown', streak: 0 };
  if (table === 'clusterRoute') return { domainId: domain.id };
  if (table === 'firewallGroup') return { domainId: domain.id, accountId: domain.accountId, ...versioned };
  return { domainId: domain.id, ...versioned };
};

/** Tables whose rows have a version for stale edits. */
const isVersioned = (table: HistoryTableName): boolean => table !== 'clusterServer' && table !== 'clusterRoute';

/**
 * Applies row changes to a domain in one transaction. The caller has checked that `from` is the current row of each. The zone, the
 * edge and health checks follow, as after any other change.
 * @throws Refusal 409 when the result would be invalid together with what has changed since
 */
export async function applyChanges(tx: Tx, ctx: Work, domain: OwnedDomain, changes: readonly RowChange[]): Promise<void> {
  const db = loose(tx);
  const of = (table: HistoryTableName) => changes.filter((change) => change.table === table);
  const target = (table: HistoryTableName, id: string) => {
    const query = { table, key: historyTables[table].key, id };
    return query.key === 'id' ? { id } : table === 'dnsSetting' ? { domainId: domain.id } : { domainId: domain.id, group: id };
  };
  const where = (table: HistoryTableName, id: string) => Object.entries(target(table, id));

  for (const table of [...historyTableNames].reverse())
    for (const { id, to } of of(table)) {
      if (to !== null) continue;
      if (table === 'cluster') await refuseUsed(tx, id);
      let query = db.deleteFrom(table);
      for (const [column, value] of where(table, id)) query = query.where(column, '=', value);
      await query.execute();
    }

  // Unique columns are moved out of the way first: two rows may exchange their values.
  for (const [index, { id, from, to }] of of('edgeItem').entries())
    if (from && to)
      await tx
        .updateTable('edgeItem')
        .set({ priority: -1 - index })
        .where('id', '=', id)
        .execute();
  for (const { id, from, to } of of('customPage'))
    if (from && to) await tx.updateTable('customPage').set({ enabled: false }).where('id', '=', id).execute();
  for (const { id, from, to } of of('cluster'))
    if (from && to) await tx.updateTable('cluster').set({ name: id }).where('id', '=', id).execute();

  for (const table of historyTableNames)
    for (const [index, { id, from, to }] of of(table).entries()) {
      if (to === null) continue;
      if (table === 'dnsRecord') await refuseClash(tx, domain, to);
      if (table === 'clusterRoute') await refuseLost(tx, domain, to);
      if (table === 'cluster') await refuseDuplicate(tx, domain, to);
      // In place once all rows are there.
      const later = table === 'edgeItem' ? { priority: -10_000 - index } : table === 'customPage' ? { enabled: 0 } : {};
      if (from === null) {
        await db
          .insertInto(table)
          .values({ ...columnsFor(table, ctx, domain), ...to, ...later })
          .execute();
        continue;
      }
      let query = db.updateTable(table).set({
        ...withoutOptional(table),
        ...to,
        ...later,
        ...(isVersioned(table) && { updatedAt: ctx.now }),
        ...(table === 'edgeItem' && { edgeVersion: null }),
      });
      for (const [column, value] of where(table, id)) query = query.where(column, '=', value);
      await query.execute();
      if (isVersioned(table)) {
        let raise = db.updateTable(table).set((e) => ({ version: e('version', '+', 1) }));
        for (const [column, value] of where(table, id)) raise = raise.where(column, '=', value);
        await raise.execute();
      }
    }

  await placeRules(tx, domain, of('edgeItem'));
  await showPages(tx, domain, of('customPage'));
  if (of('cluster').length > 0 || of('clusterServer').length > 0) await watchServers(tx, ctx, domain);
  const records = of('dnsRecord');
  if (records.length > 0 || of('dnsSetting').length > 0) {
    const added = records.reduce((sum, { from, to }) => sum + (to ? 1 : 0) - (from ? 1 : 0), 0);
    await touchZone(tx, ctx, domain, added);
  }
}

async function refuseUsed(tx: Tx, clusterId: string): Promise<void> {
  const route = await tx.selectFrom('clusterRoute').select('id').where('clusterId', '=', clusterId).executeTakeFirst();
  if (route) refuse(409, 'version:error.conflict');
}

async function refuseDuplicate(tx: Tx, domain: OwnedDomain, { id, name }: Row): Promise<void> {
  const other = await tx
    .selectFrom('cluster')
    .select('id')
    .where('domainId', '=', domain.id)
    .where('name', '=', String(name))
    .where('id', '!=', String(id))
    .executeTakeFirst();
  if (other) refuse(409, 'version:error.conflict');
}

async function refuseClash(tx: Tx, domain: OwnedDomain, row: Row): Promise<void> {
  const record = toData({ ...(row as unknown as DnsRow), proxy: row.proxy === 1 }); // a stored row of this table
  if (clash(await conflictCandidates(tx, domain, record, String(row.id)), record)) refuse(409, 'version:error.conflict');
}

/** What a route connects may have been removed since. */
async function refuseLost(tx: Tx, domain: OwnedDomain, { clusterId, recordId, pathId }: Row): Promise<void> {
  const exists = async (table: 'cluster' | 'dnsRecord' | 'edgeItem', id: string | number | null | undefined) =>
    id == null ||
    (await tx.selectFrom(table).select('id').where('domainId', '=', domain.id).where('id', '=', String(id)).executeTakeFirst()) !==
      undefined;
  const all = [await exists('cluster', clusterId), await exists('dnsRecord', recordId), await exists('edgeItem', pathId)];
  if (all.includes(false)) refuse(409, 'version:error.conflict');
}

/** Gives restored rules their priorities. If one is taken by a rule that was added since, the lists of it are renumbered. */
async function placeRules(tx: Tx, domain: OwnedDomain, changes: readonly RowChange[]): Promise<void> {
  const wanted = new Map(changes.flatMap(({ id, to }) => (to ? [[id, Number(to.priority)] as const] : [])));
  for (const group of new Set(changes.flatMap(({ to }) => (to ? [String(to.group)] : [])))) {
    const rows = await tx
      .selectFrom('edgeItem')
      .select(['id', 'priority'])
      .where('domainId', '=', domain.id)
      .where('group', '=', group)
      .execute();
    const placed = rows
      .map((row) => ({ ...row, aim: wanted.get(row.id) ?? row.priority, isRestored: wanted.has(row.id) }))
      .sort((a, b) => a.aim - b.aim || Number(b.isRestored) - Number(a.isRestored));
    const isFree = new Set(placed.map(({ aim }) => aim)).size === placed.length;
    const final = placed.map((row, index) => ({ id: row.id, now: row.priority, next: isFree ? row.aim : index + 1 }));
    const moving = final.filter(({ now, next }) => now !== next);
    for (const [index, { id }] of moving.entries())
      await tx
        .updateTable('edgeItem')
        .set({ priority: -100_000 - index })
        .where('id', '=', id)
        .execute();
    for (const { id, next } of moving)
      await tx.updateTable('edgeItem').set({ priority: next, edgeVersion: null }).where('id', '=', id).execute();
  }
}

/** Enables restored pages again, unless another one of their kind has been enabled since. */
async function showPages(tx: Tx, domain: OwnedDomain, changes: readonly RowChange[]): Promise<void> {
  for (const { id, to } of changes) {
    if (to?.enabled !== 1) continue;
    const other = await tx
      .selectFrom('customPage')
      .select('id')
      .where('domainId', '=', domain.id)
      .where('kind', '=', to.kind as 'error') // a stored value of this column
      .where('statusCode', '=', Number(to.statusCode))
      .where('enabled', '=', true)
      .executeTakeFirst();
    if (!other) await tx.updateTable('customPage').set({ enabled: true }).where('id', '=', id).execute();
  }
}

/** Brings the check schedules of all servers in line with their clusters. */
async function watchServers(tx: Tx, ctx: Work, domain: OwnedDomain): Promise<void> {
  const rows = await tx
    .selectFrom('clusterServer')
    .innerJoin('cluster', 'cluster.id', 'clusterServer.clusterId')
    .select(['clusterServer.id', 'cluster.monitoring'])
    .where('cluster.domainId', '=', domain.id)
    .execute();
  for (const { id, monitoring } of rows) {
    const intervalMs = monitoring && durationSeconds(monitoring.repetitionInterval) * 1000;
    await tx
      .updateTable('clusterServer')
      .set({ intervalMs, nextCheckAt: intervalMs === null ? null : ctx.now })
      .where('id', '=', id)
      .execute();
  }
}
