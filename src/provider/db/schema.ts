import type { Kysely, Selectable, Transaction } from 'kysely';
import type {
  RecoveryCodeTable,
  SessionTable,
  SignInChallengeTable,
  ThrottleTable,
  TrustedDeviceTable,
  TwoFactorTable,
  UserTable,
  VerificationTable,
} from './tables/account.ts';
import type { CacheDeletionTable } from './tables/cache.ts';
import type { ClusterHealthTable, ClusterRouteTable, ClusterServerTable, ClusterTable } from './tables/cluster.ts';
import type { CustomPageTable } from './tables/customPage.ts';
import type { CustomNsTable, DnsRecordTable, DnsSettingTable, DomainCheckTable, DomainScanTable, DomainTable } from './tables/domain.ts';
import type { EdgeItemTable, EdgeSettingTable } from './tables/edge.ts';
import type { FirewallGroupTable } from './tables/firewall.ts';
import type { LogPlaceTable, LogTargetTable } from './tables/logForward.ts';
import type { LedgerAccountTable, LedgerEntryTable, LedgerLineTable } from './tables/money.ts';
import type { DomainPlanTable, VoucherUseTable } from './tables/plan.ts';
import type { ServerTable } from './tables/server.ts';
import type { CnameSetupTable, DedicatedIpTable } from './tables/setup.ts';
import type { ContactMessageTable, IncidentTable, IncidentUpdateTable, StatusCheckTable } from './tables/site.ts';
import type { SslTable } from './tables/ssl.ts';
import type {
  ChangeLogTable,
  DesiredTable,
  IdempotencyTable,
  JobTable,
  LiveTable,
  MetaTable,
  NotificationTable,
  OutboxTable,
  TaskTable,
} from './tables/work.ts';

/*
 * The portable subset of SQLite and PostgreSQL (design.md section 3): ids are text (UUIDv7), times are epoch milliseconds,
 * money is whole mills, booleans are 0 or 1, JSON is text. Columns keep the names of the code; Kysely quotes them.
 */

export interface Database {
  user: UserTable;
  session: SessionTable;
  verification: VerificationTable;
  twoFactor: TwoFactorTable;
  recoveryCode: RecoveryCodeTable;
  signInChallenge: SignInChallengeTable;
  trustedDevice: TrustedDeviceTable;
  throttle: ThrottleTable;
  domain: DomainTable;
  domainCheck: DomainCheckTable;
  domainScan: DomainScanTable;
  dnsRecord: DnsRecordTable;
  server: ServerTable;
  changeLog: ChangeLogTable;
  job: JobTable;
  outbox: OutboxTable;
  ledgerAccount: LedgerAccountTable;
  ledgerEntry: LedgerEntryTable;
  ledgerLine: LedgerLineTable;
  idempotency: IdempotencyTable;
  meta: MetaTable;
  notification: NotificationTable;
  task: TaskTable;
  live: LiveTable;
  desired: DesiredTable;
  dnsSetting: DnsSettingTable;
  customNs: CustomNsTable;
  dedicatedIp: DedicatedIpTable;
  cnameSetup: CnameSetupTable;
  edgeSetting: EdgeSettingTable;
  edgeItem: EdgeItemTable;
  cacheDeletion: CacheDeletionTable;
  firewallGroup: FirewallGroupTable;
  contactMessage: ContactMessageTable;
  statusCheck: StatusCheckTable;
  incident: IncidentTable;
  incidentUpdate: IncidentUpdateTable;
  domainPlan: DomainPlanTable;
  voucherUse: VoucherUseTable;
  ssl: SslTable;
  customPage: CustomPageTable;
  cluster: ClusterTable;
  clusterServer: ClusterServerTable;
  clusterHealth: ClusterHealthTable;
  clusterRoute: ClusterRouteTable;
  logPlace: LogPlaceTable;
  logTarget: LogTargetTable;
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
export type User = Selectable<UserTable>;
export type Session = Selectable<SessionTable>;
export type Domain = Selectable<DomainTable>;
export type CnameSetupRow = Selectable<CnameSetupTable>;
export type DomainPlan = Selectable<DomainPlanTable>;
export type DomainCheck = Selectable<DomainCheckTable>;
export type Task = Selectable<TaskTable>;
export type Notification = Selectable<NotificationTable>;
export type Desired = Selectable<DesiredTable>;
export type SslRow = Selectable<SslTable>;
export type CustomPageRow = Selectable<CustomPageTable>;
export type LogTargetRow = Selectable<LogTargetTable>;
export type DnsRow = Selectable<DnsRecordTable>;
