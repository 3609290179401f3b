import type { EdgeConfig } from './config.ts';
import type { Deployable } from './protection.ts';
import { deployedForm } from './source.ts';
import type { LayerName } from './types.ts';

/** `added`: saved, and the edge has none of it. `changed`: the edge has an earlier form. */
export interface UndeployedChange {
  area: LayerName;
  id: string;
  kind: 'added' | 'changed';
  fields: { name: string; before: unknown; after: unknown }[];
}

/** Of the portal, not of the rule. */
const ours: ReadonlySet<string> = new Set(['id', 'deploy', 'deployed', 'deployStatus', 'version', 'createdAt', 'updatedAt']);

/** Does the order of its names matter to a value? Not as JSON writes it, so names are sorted. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';

/** What deploying every rule of one list would change. */
export function undeployedRules<T extends object>(area: LayerName, list: readonly Deployable<T>[]): UndeployedChange[] {
  return list.flatMap((item): UndeployedChange[] => {
    const held = deployedForm(item);
    if (held === null) return [{ area, id: item.id, kind: 'added', fields: [] }];
    const before = new Map(Object.entries(held));
    const after = new Map(Object.entries(item));
    const fields = [...new Set([...before.keys(), ...after.keys()])]
      .filter((name) => !ours.has(name) && text(before.get(name)) !== text(after.get(name)))
      .map((name) => ({ name, before: before.get(name), after: after.get(name) }));
    return fields.length > 0 ? [{ area, id: item.id, kind: 'changed', fields }] : [];
  });
}

/** What deploying everything would change at the edge, list by list. Settings have no draft: they hold as soon as they are saved. */
export const undeployed = ({ firewall, rateLimits, waf, pageRules }: EdgeConfig): UndeployedChange[] => [
  ...undeployedRules('firewall', firewall.rules),
  ...undeployedRules('rateLimit', rateLimits),
  ...undeployedRules('waf', waf.rules),
  ...undeployedRules('waf', waf.exceptions),
  ...undeployedRules('pageRules', pageRules),
];
