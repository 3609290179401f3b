import type { ExportFiles } from '../core/registry.ts';
import {
  ownedAlarms,
  ownedBackups,
  ownedNetworks,
  ownedServerFirewalls,
  ownedServers,
  ownedSnapshots,
  ownedSpaces,
  ownedSshKeys,
  ownedVolumes,
} from '../db/owned.ts';
import type { JobCtx } from '../jobs/jobs.ts';
import type { Account } from '../kernel/account.ts';

/** What the account has in the cloud: its description. The contents of disks and spaces aren't part of it. */
export async function exportCloud(ctx: JobCtx, account: Account): Promise<ExportFiles> {
  const db = ctx.services.store.reader;
  // Flags of servers and firewalls are 0 and 1 in the files, as they are stored.
  const plain = db.withoutPlugins();
  return {
    'cloud/servers.json': await ownedServers(plain, account)
      .select(['id', 'name', 'description', 'tags', 'dataCenterId', 'plan', 'cpu', 'ram', 'diskSize', 'diskType', 'osType', 'osVersion'])
      .select(['ipv4', 'ipv6', 'power', 'state', 'protect', 'autopilot', 'autoRenew', 'settings', 'period', 'expiresAt', 'createdAt'])
      .orderBy('createdAt')
      .execute(),
    'cloud/server-addresses.json': await db
      .selectFrom('serverIp')
      .select(['serverId', 'kind', 'address', 'createdAt'])
      .where('accountId', '=', account.id)
      .orderBy('createdAt')
      .execute(),
    'cloud/server-events.json': await db
      .selectFrom('serverEvent')
      .select(['serverId', 'time', 'endedAt', 'action', 'status'])
      .where('accountId', '=', account.id)
      .orderBy('time')
      .execute(),
    'cloud/server-transfers.json': await db
      .selectFrom('serverTransfer')
      .select(['serverId', 'email', 'sentBy', 'createdAt', 'expiresAt'])
      .where('accountId', '=', account.id)
      .execute(),
    'cloud/usage.json': await db
      .selectFrom('serverUsage')
      .select(['serverName', 'month', 'hours', 'booked', 'addresses'])
      .where('accountId', '=', account.id)
      .orderBy('month')
      .execute(),
    'cloud/volumes.json': await ownedVolumes(db, account)
      .select(['id', 'name', 'dataCenterId', 'size', 'type', 'fileSystem', 'mountPoint', 'state', 'createdAt'])
      .orderBy('createdAt')
      .execute(),
    'cloud/snapshots.json': await ownedSnapshots(db, account)
      .select(['id', 'name', 'serverName', 'diskSize', 'osType', 'osVersion', 'size', 'status', 'createdAt'])
      .orderBy('createdAt')
      .execute(),
    'cloud/backups.json': await ownedBackups(db, account)
      .select(['id', 'name', 'description', 'type', 'parentId', 'sourceKind', 'sourceName', 'diskSize', 'size', 'status', 'createdAt'])
      .orderBy('createdAt')
      .execute(),
    'cloud/networks.json': await ownedNetworks(db, account).select(['id', 'name', 'cidr', 'dataCenterId', 'createdAt']).execute(),
    'cloud/firewalls.json': await ownedServerFirewalls(plain, account)
      .select(['id', 'title', 'description', 'isDefault', 'rules', 'createdAt', 'updatedAt'])
      .execute(),
    'cloud/ssh-keys.json': await ownedSshKeys(db, account).select(['name', 'type', 'publicKey', 'fingerprint', 'createdAt']).execute(),
    'cloud/spaces.json': await ownedSpaces(db, account)
      .select(['name', 'dataCenterId', 'size', 'accessKey', 'bytes', 'objects', 'createdAt'])
      .execute(),
    'cloud/space-keys.json': await ownedSpaces(db, account)
      .innerJoin('spaceKey', 'spaceKey.spaceId', 'space.id')
      .select(['space.name as space', 'spaceKey.name', 'spaceKey.accessKey', 'spaceKey.access', 'spaceKey.prefix', 'spaceKey.createdAt'])
      .execute(),
    'cloud/space-links.json': await ownedSpaces(db, account)
      .innerJoin('spaceLink', 'spaceLink.spaceId', 'space.id')
      .select(['space.name as space', 'spaceLink.key', 'spaceLink.createdBy', 'spaceLink.createdAt', 'spaceLink.expiresAt'])
      .execute(),
    'cloud/alarms.json': await ownedAlarms(db, account)
      .select(['serverId', 'metric', 'operator', 'value', 'minutes', 'channels', 'enabled', 'createdAt'])
      .execute(),
  };
}
