import { canonical } from '../../core/canonical.ts';
import type { EdgeConfig } from './config.ts';
import type { Deployable } from './protection.ts';
import { deployedForm } from './source.ts';
import type { LayerName } from './types.ts';

/** `added`: saved but not on the edge. `changed`: the edge has an earlier form. */
export interface UndeployedChange {
  area: LayerName;
  id: string;
  kind: 'added' | 'changed';
  fields: { name: string; before: unknown; after: unknown }[];
}

/** Only used by the portal. */
const ours: ReadonlySet<string> = new Set(['id', 'deploy', 'deployed', 'deployStatus', 'edge', 'version', 'createdAt', 'updatedAt']);

/** The changes of deploying every rule of one list. */
export function undeployedRules<T extends object>(area: LayerName, list: readonly Deployable<T>[]): UndeployedChange[] {
  return list.flatMap((item): UndeployedChange[] => {
    const held = deployedForm(item);
    if (held === null) return [{ area, id: item.id, kind: 'added', fields: [] }];
    const before = new Map(Object.entries(held));
    const after = new Map(Object.entries(item));
    const fields = [...new Set([...before.keys(), ...after.keys()])]
      .filter((name) => !ours.has(name) && canonical(before.get(name)) !== canonical(after.get(name)))
      .map((name) => ({ name, before: before.get(name), after: after.get(name) }));
    return fields.length > 0 ? [{ area, id: item.id, kind: 'changed', fields }] : [];
  });
}

/** The changes of deploying everything, list by list. Settings have no drafts: they apply as soon as they are saved. */
export const undeployed = ({ firewall, rateLimits, waf, pageRules }: EdgeConfig): UndeployedChange[] => [
  ...undeployedRules('firewall', firewall.rules),
  ...undeployedRules('rateLimit', rateLimits),
  ...undeployedRules('waf', waf.rules),
  ...undeployedRules('waf', waf.exceptions),
  ...undeployedRules('pageRules', pageRules),
];
