import { cdnLogTitles } from '../../lib/rules/cdn/logTitles.ts';
import type { Manifest } from '../core/manifest.ts';
import { bindJobs } from '../jobs/jobs.ts';
import { cacheHandlers } from './cache/cache.ts';
import { endDevelopment } from './cache/development.ts';
import { checkClusters } from './cluster/check.ts';
import { clusterHandlers } from './cluster/cluster.ts';
import { checkCnameSetup } from './cnameSetup/check.ts';
import { cnameSetupHandlers } from './cnameSetup/cnameSetup.ts';
import { customPageHandlers } from './customPage/customPage.ts';
import { endAttack } from './ddos/attack.ts';
import { ddosHandlers } from './ddos/ddos.ts';
import { waitingRequests } from './dedicatedIp/decide.ts';
import { dedicatedIpHandlers } from './dedicatedIp/dedicatedIp.ts';
import { dnsHandlers } from './dns/dns.ts';
import { dnsSettingHandlers } from './dnsSetting/dnsSetting.ts';
import { dnssecHandlers } from './dnssec/dnssec.ts';
import { rollKeys } from './dnssec/roll.ts';
import { checkDomain } from './domain/check.ts';
import { closeDomains } from './domain/closeAccount.ts';
import { domainDiagnostics } from './domain/diagnostics.ts';
import { domainHandlers } from './domain/domain.ts';
import { exportDomains } from './domain/exportData.ts';
import { deleteRemoved } from './domain/trash.ts';
import { checkDomainAlarms } from './domainAlarm/check.ts';
import { domainAlarmHandlers } from './domainAlarm/domainAlarm.ts';
import { limitDomains } from './domainLimit.ts';
import { restoreDomains, suspendDomains } from './domainSuspension.ts';
import { draftHandlers } from './draft/draft.ts';
import { bundle } from './edge/bundle.ts';
import { heartbeat } from './edge/heartbeat.ts';
import { join } from './edge/join.ts';
import { report as edgeReport } from './edge/report.ts';
import { steerWhenChanged } from './edge/steer.ts';
import { demoTraffic } from './edgeLog/demoTraffic.ts';
import { sendDemoVisitors } from './edgeLog/demoVisitors.ts';
import { ingestLog } from './edgeLog/ingest.ts';
import { pruneLogs } from './edgeLog/pruneLogs.ts';
import { eventHandlers } from './event/event.ts';
import { expireFirewallRule } from './firewall/expire.ts';
import { firewallHandlers } from './firewall/firewall.ts';
import { firewallGroupHandlers } from './firewallGroup/firewallGroup.ts';
import { captureDomains, captureWhenChanged } from './history/capture.ts';
import { versionHandlers } from './history/version.ts';
import { httpsHandlers } from './https/https.ts';
import { impactHandlers } from './impact/impact.ts';
import { cdnJobs } from './jobs.ts';
import { forwardWhenChanged } from './logForward/due.ts';
import { forwardLogs } from './logForward/forward.ts';
import { logForwardHandlers } from './logForward/logForward.ts';
import { meterTraffic } from './metering/meter.ts';
import { trafficCosts } from './metering/usage.ts';
import { nsHandlers } from './ns/ns.ts';
import { operatorEdgeHandlers } from './operatorEdge/operatorEdge.ts';
import { announcePlan } from './operatorPlan/announcePlan.ts';
import { announceTraffic } from './operatorPlan/announceTraffic.ts';
import { operatorPlanHandlers } from './operatorPlan/operatorPlan.ts';
import { operatorVoucherHandlers } from './operatorVoucher/operatorVoucher.ts';
import { optimizationHandlers } from './optimization/optimization.ts';
import { pageRuleHandlers } from './pageRule/pageRule.ts';
import { planCharges } from './plan/charges.ts';
import { planHandlers } from './plan/plan.ts';
import { renewPlan } from './plan/renew.ts';
import { compareAll, compareWhenChanged } from './policy/compare.ts';
import { edgeState } from './policy/desired.ts';
import { propagationHandlers } from './propagation/propagation.ts';
import { rateLimitHandlers } from './rateLimit/rateLimit.ts';
import { reportHandlers } from './report/report.ts';
import { deleteExpired } from './retention.ts';
import { seedClusters } from './seeds/clusters.ts';
import { seedCustomPages } from './seeds/customPage.ts';
import { seedDedicatedIp } from './seeds/dedicatedIp.ts';
import { seedDomainAlarms } from './seeds/domainAlarms.ts';
import { seedDomains } from './seeds/domains.ts';
import { seedFirewall } from './seeds/firewall.ts';
import { seedLogTargets } from './seeds/logForward.ts';
import { seedPageRules } from './seeds/pageRule.ts';
import { seedPlans } from './seeds/plan.ts';
import { seedRateLimits } from './seeds/rateLimit.ts';
import { seedSettings } from './seeds/settings.ts';
import { makeDemoCertificates, seedCertificates } from './seeds/ssl.ts';
import { seedTrash } from './seeds/trash.ts';
import { seedVouchers } from './seeds/voucher.ts';
import { seedWaf } from './seeds/waf.ts';
import { issueSsl } from './ssl/issue.ts';
import { sslHandlers } from './ssl/ssl.ts';
import { watchSsl } from './ssl/watch.ts';
import { traceHandlers } from './trace/trace.ts';
import { endDetection } from './waf/detection.ts';
import { wafHandlers } from './waf/waf.ts';
import { whyHandlers } from './why/why.ts';
import { republishProxied } from './zone/republish.ts';
import { zoneHandlers } from './zone/zone.ts';
import { zoneState } from './zone/zoneState.ts';

