import type { FirewallRuleForm } from '../../../lib/contract/cdn/firewall.ts';
import { evaluateVisitor } from '../../../lib/rules/cdn/firewall/evaluateVisitor.ts';
import { checkValue } from '../../../lib/rules/cdn/firewall/value.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import type { FirewallData } from './useFirewall.ts';

/**
 * The effect of a rule on the customer's own address while it is being edited. `would`: the rule would block it;
 * `country`: unknown, because the country of the address isn't known.
 * @param now epoch ms
 */
export function previewSelfBlock(
  data: FirewallData,
  values: FirewallRuleForm,
  ruleId: string | undefined,
  now: number,
): 'would' | 'country' | null {
  const value = checkValue(values.kind, values.value);
  if (isFault(value)) return null;
  const id = ruleId ?? 'new';
  const others = data.rules.filter((one) => one.id !== id);
  const last = Math.max(0, ...others.map(({ priority }) => priority));
  const priority = values.priority ?? last + 1;
  const rule = { id, kind: values.kind, value, mode: values.mode, priority, expiresAt: values.expiresAt, deploy: true };
  const { blocked, step } = evaluateVisitor({ ...data, rules: [...others, rule] }, data.you, 'deployed', now);
  if (blocked && (step.item?.id === id || !evaluateVisitor(data, data.you, 'deployed', now).blocked)) return 'would';
  return values.kind === 'country' && values.mode === 'deny' ? 'country' : null;
}
