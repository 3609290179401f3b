import { type Volume, volume } from '../../../lib/contract/cloud/volume.ts';
import { defaultDataCenter, offered } from '../../../lib/rules/cloud/dataCenter.ts';
import { volumeRate } from '../../../lib/rules/cloud/rates.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { ownedServers } from '../../db/owned.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { refusePoor } from '../balance.ts';
import { cloudCatalog } from '../catalog.ts';
import { loadMembers } from '../members.ts';
import { dataCenters } from '../offer.ts';
import { currentRates } from '../prices.ts';
import { changeSettings, ownServer } from '../server/index.ts';
import { createVolume, refuseDuplicateVolume, refuseFullServer } from './create.ts';
import { chargeVolume } from './meter.ts';
import {
  beginVolume,
  findAttachedServer,
  ownVolume,
  readVolumes,
  refuseVolumeFault,
  toEntity,
  type VolumeDoing,
  type VolumeRow,
} from './store.ts';

async function viewVolume(db: Db | Tx, ctx: Parameters<typeof readVolumes>[1], volumeId: string): Promise<Volume> {
  const [found] = await readVolumes(db, ctx, volumeId);
  return found ?? refuse(404, 'error:notFound');
}

/** Attaches a volume to a server. The driver gets both states, in any order. */
async function attach(tx: Tx, ctx: SignedIn, row: Pick<VolumeRow, 'id' | 'name' | 'dataCenterId'>, server: ServerRow) {
  if (server.dataCenterId !== row.dataCenterId)
    refuse(409, 'volume:error.otherCenter', { params: { name: row.name, server: server.name } });
  return changeSettings(tx, ctx, server.id, 'attachVolume', ({ volumeIds }) => {
    refuseFullServer(volumeIds, server.name);
    return { volumeIds: [...volumeIds, row.id] };
  });
}

/** The volume with its server; refuses actions that its state forbids. */
async function actOn(tx: Tx, ctx: SignedIn, volumeId: string, action: Parameters<typeof refuseVolumeFault>[2]) {
  const row = await ownVolume(tx, ctx.account, volumeId);
  const server = findAttachedServer(await loadMembers(tx, ctx.account), volumeId);
  refuseVolumeFault(row, server, action, ctx.services);
  return { row, server };
}

async function chooseDataCenterId(
  tx: Tx,
  { services }: Pick<SignedIn, 'services'>,
  wanted: number | undefined,
  server: ServerRow | null,
): Promise<number> {
  const centers = offered(await dataCenters(tx, services.drivers.compute));
  if (server) {
    if (wanted !== undefined && wanted !== server.dataCenterId) refuseField('datacenterId', 'volume:error.center');
    if (!centers.some(({ id }) => id === server.dataCenterId))
      refuse(409, 'volume:error.centerClosed', { params: { server: server.name } });
    return server.dataCenterId;
  }
  const id = wanted ?? defaultDataCenter(centers)?.id;
  return centers.find((center) => center.id === id)?.id ?? refuseField('datacenterId', 'volume:error.center');
}

