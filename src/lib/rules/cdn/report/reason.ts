import { key } from '../../../i18n/key.ts';
import type { TKey } from '../../../i18n/keys.ts';
import type { Translate } from '../../../i18n/translator.ts';
import { isOriginError } from '../edge/responses.ts';
import { lateId, partialId, unreadCauses, unreadId } from '../edge/waf/body/reading.ts';

/** Why a layer ended a request, by the code in the log. The simulator's texts need values that a log line doesn't have. */
const reasons: Readonly<Record<string, TKey>> = {
  firewallDeny: key('event:reason.firewallDeny'),
  firewallDefaultDeny: key('event:reason.firewallDefaultDeny'),
  countryUnknown: key('event:reason.countryUnknown'),
  countryNotListed: key('event:reason.countryNotListed'),
  ddosChallenge: key('event:reason.ddosChallenge'),
  underAttack: key('event:reason.underAttack'),
  rateExceeded: key('event:reason.rateExceeded'),
  rateBlocked: key('event:reason.rateBlocked'),
  rateDropped: key('event:reason.rateBlocked'),
  rateChallenge: key('event:reason.rateChallenge'),
  wafRuleBlock: key('event:reason.wafRuleBlock'),
  wafRuleChallenge: key('event:reason.wafRuleChallenge'),
  wafBlock: key('event:reason.wafBlock'),
  wafChallenge: key('event:reason.wafChallenge'),
  pathMaintenance: key('event:reason.pathMaintenance'),
  pathRedirect: key('event:reason.pathRedirect'),
  pathBadRewrite: key('event:reason.pathBadRewrite'),
  httpsRedirect: key('event:reason.httpsRedirect'),
  clusterDown: key('event:reason.clusterDown'),
  clusterFull: key('event:reason.clusterFull'),
  clusterFailover: key('event:reason.clusterFailover'),
};
const outcomes: Readonly<Record<string, TKey>> = {
  blocked: key('event:reason.blocked'),
  challenged: key('event:reason.challenged'),
  redirected: key('event:reason.redirected'),
  maintenance: key('event:reason.pathMaintenance'),
  failed: key('event:reason.failed'),
  stopped: key('event:reason.stopped'),
  served: key('event:reason.served'),
  forwarded: key('event:reason.forwarded'),
};

const unreadIds: ReadonlySet<string> = new Set(unreadCauses.map(unreadId));
/** Why the WAF couldn't inspect a body; it records the reason as a finding. */
const findingsCause = (findings: readonly string[]) => unreadCauses.find((cause) => findings.includes(unreadId(cause)));

/** What happened to a logged request, and why, as a sentence. */
export function reasonText(
  { reason, outcome, findings }: { reason: string; outcome: string; findings: readonly string[] },
  t: Translate,
): string {
  if (isOriginError(reason)) return t(`edge:originError.${reason}`);
  const known = reasons[reason];
  if (known) return t(known);
  const cause = findingsCause(findings);
  const causeText = cause ? { cause: t(`edge:unread.${cause}`) } : null;
  if (causeText && reason === 'wafUnreadBlock') return t('event:reason.wafUnread', causeText);
  if (findings.length > 0 && (outcome === 'served' || outcome === 'forwarded')) {
    if (findings.some((one) => one !== partialId && one !== lateId && !unreadIds.has(one))) return t('event:reason.logged');
    if (causeText) return t('event:reason.unreadLogged', causeText);
    return t(findings.includes(lateId) ? 'event:reason.late' : 'event:reason.partial');
  }
  return t(outcomes[outcome] ?? key('event:reason.forwarded'));
}
