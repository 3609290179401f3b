import type { FirewallRuleForm } from '../../../lib/contract/cdn/firewall.ts';
import { kinds } from '../../../lib/rules/cdn/firewall/value.ts';

/** The initial values of the form of a new rule. */
export type RulePreset = Pick<FirewallRuleForm, 'kind' | 'value'>;

/** Parses the preset in an address: `country:RU`, `ip:192.0.2.1`, or nothing. */
export function readPreset(text: string): RulePreset | undefined {
  const [name, ...rest] = text.split(':');
  const kind = kinds.find((one) => one === name);
  return kind && { kind, value: rest.join(':').slice(0, 100) };
}
