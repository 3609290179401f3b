import { href } from '../../../lib/routes/index.ts';
import { type RuleList, ruleLists } from '../../../lib/rules/cdn/edge/ruleLists.ts';

/** URL that opens a rule for editing: a page rule has a page, others a dialog of their list. */
export function ruleHref(domain: string, { id, list }: { id: string; list: RuleList }): string {
  if (list === 'pageRule') return href('pageRule', { domain, rule: id });
  return `${href(ruleLists[list].route, { domain })}${list === 'waf' ? '?tab=rules' : ''}#edit=${encodeURIComponent(id)}`;
}
