import type { EdgeLogEntry } from '../lib/rules/cdn/edge/bundle.ts';
import type { ReasonKey } from '../lib/rules/cdn/edge/types.ts';
import type { Decision } from './engine.ts';

/** Parameters whose values are secrets, whatever the site. */
const secret = /(^|[_-])(token|key|secret|pass|passwd|password|pwd|auth|authorization|session|sid|sig|signature|code|jwt|otp)s?$/i;

/** A query string without the values of known secrets, at most 1,024 characters. */
export const maskQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => {
      const cut = pair.indexOf('=');
      return cut > 0 && secret.test(pair.slice(0, cut)) ? `${pair.slice(0, cut)}=***` : pair;
    })
    .join('&')
    .slice(0, 1024);

/** What the WAF found, and what it couldn't inspect. */
const logged: ReadonlySet<ReasonKey> = new Set([
  'edge:reason.wafFound',
  'edge:reason.wafLogged',
  'edge:reason.wafUnread',
  'edge:reason.wafPartial',
]);

/** Layer, rule, reason and findings of a decision, for the log. */
export function decisionReason(decision: Decision | null): Pick<EdgeLogEntry, 'layer' | 'ruleId' | 'reason' | 'findings'> {
  const last = decision?.end ? decision.last() : undefined;
  const found = decision?.steps.filter(({ reasonKey }) => logged.has(reasonKey)) ?? [];
  return {
    layer: last?.area ?? '',
    ruleId: last?.item?.id ?? '',
    reason: last?.reasonKey.replace('edge:reason.', '') ?? '',
    findings: [...new Set(found.flatMap(({ item }) => (item ? [item.id] : [])))],
  };
}
