import { consoleSocket } from '../../lib/contract/cloud/serverConsole.ts';
import { cloudLogTitles } from '../../lib/rules/cloud/logTitles.ts';
import type { Manifest } from '../core/manifest.ts';
import { bindJobs } from '../jobs/jobs.ts';
import { alarmHandlers } from './alarm/alarm.ts';
import { checkAlarms, deleteOldAlarmEvents } from './alarm/check.ts';
import { backupHandlers } from './backup/backup.ts';
import { cancelBackup } from './backup/cancel.ts';
import { followBackup } from './backup/follow.ts';
import { backupMeter } from './backup/meter.ts';
import { runSchedules } from './backup/schedule.ts';
import { closeCloud } from './closeAccount.ts';
import { computeCosts } from './costs.ts';
import { firewallDesired, networkDesired, volumeDesired } from './desired.ts';
import { exportCloud } from './exportData.ts';
import { cloudJobs } from './jobs.ts';
import { findLost } from './lost.ts';
import { networkHandlers } from './network/network.ts';
import { operatorOfferHandlers } from './operatorOffer/operatorOffer.ts';
import { announcePrice } from './operatorPrice/announce.ts';
import { operatorPriceHandlers } from './operatorPrice/operatorPrice.ts';
import { currentRates } from './prices.ts';
import { seedAlarms } from './seeds/alarms.ts';
import { seedBackups } from './seeds/backups.ts';
import { seedNetworks } from './seeds/networks.ts';
import { seedServers } from './seeds/servers.ts';
import { seedSpaces } from './seeds/spaces.ts';
import { seedSshKeys } from './seeds/sshKeys.ts';
import { seedVolumes } from './seeds/volumes.ts';
import { serverActionHandlers } from './server/actions.ts';
import { meterAddresses } from './server/addresses.ts';
import { serverDiagnostics } from './server/diagnostics.ts';
import { followServer } from './server/follow.ts';
import { meterServers } from './server/meter.ts';
import { monitoringHandlers } from './server/monitoring.ts';
import { toMills } from './server/rate.ts';
import { serverHandlers } from './server/server.ts';
import { backupDesired, imageDesired, serverDesired } from './server/spec.ts';
import { restoreServers, suspendServers } from './server/suspend.ts';
import { meterTraffic } from './server/traffic.ts';
import { endTrials } from './server/trials.ts';
import { serverCatalogHandlers } from './serverCatalogue/serverCatalogue.ts';
import { deleteExpiredTickets, openConsole, serverConsoleHandlers } from './serverConsole/serverConsole.ts';
import { serverFirewallHandlers } from './serverFirewall/serverFirewall.ts';
import { watchOneDay } from './serverOrder/oneDay.ts';
import { serverOrderHandlers } from './serverOrder/serverOrder.ts';
import { expireTransfers } from './serverTransfer/expire.ts';
import { serverTransferHandlers } from './serverTransfer/serverTransfer.ts';
import { snapshotMeter } from './snapshot/meter.ts';
import { snapshotHandlers } from './snapshot/snapshot.ts';
import { deleteExpiredLinks, spaceKeyHandlers } from './space/keys.ts';
import { spaceLifecycleHandlers } from './space/lifecycle.ts';
import { meterSpaces } from './space/meter.ts';
import { spaceObjectHandlers } from './space/objects.ts';
import { spaceHandlers } from './space/space.ts';
import { applyAccess, applyAll, restoreSpaces, suspendSpaces } from './space/suspend.ts';
import { spaceVersionHandlers } from './space/versions.ts';
import { sshKeyHandlers } from './sshKey/sshKey.ts';
import { followVolume } from './volume/follow.ts';
import { meterVolumes } from './volume/meter.ts';
import { restoreVolumes, suspendVolumes } from './volume/suspend.ts';
import { volumeHandlers } from './volume/volume.ts';

