import type { TKey } from '../../../i18n/keys.ts';
import { covers, parseNetwork } from '../../core/network.ts';
import type { EdgeConfig } from './config.ts';
import { titleOfRule } from './firewall.ts';
import { type FirewallRule, ruleParts } from './protection.ts';
import { deployedRules } from './source.ts';
import { type Param, parseTime } from './types.ts';

type Item = { id: string; title: string };
/** A warning about a firewall rule. It blocks nothing: calls refuse invalid input. */
export interface LintFinding {
  code: 'covered' | 'groupMissing' | 'samePriority';
  item: Item;
  /** The rule above that matches everything this one does, or has its priority. */
  by?: Item;
  reasonKey: Extract<TKey, `edge:finding.${string}`>;
  params: Record<string, Param>;
}

const finding = (code: LintFinding['code'], item: Item, by?: Item, params: Record<string, Param> = {}): LintFinding => ({
  code,
  item,
  ...(by && { by }),
  reasonKey: `edge:finding.${code}`,
  params: { rule: item.title, ...(by && { by: by.title }), ...params },
});

function coversRule(above: FirewallRule, below: FirewallRule, groups: EdgeConfig['firewall']['groups']): boolean {
  // A rule that expires before the other doesn't cover it.
  if ((parseTime(above.expiresAt) ?? Infinity) < (parseTime(below.expiresAt) ?? Infinity)) return false;
  const named = (rule: FirewallRule) => ruleParts(rule).map((one) => one.toUpperCase().replace(/^(?:AS)?\s*(?=\d+$)/, ''));
  if (above.kind === below.kind && named(below).every((one) => named(above).includes(one))) return true;
  const networks = (rule: FirewallRule) =>
    rule.kind === 'ip' ? ruleParts(rule) : rule.kind === 'group' ? (groups.find(({ id }) => id === rule.value)?.ipAddresses ?? []) : [];
  const outer = networks(above).flatMap((text) => parseNetwork(text) ?? []);
  const inner = networks(below).map(parseNetwork);
  return inner.length > 0 && inner.every((one) => one !== null && outer.some((net) => covers(net, one)));
}

/**
 * Probably unintended configuration of a firewall, as saved: rules that one above shadows, groups that don't exist, equal priorities. Each
 * of up to some hundred rules is compared with those above it. The row of an expired rule shows that itself.
 * @param now epoch ms
 */
export function lintFirewall({ groups, rules: saved }: EdgeConfig['firewall'], now: number): LintFinding[] {
  const rules = deployedRules(saved, 'draft');
  const itemOf = (rule: FirewallRule): Item => ({ id: rule.id, title: titleOfRule(rule, groups) });
  const live = rules.filter(({ expiresAt }) => (parseTime(expiresAt) ?? Infinity) > now);
  const known = new Set(groups.map(({ id }) => id));
  return [
    ...live.flatMap((below, place) => {
      const above = live.slice(0, place).find((one) => coversRule(one, below, groups));
      return above ? [finding('covered', itemOf(below), itemOf(above))] : [];
    }),
    ...rules.filter(({ kind, value }) => kind === 'group' && !known.has(value)).map((rule) => finding('groupMissing', itemOf(rule))),
    ...rules.flatMap((rule, place) => {
      const above = rules[place - 1];
      return above?.priority === rule.priority ? [finding('samePriority', itemOf(rule), itemOf(above), { priority: rule.priority })] : [];
    }),
  ];
}
