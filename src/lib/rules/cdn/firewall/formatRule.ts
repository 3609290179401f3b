import { countryName } from '../../../format/country.ts';
import { formatDateTime } from '../../../format/date.ts';
import { formatList } from '../../../format/list.ts';
import { comparedIn } from '../../../format/order.ts';
import type { TKey } from '../../../i18n/keys.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Translate } from '../../../i18n/translator.ts';
import { titleOfRule } from '../edge/firewall.ts';
import { type FirewallRuleData, ruleParts } from '../edge/protection.ts';
import type { FirewallConfig } from './evaluateVisitor.ts';

/** The subject of a rule in the reader's language: "France and Germany" for `DE, FR`. */
export const nameOfRule = (rule: Pick<FirewallRuleData, 'kind' | 'value'>, groups: FirewallConfig['groups'], locale: Locale): string =>
  rule.kind === 'country'
    ? formatList(
        ruleParts(rule)
          .map((code) => countryName(code, locale))
          .sort(comparedIn(locale)),
        locale,
      )
    : titleOfRule(rule, groups);

/** The fields of a rule that the customer can edit. */
export const ruleFields = ['kind', 'value', 'mode', 'description', 'expiresAt'] as const;
export type RuleField = (typeof ruleFields)[number];
type RuleValues = Omit<FirewallRuleData, 'priority'>;

export const labelOfField = (t: Translate, field: RuleField): string => t(`firewall:field.${field}` satisfies TKey);

/** A field of a rule as text; empty when it has no value. */
export function formatField(t: Translate, rule: RuleValues, field: RuleField, groups: FirewallConfig['groups'], locale: Locale): string {
  switch (field) {
    case 'kind':
      return t(`firewall:kind.${rule.kind}`);
    case 'value':
      return rule.value === '' ? '' : nameOfRule(rule, groups, locale);
    case 'mode':
      return t(`firewall:mode.${rule.mode}`);
    case 'description':
      return rule.description ?? '';
    case 'expiresAt':
      return rule.expiresAt ? formatDateTime(rule.expiresAt, locale) : t('firewall:ends.never');
  }
}