export const volumeHandlers = implement(volume, {
  async list(ctx, { serverId }) {
    const { db, account } = ctx;
    if (
      serverId !== undefined &&
      !(await ownedServers(db, account).select('server.id').where('server.id', '=', serverId).executeTakeFirst())
    )
      refuse(404, 'error:notFound');
    const volumes = await readVolumes(db, ctx);
    return {
      volumes: serverId === undefined ? volumes : volumes.filter(({ server }) => server?.id === serverId),
      limit: cloudCatalog.limits.volumes,
    };
  },

  create: (ctx, { serverId, datacenterId, ...wanted }) =>
    ctx.write(async ({ tx, log }) => {
      const server = serverId ? await ownServer(tx, ctx.account, serverId) : null;
      const dataCenterId = await chooseDataCenterId(tx, ctx, datacenterId, server);
      await refusePoor(tx, ctx.account, volumeRate(wanted.size, wanted.type, await currentRates(tx, ctx.now)), 'volume:error.balance');
      const { row, taskId } = await createVolume(tx, ctx, { ...wanted, dataCenterId });
      if (server) await attach(tx, ctx, row, server);
      const { name, size, type } = row;
      await log({ action: 'create', entity: toEntity(row), after: { name, size, type, ...(server && { server: server.name }) } });
      return { volume: await viewVolume(tx, ctx, row.id), taskId };
    }),

  edit: (ctx, { volumeId, name }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownVolume(tx, ctx.account, volumeId);
      await refuseDuplicateVolume(tx, ctx.account, name, volumeId);
      await tx.updateTable('volume').set({ name }).where('id', '=', volumeId).execute();
      await log({ action: 'update', entity: toEntity({ id: row.id, name }), before: { name: row.name }, after: { name } });
      return { volume: await viewVolume(tx, ctx, volumeId) };
    }),

  resize: (ctx, { volumeId, size }) =>
    ctx.write(async ({ tx, log }) => {
      const { row } = await actOn(tx, ctx, volumeId, 'grow');
      if (size <= row.size) refuseField('size', 'volume:error.shrinks', { size: row.size });
      await refusePoor(tx, ctx.account, volumeRate(size - row.size, row.type, await currentRates(tx, ctx.now)), 'volume:error.balance');
      const { taskId } = await beginVolume(tx, ctx, row, 'growing', { size });
      await log({ action: 'update', entity: toEntity(row), before: { size: row.size }, after: { size } });
      return { volume: await viewVolume(tx, ctx, volumeId), taskId };
    }),

  attach: (ctx, { volumeId, serverId, mountPoint }) =>
    ctx.write(async ({ tx, log }) => {
      const { row } = await actOn(tx, ctx, volumeId, 'attach');
      const server = await ownServer(tx, ctx.account, serverId);
      const { taskId } = await attach(tx, ctx, row, server);
      if (mountPoint) await tx.updateTable('volume').set({ mountPoint }).where('id', '=', volumeId).execute();
      await log({ action: 'deploy', entity: toEntity(row), after: { server: server.name, mountPoint: mountPoint ?? row.mountPoint } });
      return { volume: await viewVolume(tx, ctx, volumeId), taskId };
    }),

  detach: (ctx, { volumeId }) =>
    ctx.write(async ({ tx, log }) => {
      const { row, server } = await actOn(tx, ctx, volumeId, 'detach');
      if (!server) refuse(409, 'volume:reason.detached');
      const { taskId } = await changeSettings(tx, ctx, server.id, 'detachVolume', ({ volumeIds }) => ({
        volumeIds: volumeIds.filter((id) => id !== volumeId),
      }));
      await log({ action: 'undeploy', entity: toEntity(row), before: { server: server.name } });
      return { volume: await viewVolume(tx, ctx, volumeId), taskId };
    }),

  retry: (ctx, { volumeId }) =>
    ctx.write(async ({ tx, log }) => {
      const { row } = await actOn(tx, ctx, volumeId, 'retry');
      const { taskId } = await beginVolume(tx, ctx, row, row.doing as VolumeDoing); // only work fails
      await log({ action: 'update', entity: toEntity(row), before: { state: row.state }, after: { state: row.doing } });
      return { volume: await viewVolume(tx, ctx, volumeId), taskId };
    }),

  remove: (ctx, { volumeId, confirm }) =>
    ctx.write(async ({ tx, log }) => {
      const { row } = await actOn(tx, ctx, volumeId, 'remove');
      if (confirm.trim().toLowerCase() !== row.name.toLowerCase()) refuseField('confirm', 'volume:error.confirm', { name: row.name });
      await chargeVolume(tx, ctx, row);
      const { taskId } = await beginVolume(tx, ctx, row, 'removing');
      await log({ action: 'delete', entity: toEntity(row), before: { name: row.name, size: row.size, type: row.type } });
      return { done: true as const, taskId };
    }),
});
