import { z } from 'zod';
import { Id } from '../../lib/contract/fields.ts';
import { planCodes } from '../../lib/rules/core/plans.ts';
import { job } from '../jobs/kind.ts';

const OfDomain = z.object({ domainId: Id });
const ofDomain = (name: string) => job(name, OfDomain, ({ domainId }) => domainId);

const PlanChange = z.object({
  plan: z.enum(planCodes),
  version: z.int(),
  /** Prices that were announced and no longer come. */
  withdrawn: z.object({ monthly: z.number(), annual: z.number(), validFrom: z.number() }).nullable(),
});
const TrafficChange = z.object({ version: z.int(), replaced: z.number().nullable() });

export const cdnJobs = {
  announcePlan: job('plan.announce', PlanChange, ({ plan, version }) => `${plan}:${version}`),
  announceTraffic: job('traffic.announce', TrafficChange, ({ version }) => version),
  captureDomains: job('history.capture'),
  checkClusters: job('cluster.check'),
  checkCnameSetup: ofDomain('cnameSetup.check'),
  checkDomainAlarms: job('domainAlarm.check'),
  checkDomain: ofDomain('domain.check'),
  compareAll: job('edge.compare'),
  deleteRemoved: job('domain.deleteRemoved'),
  demoTraffic: job('edgeLog.demo'),
  endAttack: ofDomain('ddos.attackEnd'),
  endDetection: ofDomain('waf.detectionEnd'),
  endDevelopment: ofDomain('cache.development'),
  expireFirewallRule: job('firewall.expire', z.object({ ruleId: Id }), ({ ruleId }) => ruleId),
  forwardLogs: job('log.forward'),
  issueSsl: job('ssl.issue', z.object({ sslId: Id }), ({ sslId }) => sslId),
  pruneLogs: job('edgeLog.keep'),
  meterTraffic: job('traffic.meter'),
  renewPlan: ofDomain('plan.renew'),
  republishProxied: job('edge.republish', z.object({ version: z.int() }), ({ version }) => version),
  rollKeys: job('dnssec.roll'),
  watchSsl: job('ssl.watch'),
};
