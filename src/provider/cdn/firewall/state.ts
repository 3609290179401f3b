import { formatReason } from '../../../lib/rules/cdn/edge/formatReason.ts';
import { evaluateVisitor, type FirewallConfig } from '../../../lib/rules/cdn/firewall/evaluateVisitor.ts';
import type { SignedIn } from '../../core/implement.ts';
import { type OwnedDomain, selectFirewallGroups } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { type Item, loadItems, loadSetting } from '../edge/index.ts';

/** Everything that the firewall of a domain evaluates. */
export async function loadFirewall(
  db: Db | Tx,
  domain: OwnedDomain,
): Promise<Omit<FirewallConfig, 'rules'> & { rules: Item<'firewall'>[]; version: number }> {
  const groups = await selectFirewallGroups(db, domain).select(['id', 'title', 'addresses']).orderBy('id').execute();
  return {
    ...(await loadSetting(db, domain, 'firewall')),
    rules: await loadItems(db, domain, 'firewall'),
    groups: groups.map(({ id, title, addresses }) => ({ id, title, ipAddresses: addresses })),
  };
}

/**
 * Makes a change, unless it would make the edge block the caller's own address: 409 and rolled back until the caller confirms it.
 * If the caller is already blocked, further changes are allowed.
 */
export async function withoutBlockingCaller<T>(
  { ip, now, t, locale }: Pick<SignedIn, 'ip' | 'now' | 't' | 'locale'>,
  walls: () => Promise<FirewallConfig[]>,
  isConfirmed: boolean | undefined,
  change: () => Promise<T>,
): Promise<T> {
  if (isConfirmed) return change();
  const judge = async () => (await walls()).map((wall) => evaluateVisitor(wall, { ip }, 'deployed', now));
  const before = await judge();
  const result = await change();
  const after = await judge();
  const refused = after.find(({ blocked }, place) => blocked && !before[place]?.blocked);
  if (refused)
    refuse(409, 'firewall:error.selfBlock', {
      params: { ip, reason: formatReason(refused.step, t, locale) },
      // The visitor's country isn't looked up yet, so a rule for a country counts as not matching.
      extra: { ip, country: null },
    });
  return result;
}
