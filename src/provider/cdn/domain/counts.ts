import type { DomainFeature, Gate } from '../../../lib/rules/cdn/domain/features.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { countItems } from '../edge/items.ts';
import { customNsOf } from '../ns/state.ts';
import { featuresOf } from './features.ts';

/** How many of something a domain has. */
type Count = (db: Db | Tx, domain: OwnedDomain) => Promise<number>;

/**
 * What can be counted of a domain's features, by feature: whoever stores a countable thing adds its line here, and the gates, the plan
 * screen and the warning before a downgrade have it.
 */
const counts: Partial<Record<DomainFeature, Count>> = {
  customNs: async (db, domain) => {
    const { wanted, current } = await customNsOf(db, domain);
    return wanted || current ? 2 : 0;
  },
  pageRules: (db, domain) => countItems(db, domain, 'pageRule'),
};

/** Every gate of a domain, with how much of it is used where that is counted. */
export async function countedFeatures(db: Db | Tx, domain: OwnedDomain): Promise<Record<DomainFeature, Gate & { used?: number }>> {
  const gates: Record<DomainFeature, Gate & { used?: number }> = featuresOf(domain);
  const counting = Object.entries(counts) as [DomainFeature, Count][]; // the keys of `counts`
  await Promise.all(
    counting.map(async ([code, count]) => {
      gates[code] = { ...gates[code], used: await count(db, domain) };
    }),
  );
  return gates;
}
