import type { Locale } from '../../../lib/i18n/locales.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { formatReason } from '../../../lib/rules/cdn/edge/formatReason.ts';
import { lintFirewall } from '../../../lib/rules/cdn/edge/lint.ts';
import { evaluateVisitor } from '../../../lib/rules/cdn/firewall/evaluateVisitor.ts';
import { nameOfRule } from '../../../lib/rules/cdn/firewall/formatRule.ts';
import type { FirewallData } from './useFirewall.ts';

/** The combined effect of the rules: whether the customer is blocked, and which rules are never reached. */
export interface Findings {
  /** Why the customer's own address is currently blocked. */
  self: string | null;
  /** Warnings by rule id. */
  byRule: ReadonlyMap<string, string>;
}

/** Loads the engine, so import it after the rules are shown. @param noPlaces countries and AS numbers are unknown. @param now epoch ms */
export function firewallFindings(data: FirewallData, t: Translate, locale: Locale, now: number, noPlaces: boolean): Findings {
  const { blocked, step } = evaluateVisitor(data, data.you, 'deployed', now);
  const byRule = new Map<string, string>();
  if (noPlaces) for (const { id, kind } of data.rules) if (kind === 'country' || kind === 'asn') byRule.set(id, t('rules:noPlaces'));
  for (const { item, reasonKey, params } of lintFirewall(data, now)) {
    if (byRule.has(item.id)) continue;
    const named = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'string' && /^[A-Z]{2}(?:, [A-Z]{2})*$/.test(value) ? nameOfRule({ kind: 'country', value }, [], locale) : value,
      ]),
    );
    byRule.set(item.id, formatReason({ reasonKey, params: named }, t, locale));
  }
  return { self: blocked ? formatReason(step, t, locale) : null, byRule };
}