export const cloud = {
  jobs: bindJobs(cloudJobs, {
    checkAlarms: { run: checkAlarms, schedule: '* * * * *' },
    findLost: { run: findLost, schedule: '* * * * *' },
    followBackup: { run: followBackup },
    meterBackups: { run: backupMeter.meter, schedule: '17 * * * *' },
    runSchedules: { run: runSchedules, schedule: '*/15 * * * *' },
    announcePrice: { run: announcePrice },
    meterAddresses: { run: meterAddresses, schedule: '9 * * * *' },
    followServer: { run: followServer },
    watchOneDay: { run: watchOneDay },
    meterServers: { run: meterServers, schedule: '7 * * * *' },
    meterTraffic: { run: meterTraffic, schedule: '3 * * * *', atStart: {} },
    expireTransfers: { run: expireTransfers, schedule: '27 * * * *' },
    endTrials: { run: endTrials, schedule: '33 * * * *', atStart: {} },
    meterSnapshots: { run: snapshotMeter.meter, schedule: '19 * * * *' },
    applyAccess: { run: applyAccess },
    applyAll: { run: applyAll, schedule: '26 * * * *', atStart: {} },
    deleteExpiredLinks: { run: deleteExpiredLinks, schedule: '41 * * * *' },
    meterSpaces: { run: meterSpaces, schedule: '11 * * * *' },
    followVolume: { run: followVolume },
    meterVolumes: { run: meterVolumes, schedule: '13 * * * *' },
  }),
  desired: {
    backup: backupDesired,
    network: networkDesired,
    server: serverDesired,
    serverFirewall: firewallDesired,
    serverImage: imageDesired,
    volume: volumeDesired,
  },
  handlers: {
    alarm: alarmHandlers,
    backup: backupHandlers,
    monitoring: monitoringHandlers,
    network: networkHandlers,
    operatorOffer: operatorOfferHandlers,
    operatorPrice: operatorPriceHandlers,
    server: serverHandlers,
    serverAction: serverActionHandlers,
    serverCatalogue: serverCatalogHandlers,
    serverFirewall: serverFirewallHandlers,
    serverOrder: serverOrderHandlers,
    serverConsole: serverConsoleHandlers,
    serverTransfer: serverTransferHandlers,
    snapshot: snapshotHandlers,
    space: spaceHandlers,
    spaceLifecycle: spaceLifecycleHandlers,
    spaceKey: spaceKeyHandlers,
    spaceObject: spaceObjectHandlers,
    spaceVersion: spaceVersionHandlers,
    sshKey: sshKeyHandlers,
    volume: volumeHandlers,
  },
  cancels: { 'backup.create': cancelBackup },
  logTitles: cloudLogTitles,
  spending: { service: 'cloud', namespaces: ['server', 'serverOrder', 'space', 'volume', 'backup', 'snapshot'] },
  async runningCosts(db, account, now) {
    const rates = await currentRates(db, now);
    return (await computeCosts(db, account)).map(({ name, rateAt }) => ({ name, perDay: toMills(rateAt(rates) * 24) }));
  },
  suspend: async (tx, ctx, target) => {
    await backupMeter.suspend(tx, ctx, target);
    await snapshotMeter.suspend(tx, ctx, target);
    return (await suspendServers(tx, ctx, target)) + (await suspendVolumes(tx, ctx, target)) + (await suspendSpaces(tx, ctx, target));
  },
  restore: async (tx, ctx, target) => {
    await backupMeter.restore(tx, ctx, target);
    await snapshotMeter.restore(tx, ctx, target);
    return (await restoreServers(tx, ctx, target)) + (await restoreVolumes(tx, ctx, target)) + (await restoreSpaces(tx, ctx, target));
  },
  diagnostics: serverDiagnostics,
  exportData: exportCloud,
  closeAccount: closeCloud,
  sockets: { [consoleSocket]: openConsole },
  seeds: () => [seedSshKeys, seedServers, seedNetworks, seedVolumes, seedBackups, seedSpaces, seedAlarms],
  async deleteExpired(tx, now) {
    await deleteExpiredTickets(tx, now);
    await deleteOldAlarmEvents(tx, now);
  },
} satisfies Manifest;