export const cdn = {
  jobs: bindJobs(cdnJobs, {
    endDevelopment: { run: endDevelopment },
    // Each run plans the next; the schedule finds domains that became active.
    checkClusters: { run: checkClusters, schedule: '* * * * *', atStart: {} },
    checkCnameSetup: { run: checkCnameSetup },
    endAttack: { run: endAttack },
    rollKeys: { run: rollKeys, schedule: '* * * * *', atStart: {} },
    checkDomain: { run: checkDomain },
    checkDomainAlarms: { run: checkDomainAlarms, schedule: '* * * * *' },
    deleteRemoved: { run: deleteRemoved, schedule: '23 * * * *' },
    compareAll: { run: compareAll, schedule: '*/5 * * * *', atStart: {} },
    expireFirewallRule: { run: expireFirewallRule },
    demoTraffic: { run: demoTraffic, schedule: '*/5 * * * *', atStart: {} },
    pruneLogs: { run: pruneLogs, schedule: '* * * * *' },
    captureDomains: { run: captureDomains, schedule: '* * * * *', atStart: {} },
    forwardLogs: { run: forwardLogs, schedule: '* * * * *' },
    // A few minutes into the hour, when the edges have sent its last lines.
    announcePlan: { run: announcePlan },
    announceTraffic: { run: announceTraffic },
    meterTraffic: { run: meterTraffic, schedule: '3 * * * *', atStart: {} },
    renewPlan: { run: renewPlan },
    republishProxied: { run: republishProxied },
    issueSsl: { run: issueSsl },
    watchSsl: { run: watchSsl, schedule: '41 * * * *' },
    endDetection: { run: endDetection },
  }),
  desired: { edge: edgeState, zone: zoneState },
  handlers: {
    cache: cacheHandlers,
    cluster: clusterHandlers,
    cnameSetup: cnameSetupHandlers,
    customPage: customPageHandlers,
    ddos: ddosHandlers,
    dedicatedIp: dedicatedIpHandlers,
    dns: dnsHandlers,
    dnsSetting: dnsSettingHandlers,
    dnssec: dnssecHandlers,
    domain: domainHandlers,
    domainAlarm: domainAlarmHandlers,
    draft: draftHandlers,
    event: eventHandlers,
    firewall: firewallHandlers,
    firewallGroup: firewallGroupHandlers,
    https: httpsHandlers,
    impact: impactHandlers,
    logForward: logForwardHandlers,
    ns: nsHandlers,
    operatorEdge: operatorEdgeHandlers,
    operatorPlan: operatorPlanHandlers,
    operatorVoucher: operatorVoucherHandlers,
    optimization: optimizationHandlers,
    pageRule: pageRuleHandlers,
    plan: planHandlers,
    propagation: propagationHandlers,
    rateLimit: rateLimitHandlers,
    report: reportHandlers,
    ssl: sslHandlers,
    trace: traceHandlers,
    version: versionHandlers,
    waf: wafHandlers,
    why: whyHandlers,
    zone: zoneHandlers,
  },
  endpoints: {
    'POST /edge/join': join,
    'GET /edge/bundle': bundle,
    'POST /edge/heartbeat': heartbeat,
    'POST /edge/report': edgeReport,
    'POST /log/ingest': ingestLog,
  },
  logTitles: cdnLogTitles,
  async seeds(services, now) {
    // Issued before the transaction of the seeds, because the authority stores its keys in a transaction of its own.
    const certificates = await makeDemoCertificates(services, now);
    return [
      seedDomains,
      seedSettings,
      seedWaf,
      (tx) => seedCertificates(tx, certificates),
      seedPageRules,
      seedCustomPages,
      seedLogTargets,
      seedDedicatedIp,
      seedRateLimits,
      seedPlans,
      seedVouchers,
      seedClusters,
      seedDomainAlarms,
      seedFirewall,
      seedTrash,
    ];
  },
  deleteExpired,
  upcomingCharges: planCharges,
  runningCosts: trafficCosts,
  spending: { service: 'cdn', namespaces: ['plan', 'domain'] },
  queue: waitingRequests,
  suspend: suspendDomains,
  restore: restoreDomains,
  limit: limitDomains,
  diagnostics: domainDiagnostics,
  exportData: exportDomains,
  closeAccount: closeDomains,
  attach(services, clock) {
    const ends = [
      forwardWhenChanged(services),
      captureWhenChanged(services),
      compareWhenChanged(services, clock),
      steerWhenChanged(services, clock),
      sendDemoVisitors(services),
    ];
    return () => {
      for (const end of ends) end();
    };
  },
} satisfies Manifest;
