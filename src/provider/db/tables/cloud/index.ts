import type { ServerAlarmEventTable, ServerAlarmTable } from './alarm.ts';
import type { BackupScheduleTable, BackupTable } from './backup.ts';
import type { PrivateNetworkTable, ServerFirewallTable } from './network.ts';
import type { OneDayServerTable } from './oneDayServer.ts';
import type { CloudPriceTable } from './price.ts';
import type {
  ServerEventTable,
  ServerIpTable,
  ServerSuspensionTable,
  ServerTable,
  ServerTrafficTable,
  ServerTransferTable,
  ServerUsageTable,
  SimulatedTable,
  SnapshotTable,
} from './server.ts';
import type { SpaceKeyTable, SpaceLinkTable, SpaceTable } from './space.ts';
import type { SshKeyTable } from './sshKey.ts';
import type { VolumeSuspensionTable, VolumeTable } from './volume.ts';

export interface CloudTables {
  backup: BackupTable;
  backupSchedule: BackupScheduleTable;
  cloudPrice: CloudPriceTable;
  oneDayServer: OneDayServerTable;
  privateNetwork: PrivateNetworkTable;
  server: ServerTable;
  serverAlarm: ServerAlarmTable;
  serverAlarmEvent: ServerAlarmEventTable;
  serverEvent: ServerEventTable;
  serverIp: ServerIpTable;
  serverSuspension: ServerSuspensionTable;
  serverTraffic: ServerTrafficTable;
  serverTransfer: ServerTransferTable;
  serverUsage: ServerUsageTable;
  simulated: SimulatedTable;
  snapshot: SnapshotTable;
  space: SpaceTable;
  spaceKey: SpaceKeyTable;
  spaceLink: SpaceLinkTable;
  serverFirewall: ServerFirewallTable;
  sshKey: SshKeyTable;
  volume: VolumeTable;
  volumeSuspension: VolumeSuspensionTable;
}
