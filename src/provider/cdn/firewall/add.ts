import { titleOfRule } from '../../../lib/rules/cdn/edge/firewall.ts';
import type { FirewallRuleData } from '../../../lib/rules/cdn/edge/protection.ts';
import type { FirewallConfig } from '../../../lib/rules/cdn/firewall/evaluateVisitor.ts';
import { checkExpiry, checkValue, maxRules, sameRule } from '../../../lib/rules/cdn/firewall/value.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { addItem, type Item, type ItemRules, reorderItems, requireAbility } from '../edge/index.ts';
import { scheduleExpiry } from './expire.ts';
import { loadFirewall, withoutBlockingCaller } from './state.ts';

export type Rule = Item<'firewall'>;

/** The limits of a domain's rule list. */
export const itemRules = (groups: FirewallConfig['groups']): ItemRules<'firewall'> => ({
  group: 'firewall',
  title: (rule) => titleOfRule(rule, groups),
  limit: maxRules,
  full: () => refuse(409, 'firewall:error.limit', { params: { max: maxRules } }),
});

/** The canonical form of a value, validated against what only the provider knows: that the group exists and the rule doesn't. */
export function settled({ rules, groups }: FirewallConfig, rule: Pick<FirewallRuleData, 'kind' | 'value'>, exceptId?: string): string {
  const value = checkValue(rule.kind, rule.value);
  if (isFault(value)) return refuseField('value', value.key, value.params);
  if (rule.kind === 'group' && !groups.some(({ id }) => id === value)) return refuseField('value', 'firewall:error.groupUnknown');
  const same = sameRule(rules, { kind: rule.kind, value }, exceptId);
  if (!same) return value;
  const params = { value: titleOfRule(same, groups), priority: same.priority };
  return refuse(409, 'firewall:error.alreadyInList', { params, fields: { value: { key: 'firewall:error.alreadyInList', params } } });
}

/** Countries and AS numbers of visitors have to be known to the edges. */
export const needsPlaces = ({ kind }: Pick<FirewallRuleData, 'kind'>): boolean => kind === 'country' || kind === 'asn';

/** Refuses an end in the past. */
export function checkEnd(expiresAt: string | null | undefined, now: number): void {
  const fault = checkExpiry(expiresAt, now);
  if (fault) refuseField('expiresAt', fault.key, fault.params);
}

export const ruleEntity = (rule: Rule, groups: FirewallConfig['groups']) => ({
  type: 'firewallRule',
  id: rule.id,
  name: titleOfRule(rule, groups),
});

/** Makes a change to a domain's firewall, unless it would block the caller and they haven't confirmed it. */
export const saveRule = <T>(ctx: SignedIn, tx: Tx, domain: OwnedDomain, isConfirmed: boolean | undefined, change: () => Promise<T>) =>
  withoutBlockingCaller(ctx, async () => [await loadFirewall(tx, domain)], isConfirmed, change);

interface NewRule extends Pick<FirewallRuleData, 'kind' | 'value' | 'mode'> {
  description?: string | undefined;
  expiresAt?: string | null | undefined;
  priority?: number | undefined;
  /** Above all others; the priorities in use are assigned again in the new order. */
  first?: boolean | undefined;
}

/** Adds a rule and the job that ends it, in the caller's transaction; the caller writes the change log. */
export async function addRule(
  tx: Tx,
  ctx: SignedIn,
  domain: OwnedDomain,
  { kind, mode, description, priority, first, expiresAt, ...input }: NewRule,
  { deploy, isConfirmed }: { deploy: boolean; isConfirmed: boolean | undefined },
): Promise<{ rule: Rule; groups: FirewallConfig['groups'] }> {
  const wall = await loadFirewall(tx, domain);
  checkEnd(expiresAt, ctx.now);
  if (needsPlaces({ kind })) await requireAbility(ctx, 'geo', 'kind');
  const value = settled(wall, { kind, value: input.value });
  const data = { kind, value, mode, ...(description && { description }), ...(expiresAt && { expiresAt }), priority };
  const rule = await saveRule(ctx, tx, domain, isConfirmed, async () => {
    const added = await addItem(tx, ctx, domain, itemRules(wall.groups), data, deploy);
    if (!first || wall.rules.length === 0) return added;
    const { after } = await reorderItems(tx, ctx, domain, 'firewall', [added.id, ...wall.rules.map(({ id }) => id)]);
    return after[0] ?? added;
  });
  await scheduleExpiry(tx, ctx.services.jobs.enqueue, rule);
  return { rule, groups: wall.groups };
}
