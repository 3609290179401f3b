import type { Change } from '../../contract/log.ts';
import type { TKey } from '../../i18n/keys.ts';

type Said = Pick<Change, 'action' | 'entity' | 'changes'>;

const titles: Record<string, TKey> = {
  'dnsRecord.create': 'log:change.dnsRecord.create',
  'dnsRecord.update': 'log:change.dnsRecord.update',
  'dnsRecord.delete': 'log:change.dnsRecord.delete',
  'zone.import': 'log:change.zone.import',
  'zone.batch': 'log:change.zone.batch',
  'ssl.create': 'log:change.ssl.create',
  'ssl.update': 'log:change.ssl.update',
  'ssl.delete': 'log:change.ssl.delete',
  'ssl.request': 'log:change.ssl.request',
  'domain.create': 'log:change.domain.create',
  'domain.update': 'log:change.domain.update',
  'domain.delete': 'log:change.domain.delete',
  'plan.update': 'log:change.plan.update',
  'customPage.create': 'log:change.customPage.create',
  'customPage.update': 'log:change.customPage.update',
  'customPage.delete': 'log:change.customPage.delete',
  'firewallRule.create': 'log:change.firewallRule.create',
  'firewallRule.update': 'log:change.firewallRule.update',
  'firewallRule.delete': 'log:change.firewallRule.delete',
  'firewallRule.deploy': 'log:change.firewallRule.deploy',
  'firewallRule.undeploy': 'log:change.firewallRule.undeploy',
  'firewall.update': 'log:change.firewall.update',
  'firewall.reorder': 'log:change.firewall.reorder',
  'firewallGroup.create': 'log:change.firewallGroup.create',
  'firewallGroup.update': 'log:change.firewallGroup.update',
  'firewallGroup.delete': 'log:change.firewallGroup.delete',
  'path.create': 'log:change.path.create',
  'path.update': 'log:change.path.update',
  'path.delete': 'log:change.path.delete',
  'path.deploy': 'log:change.path.deploy',
  'path.undeploy': 'log:change.path.undeploy',
  'path.reorder': 'log:change.path.reorder',
  'account.create': 'log:change.account.create',
  'profile.update': 'log:change.profile.update',
  'password.update': 'log:change.password.update',
  'passwordReset.request': 'log:change.passwordReset.request',
  'registration.request': 'log:change.registration.request',
  'twoFactor.update': 'log:change.twoFactor.update',
  'twoFactor.request': 'log:change.twoFactor.request',
  'recoveryCodes.update': 'log:change.recoveryCodes.update',
  'https.update': 'log:change.https.update',
  'cache.update': 'log:change.cache.update',
  'cacheDeletion.request': 'log:change.cacheDeletion.request',
  'optimization.update': 'log:change.optimization.update',
  'nameServers.update': 'log:change.nameServers.update',
  'nameServers.request': 'log:change.nameServers.request',
  'dnsSetting.update': 'log:change.dnsSetting.update',
  'waf.update': 'log:change.waf.update',
  'wafRule.create': 'log:change.wafRule.create',
  'wafRule.update': 'log:change.wafRule.update',
  'wafRule.delete': 'log:change.wafRule.delete',
  'wafRule.deploy': 'log:change.wafRule.deploy',
  'wafRule.undeploy': 'log:change.wafRule.undeploy',
  'wafRule.reorder': 'log:change.wafRule.reorder',
  'wafException.create': 'log:change.wafException.create',
  'wafException.update': 'log:change.wafException.update',
  'wafException.delete': 'log:change.wafException.delete',
  'wafException.deploy': 'log:change.wafException.deploy',
  'wafException.undeploy': 'log:change.wafException.undeploy',
  'ddos.update': 'log:change.ddos.update',
  'underAttack.update': 'log:change.underAttack.update',
  'rateLimit.create': 'log:change.rateLimit.create',
  'rateLimit.update': 'log:change.rateLimit.update',
  'rateLimit.delete': 'log:change.rateLimit.delete',
  'rateLimit.deploy': 'log:change.rateLimit.deploy',
  'rateLimit.undeploy': 'log:change.rateLimit.undeploy',
  'rateLimit.reorder': 'log:change.rateLimit.reorder',
  'cluster.create': 'log:change.cluster.create',
  'cluster.update': 'log:change.cluster.update',
  'cluster.delete': 'log:change.cluster.delete',
  'clusterRoute.update': 'log:change.clusterRoute.update',
  'notification.update': 'log:change.notification.update',
  'notification.delete': 'log:change.notification.delete',
  'contactMessage.create': 'log:change.contactMessage.create',
  'dedicatedIp.request': 'log:change.dedicatedIp.request',
  'dedicatedIp.update': 'log:change.dedicatedIp.update',
  'dedicatedIp.delete': 'log:change.dedicatedIp.delete',
  'cnameSetup.update': 'log:change.cnameSetup.update',
  'logForward.create': 'log:change.logForward.create',
  'logForward.update': 'log:change.logForward.update',
  'logForward.delete': 'log:change.logForward.delete',
};
const others: Record<string, TKey> = {
  create: 'log:change.other.create',
  delete: 'log:change.other.delete',
  import: 'log:change.other.import',
  request: 'log:change.other.request',
};

/** What became of a thing, where the value after the change tells more than that it was changed. */
const turns = {
  pause: 'log:change.domain.paused',
  resume: 'log:change.domain.resumed',
  live: 'log:change.domain.live',
  attack: 'log:change.underAttack.on',
  attackEnd: 'log:change.underAttack.off',
  disconnect: 'log:change.clusterRoute.end',
} as const satisfies Record<string, TKey>;

/** The turn that a change is; null: it is a change as others are. */
export function turnOf({ entity, changes }: Said): keyof typeof turns | null {
  const of = (field: string) => changes.find((one) => one.field === field);
  const attack = of('underAttackUntil');
  if (attack) return attack.after === null ? 'attackEnd' : 'attack';
  if (entity.type === 'clusterRoute' && of('clusterId')?.after === null) return 'disconnect';
  const status = entity.type === 'domain' ? of('status') : undefined;
  if (!status || status.before === null) return null;
  if (status.after === 'inactive') return 'pause';
  return status.after !== 'active' ? null : status.before === 'inactive' ? 'resume' : 'live';
}

/** The sentence of a change, as in "DNS record added". The list of the panel and the entries that are forwarded both say it. */
export function titleOf(change: Said): TKey {
  const turn = turnOf(change);
  return turn ? turns[turn] : (titles[`${change.entity.type}.${change.action}`] ?? others[change.action] ?? 'log:change.other.update');
}
