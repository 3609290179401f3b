import { z } from 'zod';
import { pricedItems } from '../../lib/contract/cloud/operatorPrice.ts';
import { Id } from '../../lib/contract/fields.ts';
import { job } from '../jobs/kind.ts';

const PriceChange = z.object({ item: z.enum(pricedItems), version: z.int(), replaced: z.number().nullable() });
const OfServer = z.object({ serverId: Id });
const ofServer = (name: string) => job(name, OfServer, ({ serverId }) => serverId);

export const cloudJobs = {
  announcePrice: job('price.announce', PriceChange, ({ item, version }) => `${item}:${version}`),
  applyAccess: job('space.access', z.object({ spaceId: Id }), ({ spaceId }) => spaceId),
  applyAll: job('space.compare'),
  checkAlarms: job('alarm.check'),
  deleteExpiredLinks: job('space.links'),
  endTrials: job('server.trials'),
  expireTransfers: job('server.transfers'),
  findLost: job('cloud.lost'),
  followBackup: job('backup.follow', z.object({ backupId: Id }), ({ backupId }) => backupId),
  followServer: ofServer('server.follow'),
  followVolume: job('volume.follow', z.object({ volumeId: Id }), ({ volumeId }) => volumeId),
  meterAddresses: job('server.addresses'),
  meterBackups: job('backup.meter'),
  meterServers: job('server.meter'),
  meterSnapshots: job('snapshot.meter'),
  meterSpaces: job('space.meter'),
  meterTraffic: job('server.traffic'),
  meterVolumes: job('volume.meter'),
  runSchedules: job('backup.schedule'),
  watchOneDay: ofServer('server.oneDay'),
};
