import type { EdgeConfig, Source } from './config.ts';
import type { Deployable } from './protection.ts';

/** An item as the edge holds it; null: it doesn't. */
export function deployedForm<T extends object>(item: Deployable<T>): Deployable<T> | null {
  if (item.deployed) return { ...item.deployed, id: item.id, deploy: true };
  return item.deploy ? item : null;
}

/** The items of a list that count. */
export const chosen = <T extends object>(list: readonly Deployable<T>[], source: Source): Deployable<T>[] =>
  list.flatMap((item) => (source === 'draft' ? item : (deployedForm(item) ?? [])));

/**
 * Highest first: the least priority. Priorities are unique; should two be equal all the same, the id decides, so
 * that the order in which a list was read never does.
 */
export const inOrder = <T extends { id: string; priority: number }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

/** The rules of a list that count, in the order in which they are asked. */
export const rulesOf = <T extends { priority: number }>(list: readonly Deployable<T>[], source: Source): Deployable<T>[] =>
  inOrder(chosen(list, source));

/** The configuration of one source, its lists in the order in which they are asked. */
export function configOf(config: EdgeConfig, source: Source): EdgeConfig {
  const { firewall, waf } = config;
  return {
    ...config,
    firewall: { ...firewall, rules: rulesOf(firewall.rules, source) },
    rateLimits: rulesOf(config.rateLimits, source),
    waf: { ...waf, rules: rulesOf(waf.rules, source), exceptions: chosen(waf.exceptions, source) },
    pageRules: rulesOf(config.pageRules, source),
  };
}
