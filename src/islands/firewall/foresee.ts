import type { FirewallRuleForm } from '../../lib/contract/firewall.ts';
import { isFault } from '../../lib/rules/dns/fault.ts';
import { judgeVisitor } from '../../lib/rules/firewall/judge.ts';
import { checkValue } from '../../lib/rules/firewall/value.ts';
import type { FirewallData } from './useFirewall.ts';

/**
 * What a rule would mean for the customer, once deployed, while it is being written. `would`: their address would be refused;
 * `country`: it can't be said, because nobody knows where they are.
 * @param now epoch ms
 */
export function foresee(data: FirewallData, values: FirewallRuleForm, ruleId: string | undefined, now: number): 'would' | 'country' | null {
  const value = checkValue(values.kind, values.value);
  if (isFault(value)) return null;
  const id = ruleId ?? 'new';
  const others = data.rules.filter((one) => one.id !== id);
  const last = Math.max(0, ...others.map(({ priority }) => priority));
  const priority = values.priority ?? last + 1;
  const rule = { id, kind: values.kind, value, mode: values.mode, priority, expiresAt: values.expiresAt, deploy: true };
  const { blocked, step } = judgeVisitor({ ...data, rules: [...others, rule] }, data.you, 'deployed', now);
  if (blocked && (step.item?.id === id || !judgeVisitor(data, data.you, 'deployed', now).blocked)) return 'would';
  return values.kind === 'country' && values.mode === 'deny' ? 'country' : null;
}
