import type { FirewallRule } from '../../lib/contract/firewall.ts';
import { countryName } from '../../lib/format/country.ts';
import { formatDateTime } from '../../lib/format/date.ts';
import type { TKey } from '../../lib/i18n/keys.ts';
import { currentLocale } from '../../lib/i18n/react.tsx';
import type { Translate } from '../../lib/i18n/translator.ts';
import { titleOfRule } from '../../lib/rules/edge/firewall.ts';
import type { Wall } from '../../lib/rules/firewall/judge.ts';

/** What a rule is about, in the reader's language: "Germany" where the engine says `DE`. */
export const nameOfRule = (rule: Pick<FirewallRule, 'kind' | 'value'>, groups: Wall['groups']): string =>
  rule.kind === 'country' ? countryName(rule.value, currentLocale()) : titleOfRule(rule, groups);

/** The fields of a rule that a customer writes. */
export const ruleFields = ['kind', 'value', 'mode', 'description', 'expiresAt'] as const;
export type RuleField = (typeof ruleFields)[number];
type Said = Pick<FirewallRule, 'kind' | 'value' | 'mode'> & { description?: string | undefined; expiresAt?: string | null | undefined };

export const labelOfField = (t: Translate, field: RuleField): string => t(`firewall:field.${field}` satisfies TKey);

/** A field of a rule as the list says it; empty where there is nothing. */
export function sayField(t: Translate, rule: Said, field: RuleField, groups: Wall['groups']): string {
  switch (field) {
    case 'kind':
      return t(`firewall:kind.${rule.kind}`);
    case 'value':
      return rule.value === '' ? '' : nameOfRule(rule, groups);
    case 'mode':
      return t(`firewall:mode.${rule.mode}`);
    case 'description':
      return rule.description ?? '';
    case 'expiresAt':
      return rule.expiresAt ? formatDateTime(rule.expiresAt, currentLocale()) : t('firewall:ends.never');
  }
}
