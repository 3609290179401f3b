import type { LogTitles } from '../core/log/title.ts';
import type { ItemGroup } from './edge/ruleLists.ts';

const turns = {
  pause: { title: 'log:change.domain.paused', kind: 'pause' },
  resume: { title: 'log:change.domain.resumed', kind: 'resume' },
  live: { title: 'log:change.domain.live', kind: 'live' },
  attack: { title: 'log:change.underAttack.on', kind: 'edit' },
  attackEnd: { title: 'log:change.underAttack.off', kind: 'edit' },
  disconnect: { title: 'log:change.clusterRoute.end', kind: 'remove' },
} as const;

/** The type of a rule in the change log, by list. Not in the table of lists: pages of other lines show the change log. */
export const ruleEntities = {
  firewall: 'firewallRule',
  rateLimit: 'rateLimit',
  waf: 'wafRule',
  wafException: 'wafException',
  pageRule: 'pageRule',
} as const satisfies Record<ItemGroup, string>;
/** What is logged of a rule of any list. */
const ruleActions = ['create', 'update', 'delete', 'deploy', 'undeploy'] as const;
const ruleTitles = Object.values(ruleEntities).flatMap((entity) =>
  ruleActions.map((action) => [`${entity}.${action}`, `log:change.${entity}.${action}` as const] as const),
);

export const cdnLogTitles: LogTitles = {
  titles: {
    ...Object.fromEntries(ruleTitles),
    'dnsRecord.create': 'log:change.dnsRecord.create',
    'dnsRecord.update': 'log:change.dnsRecord.update',
    'dnsRecord.delete': 'log:change.dnsRecord.delete',
    'zone.import': 'log:change.zone.import',
    'zone.batch': 'log:change.zone.batch',
    'ssl.create': 'log:change.ssl.create',
    'ssl.update': 'log:change.ssl.update',
    'ssl.delete': 'log:change.ssl.delete',
    'ssl.request': 'log:change.ssl.request',
    'domainAlarm.create': 'log:change.domainAlarm.create',
    'domainAlarm.update': 'log:change.domainAlarm.update',
    'domainAlarm.delete': 'log:change.domainAlarm.delete',
    'clientCertificate.create': 'log:change.clientCertificate.create',
    'clientCertificate.update': 'log:change.clientCertificate.update',
    'clientCertificate.delete': 'log:change.clientCertificate.delete',
    'domain.create': 'log:change.domain.create',
    'domain.update': 'log:change.domain.update',
    'domain.delete': 'log:change.domain.delete',
    'domain.restore': 'log:change.domain.restore',
    'cataloguePlan.update': 'log:change.cataloguePlan.update',
    'catalogueTraffic.update': 'log:change.catalogueTraffic.update',
    'catalogueVoucher.create': 'log:change.catalogueVoucher.create',
    'catalogueVoucher.update': 'log:change.catalogueVoucher.update',
    'edge.create': 'log:change.edge.create',
    'edge.update': 'log:change.edge.update',
    'edge.delete': 'log:change.edge.delete',
    'edge.request': 'log:change.edge.request',
    'edgePlace.create': 'log:change.edgePlace.create',
    'edgePlace.update': 'log:change.edgePlace.update',
    'edgePlace.delete': 'log:change.edgePlace.delete',
    'plan.update': 'log:change.plan.update',
    'customPage.create': 'log:change.customPage.create',
    'customPage.update': 'log:change.customPage.update',
    'customPage.delete': 'log:change.customPage.delete',
    'firewall.update': 'log:change.firewall.update',
    'firewall.reorder': 'log:change.firewall.reorder',
    'firewallGroup.create': 'log:change.firewallGroup.create',
    'firewallGroup.update': 'log:change.firewallGroup.update',
    'firewallGroup.delete': 'log:change.firewallGroup.delete',
    'pageRule.reorder': 'log:change.pageRule.reorder',
    'https.update': 'log:change.https.update',
    'cache.update': 'log:change.cache.update',
    'cacheDeletion.request': 'log:change.cacheDeletion.request',
    'optimization.update': 'log:change.optimization.update',
    'nameServers.update': 'log:change.nameServers.update',
    'nameServers.request': 'log:change.nameServers.request',
    'dnssec.create': 'log:change.dnssec.create',
    'dnssec.update': 'log:change.dnssec.update',
    'dnssec.delete': 'log:change.dnssec.delete',
    'dnssec.request': 'log:change.dnssec.request',
    'dnssecKey.create': 'log:change.dnssecKey.create',
    'dnssecKey.update': 'log:change.dnssecKey.update',
    'dnssecKey.delete': 'log:change.dnssecKey.delete',
    'dnssecKey.deploy': 'log:change.dnssecKey.deploy',
    'dnsSetting.update': 'log:change.dnsSetting.update',
    'version.undo': 'log:change.version.undo',
    'version.restore': 'log:change.version.restore',
    'waf.update': 'log:change.waf.update',
    'wafRule.reorder': 'log:change.wafRule.reorder',
    'ddos.update': 'log:change.ddos.update',
    'underAttack.update': 'log:change.underAttack.update',
    'rateLimit.reorder': 'log:change.rateLimit.reorder',
    'cluster.create': 'log:change.cluster.create',
    'cluster.update': 'log:change.cluster.update',
    'cluster.delete': 'log:change.cluster.delete',
    'clusterRoute.update': 'log:change.clusterRoute.update',
    'dedicatedIp.request': 'log:change.dedicatedIp.request',
    'dedicatedIp.update': 'log:change.dedicatedIp.update',
    'dedicatedIp.delete': 'log:change.dedicatedIp.delete',
    'cnameSetup.update': 'log:change.cnameSetup.update',
    'logForward.create': 'log:change.logForward.create',
    'logForward.update': 'log:change.logForward.update',
    'logForward.delete': 'log:change.logForward.delete',
  },
  turnOf({ entity, changes }) {
    const of = (field: string) => changes.find((one) => one.field === field);
    const attack = of('underAttackUntil');
    if (attack) return attack.after === null ? turns.attackEnd : turns.attack;
    if (entity.type === 'clusterRoute' && of('clusterId')?.after === null) return turns.disconnect;
    const status = entity.type === 'domain' ? of('status') : undefined;
    if (!status || status.before === null) return null;
    if (status.after === 'inactive') return turns.pause;
    return status.after !== 'active' ? null : status.before === 'inactive' ? turns.resume : turns.live;
  },
};
