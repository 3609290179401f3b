import type { AcmeChallengeTable, AcmeOrderTable } from './acme.ts';
import type { CacheDeletionTable } from './cache.ts';
import type { ClusterHealthTable, ClusterRouteTable, ClusterServerTable, ClusterTable } from './cluster.ts';
import type { CustomPageTable } from './customPage.ts';
import type { DnssecRollTable, DnssecTable } from './dnssec.ts';
import type {
  CustomNsTable,
  DnsRecordTable,
  DnsSettingTable,
  DomainCheckTable,
  DomainLimitTable,
  DomainScanTable,
  DomainSuspensionTable,
  DomainTable,
  FormerDomainTable,
} from './domain.ts';
import type { DomainAlarmTable } from './domainAlarm.ts';
import type { EdgeItemTable, EdgeSettingTable } from './edge.ts';
import type { EdgeNodeTable, EdgePlaceTable, EdgePolicyTable, EdgeSteeringTable, EdgeWantedTable } from './edgeControl.ts';
import type { FirewallGroupTable } from './firewall.ts';
import type { DomainCaptureTable, DomainStateTable, DomainVersionTable } from './history.ts';
import type { LogTargetTable } from './logForward.ts';
import type { DiscountCodeTable, DomainPlanTable, VoucherUseTable } from './plan.ts';
import type { PowerdnsZoneTable } from './powerdns.ts';
import type { CnameSetupTable, DedicatedIpTable } from './setup.ts';
import type { ClientCertificateTable, SslTable } from './ssl.ts';
import type { DomainTrafficTable, TrafficHourTable, TrafficMeterTable, TrafficPriceTable } from './traffic.ts';
import type { RemovedDomainTable } from './trash.ts';

export interface CdnTables {
  domain: DomainTable;
  domainCheck: DomainCheckTable;
  formerDomain: FormerDomainTable;
  domainScan: DomainScanTable;
  domainAlarm: DomainAlarmTable;
  domainLimit: DomainLimitTable;
  domainSuspension: DomainSuspensionTable;
  dnsRecord: DnsRecordTable;
  dnsSetting: DnsSettingTable;
  customNs: CustomNsTable;
  dnssec: DnssecTable;
  dnssecRoll: DnssecRollTable;
  powerdnsZone: PowerdnsZoneTable;
  dedicatedIp: DedicatedIpTable;
  cnameSetup: CnameSetupTable;
  edgeSetting: EdgeSettingTable;
  edgeItem: EdgeItemTable;
  edgePolicy: EdgePolicyTable;
  edgeWanted: EdgeWantedTable;
  edgeNode: EdgeNodeTable;
  edgePlace: EdgePlaceTable;
  edgeSteering: EdgeSteeringTable;
  cacheDeletion: CacheDeletionTable;
  firewallGroup: FirewallGroupTable;
  discountCode: DiscountCodeTable;
  domainPlan: DomainPlanTable;
  voucherUse: VoucherUseTable;
  ssl: SslTable;
  clientCertificate: ClientCertificateTable;
  acmeOrder: AcmeOrderTable;
  acmeChallenge: AcmeChallengeTable;
  customPage: CustomPageTable;
  cluster: ClusterTable;
  clusterServer: ClusterServerTable;
  clusterHealth: ClusterHealthTable;
  clusterRoute: ClusterRouteTable;
  domainVersion: DomainVersionTable;
  domainState: DomainStateTable;
  domainCapture: DomainCaptureTable;
  logTarget: LogTargetTable;
  domainTraffic: DomainTrafficTable;
  trafficHour: TrafficHourTable;
  trafficMeter: TrafficMeterTable;
  trafficPrice: TrafficPriceTable;
  removedDomain: RemovedDomainTable;
}
