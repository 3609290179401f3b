import { isBusy } from '../../lib/rules/cloud/server/states.ts';
import { isVolumeBusy } from '../../lib/rules/cloud/volume.ts';
import type { AccountClosing } from '../core/registry.ts';
import { ownedBackups, ownedNetworks, ownedServerFirewalls, ownedServers, ownedSnapshots, ownedSpaces, ownedVolumes } from '../db/owned.ts';
import type { Tx } from '../db/schema.ts';
import type { JobCtx } from '../jobs/jobs.ts';
import { backupMeter } from './backup/meter.ts';
import { beginBackup, loadBackups } from './backup/store.ts';
import { removeNetwork } from './network/network.ts';
import { begin } from './server/act.ts';
import { chargeAddresses } from './server/addresses.ts';
import { findImageReader } from './server/image.ts';
import { chargeHours } from './server/meter.ts';
import { removeGroup } from './serverFirewall/store.ts';
import { removeSnapshot } from './snapshot/snapshot.ts';
import { detachEverywhere } from './space/mounts.ts';
import { removeSpace } from './space/store.ts';
import { chargeVolume } from './volume/meter.ts';
import { beginVolume } from './volume/store.ts';

type Account = { id: string };

/** The servers of an account that is being closed, and what they use, as if its owner had removed each. */
export const closeCloud: AccountClosing = {
  async removes(db, account) {
    const servers = await ownedServers(db, account).select('server.id').execute();
    const volumes = await ownedVolumes(db, account).select('volume.id').execute();
    const backups = await ownedBackups(db, account).select('backup.id').execute();
    const snapshots = await ownedSnapshots(db, account).select('snapshot.id').execute();
    const spaces = await ownedSpaces(db, account).select('id').execute();
    return [
      { kind: 'servers', count: servers.length },
      { kind: 'volumes', count: volumes.length },
      { kind: 'backups', count: backups.length + snapshots.length },
      { kind: 'spaces', count: spaces.length },
    ];
  },

  async release(ctx, account) {
    const inAccount = <T>(work: (tx: Tx) => Promise<T>) => ctx.services.store.write(`account:${account.id}`, work);
    if (!(await releaseSpaces(ctx, account))) return false;
    await inAccount((tx) => releaseServers(tx, ctx, account));
    await inAccount((tx) => releaseImages(tx, ctx, account));
    await inAccount((tx) => releaseVolumes(tx, ctx, account));
    // The machines use networks and groups until they are gone.
    return inAccount((tx) => releaseRest(tx, ctx, account));
  },

  async forget(tx, _ctx, { id }) {
    for (const table of ['sshKey', 'serverEvent', 'serverTraffic', 'serverUsage', 'backupSchedule'] as const)
      await tx.deleteFrom(table).where('accountId', '=', id).execute();
  },
};

/** Starts the removal of servers; one at work is removed when it has finished. */
async function releaseServers(tx: Tx, ctx: JobCtx, account: Account): Promise<void> {
  for (const row of await ownedServers(tx, account).selectAll('server').orderBy('server.id').execute()) {
    if (isBusy(row.state) && row.state !== 'installingOs') continue;
    await chargeHours(tx, ctx, row);
    await chargeAddresses(tx, ctx, row);
    const charged = await ownedServers(tx, account).selectAll('server').where('server.id', '=', row.id).executeTakeFirstOrThrow();
    await begin(tx, ctx, charged, 'delete', {}, { isSystem: true });
  }
}

/** Backups without one that depends on them, and snapshots. */
async function releaseImages(tx: Tx, ctx: JobCtx, account: Account): Promise<void> {
  const backups = await loadBackups(tx, account);
  for (const row of backups) {
    const isNeeded = row.status === 'creating' || row.status === 'removing' || backups.some(({ parentId }) => parentId === row.id);
    if (isNeeded) continue;
    await backupMeter.charge(tx, ctx, row);
    await beginBackup(tx, ctx, row, 'removing');
  }
  for (const row of await ownedSnapshots(tx, account).selectAll('snapshot').execute())
    if (row.status !== 'creating' && !(await findImageReader(tx, account, row.id))) await removeSnapshot(tx, ctx, row);
}

async function releaseVolumes(tx: Tx, ctx: JobCtx, account: Account): Promise<void> {
  const servers = await ownedServers(tx, account).select('server.id').execute();
  if (servers.length > 0) return;
  for (const row of await ownedVolumes(tx, account).selectAll('volume').execute()) {
    if (isVolumeBusy(row.state)) continue;
    await chargeVolume(tx, ctx, row);
    const charged = await ownedVolumes(tx, account).selectAll('volume').where('volume.id', '=', row.id).executeTakeFirstOrThrow();
    await beginVolume(tx, ctx, charged, 'removing');
  }
}

/** @returns whether nothing is left */
async function releaseRest(tx: Tx, ctx: JobCtx, account: Account): Promise<boolean> {
  const left = (await closeCloud.removes?.(tx, account)) ?? [];
  if (left.some(({ count }) => count > 0)) return false;
  for (const row of await ownedNetworks(tx, account).selectAll('privateNetwork').execute()) await removeNetwork(tx, ctx, row);
  for (const row of await ownedServerFirewalls(tx, account).selectAll('serverFirewall').execute()) await removeGroup(tx, ctx, row);
  return true;
}

/** Spaces with their objects. The bucket first: after an interruption, the space is left and is removed by the next run. */
async function releaseSpaces(ctx: JobCtx, account: Account): Promise<boolean> {
  const { objects: store } = ctx.services;
  const spaces = await ownedSpaces(ctx.services.store.reader, account).selectAll().execute();
  if (spaces.length > 0 && !store) return false;
  for (const row of spaces) {
    if (!store || ctx.leaving.aborted) return false;
    if (!(await removeSpace(store, row.name))) return false;
    await ctx.services.store.write(`account:${account.id}`, async (tx) => {
      await detachEverywhere(tx, ctx, row);
      await tx.deleteFrom('space').where('id', '=', row.id).execute();
    });
  }
  return true;
}
