import type { DomainFeature, Gate } from '../../../lib/rules/cdn/domain/features.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { loadCustomNs } from '../dns/index.ts';
import { countItems } from '../edge/index.ts';
import { gatesFor } from '../features.ts';

/** Counts a kind of item of a domain. */
type Count = (db: Db | Tx, domain: OwnedDomain) => Promise<number>;

/**
 * The countable items of a domain, by feature. A feature that stores countable items adds its line here; the gates, the plan
 * page and the downgrade warning use it.
 */
const counts: Partial<Record<DomainFeature, Count>> = {
  customNs: async (db, domain) => {
    const { wanted, current } = await loadCustomNs(db, domain);
    return wanted || current ? 2 : 0;
  },
  pageRules: (db, domain) => countItems(db, domain, 'pageRule'),
};

/** Every gate of a domain, with its usage where that is counted. */
export async function countedFeatures(db: Db | Tx, domain: OwnedDomain): Promise<Record<DomainFeature, Gate & { used?: number }>> {
  const gates: Record<DomainFeature, Gate & { used?: number }> = await gatesFor(db, domain);
  const counting = Object.entries(counts) as [DomainFeature, Count][]; // the keys of `counts`
  await Promise.all(
    counting.map(async ([code, count]) => {
      gates[code] = { ...gates[code], used: await count(db, domain) };
    }),
  );
  return gates;
}
