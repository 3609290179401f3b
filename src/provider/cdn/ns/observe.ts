import { compareNs, type NsObservation } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import type { Db, Domain, DomainCheck, Tx } from '../../db/schema.ts';
import type { Resolver } from '../../drivers/resolver/resolver.ts';

/** What the parent zone lists as the name servers of a domain. */
export interface Observation {
  seen: NsObservation;
  current: string[];
  source: DomainCheck['source'];
  signed: boolean | null;
  /** `Delegation.ds`. */
  ds: readonly string[] | null;
}

/** The time limit of a check: other jobs wait behind it. */
const LOOK_MS = 7_000;

/** Queries the parent zone, bypassing caches. */
export async function observe(resolver: Resolver, { name, firstNs, secondNs }: Domain): Promise<Observation> {
  const { hosts, source, ds } = await resolver.delegation(name, AbortSignal.timeout(LOOK_MS));
  return { seen: compareNs([firstNs, secondNs], hosts), current: hosts ?? [], source, signed: ds && ds.length > 0, ds };
}

export const loadDomainCheck = (db: Db | Tx, domainId: string): Promise<DomainCheck | undefined> =>
  db.selectFrom('domainCheck').selectAll().where('domainId', '=', domainId).executeTakeFirst();
