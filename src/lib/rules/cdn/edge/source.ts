import type { EdgeConfig, Source } from './config.ts';
import type { Deployable } from './protection.ts';
import { mapRules, orderedLists } from './ruleLists.ts';

/** The deployed form of an item; null: not deployed. */
export function deployedForm<T extends object>(item: Deployable<T>): Deployable<T> | null {
  if (item.deployed) return { ...item.deployed, id: item.id, deploy: true };
  return item.deploy ? item : null;
}

/** The items of a list that are in effect. */
export const chosen = <T extends object>(list: readonly Deployable<T>[], source: Source): Deployable<T>[] =>
  list.flatMap((item) => (source === 'draft' ? item : (deployedForm(item) ?? [])));

/**
 * Highest first: the lowest priority value. Priorities are unique; if two were equal, the ID decides, so that
 * the order of reading has no influence.
 */
export const inOrder = <T extends { id: string; priority: number }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

/** The effective rules of a list, in the order of evaluation. */
export const deployedRules = <T extends { priority: number }>(list: readonly Deployable<T>[], source: Source): Deployable<T>[] =>
  inOrder(chosen(list, source));

/** The configuration of one source, with its lists in the order of evaluation. */
export function configFromSource(config: EdgeConfig, source: Source): EdgeConfig {
  const { waf } = config;
  return orderedLists.reduce<EdgeConfig>((made, list) => mapRules(made, list, (rules) => deployedRules(rules, source)), {
    ...config,
    waf: { ...waf, exceptions: chosen(waf.exceptions, source) },
  });
}
