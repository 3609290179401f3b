import { type Snapshot, snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import type { Work } from '../../core/services.ts';
import { ownedServers, ownedSnapshots } from '../../db/owned.ts';
import type { SnapshotRow, Tx } from '../../db/schema.ts';
import { setDesired } from '../../jobs/desired.ts';
import { refuse } from '../../kernel/refusal.ts';
import { begin, findImageReader, osName, ownServer, refuseUnconfirmed, requireSnapshotFor } from '../server/index.ts';
import { snapshotMeter } from './meter.ts';

/** Maximum snapshots per account. */
const MAX = 50;

const toEntity = ({ id, name }: Pick<SnapshotRow, 'id' | 'name'>) => ({ type: 'snapshot', id, name });

const show = (row: SnapshotRow, serverExists: boolean): Snapshot => ({
  id: row.id,
  name: row.name,
  serverId: row.serverId,
  serverName: row.serverName,
  serverExists,
  size: row.size,
  diskSize: row.diskSize,
  os: { type: row.osType, version: row.osVersion, name: osName(row.osType, row.osVersion) },
  status: row.status,
  createdAt: iso(row.createdAt),
});

async function refuseDuplicate(tx: Tx, account: { id: string }, name: string, exceptId?: string): Promise<void> {
  const rows = await ownedSnapshots(tx, { id: account.id }).select(['id', 'name']).execute();
  if (rows.some((row) => row.id !== exceptId && row.name.toLowerCase() === name.toLowerCase()))
    refuse(409, 'snapshot:error.taken', { params: { name }, fields: { name: { key: 'snapshot:error.taken', params: { name } } } });
}

const own = async (tx: Tx, account: { id: string }, snapshotId: string): Promise<SnapshotRow> =>
  (await ownedSnapshots(tx, account).selectAll().where('id', '=', snapshotId).executeTakeFirst()) ?? refuse(404, 'error:notFound');

export async function removeSnapshot(tx: Tx, ctx: Work, row: SnapshotRow): Promise<void> {
  await snapshotMeter.charge(tx, ctx, row);
  await tx.deleteFrom('snapshot').where('id', '=', row.id).execute();
  await setDesired(tx, ctx, { kind: 'serverImage', entityId: row.id, accountId: row.accountId, domainId: null, isRemoved: true });
}

export const snapshotHandlers = implement(snapshot, {
  async list({ db, account }, { serverId }) {
    const servers = await ownedServers(db, account).select('server.id').execute();
    if (serverId !== undefined && !servers.some(({ id }) => id === serverId)) refuse(404, 'error:notFound');
    let query = ownedSnapshots(db, account).selectAll();
    if (serverId !== undefined) query = query.where('serverId', '=', serverId);
    const rows = await query.orderBy('createdAt', 'desc').orderBy('id', 'desc').execute();
    const existing = new Set(servers.map(({ id }) => id));
    return { snapshots: rows.map((row) => show(row, existing.has(row.serverId))), limit: MAX };
  },
  create: (ctx, { serverId, name }) =>
    ctx.write(async ({ tx, log }) => {
      const server = await ownServer(tx, ctx.account, serverId);
      await refuseDuplicate(tx, ctx.account, name);
      const { length } = await ownedSnapshots(tx, { id: ctx.account.id }).select('id').execute();
      if (length >= MAX) refuse(409, 'snapshot:error.limit', { params: { max: MAX } });
      const row: SnapshotRow = {
        id: ctx.newId(),
        accountId: ctx.account.id,
        serverId,
        serverName: server.name,
        name,
        diskSize: server.diskSize,
        osId: server.osId,
        osType: server.osType,
        osVersion: server.osVersion,
        size: null,
        status: 'creating',
        meteredUntil: ctx.now,
        carry: 0,
        pendingSupplies: null,
        stops: [],
        createdAt: ctx.now,
      };
      await tx.insertInto('snapshot').values(row).execute();
      const { taskId } = await begin(tx, ctx, server, 'snapshot', {}, { desires: false });
      await setDesired(tx, ctx, { kind: 'serverImage', entityId: row.id, accountId: row.accountId, domainId: null });
      await log({ action: 'create', entity: toEntity(row), after: { name, server: server.name } });
      return { snapshot: show(row, true), taskId };
    }),
  edit: (ctx, { snapshotId, name }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await own(tx, ctx.account, snapshotId);
      await refuseDuplicate(tx, ctx.account, name, snapshotId);
      await tx.updateTable('snapshot').set({ name }).where('id', '=', snapshotId).execute();
      await log({ action: 'update', entity: toEntity({ id: row.id, name }), before: { name: row.name }, after: { name } });
      const server = await ownedServers(tx, ctx.account).select('server.id').where('server.id', '=', row.serverId).executeTakeFirst();
      return { snapshot: show({ ...row, name }, server !== undefined) };
    }),
  restore: (ctx, { snapshotId, serverId, confirm }) =>
    ctx.write(async ({ tx, log }) => {
      const server = await ownServer(tx, ctx.account, serverId);
      const row = await requireSnapshotFor(tx, ctx.account, snapshotId, server);
      refuseUnconfirmed(server, confirm);
      const { taskId } = await begin(tx, ctx, server, 'restore', {
        imageCount: server.imageCount + 1,
        imageMode: 'restore',
        imageSnapshotId: row.id,
        osId: row.osId,
        osType: row.osType,
        osVersion: row.osVersion,
      });
      await log({ action: 'update', entity: toEntity(row), after: { restoredTo: server.name } });
      return { taskId };
    }),
  delete: (ctx, { snapshotId }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await own(tx, ctx.account, snapshotId);
      if (row.status === 'creating') refuse(409, 'snapshot:error.creating');
      const reader = await findImageReader(tx, ctx.account, snapshotId);
      if (reader) refuse(409, 'snapshot:error.inUse', { params: { server: reader.name } });
      await removeSnapshot(tx, ctx, row);
      await log({ action: 'delete', entity: toEntity(row), before: { name: row.name, server: row.serverName } });
      return { done: true as const };
    }),
});
