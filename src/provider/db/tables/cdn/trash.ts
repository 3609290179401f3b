import type { Selectable } from 'kysely';
import type { DomainTable } from './domain.ts';
import type { DomainPlanTable } from './plan.ts';

/** A removed domain that can be restored. It serves nothing, and its name is free. */
export interface RemovedDomainTable {
  /** The id of the domain, which it keeps when it is restored. */
  id: string;
  accountId: string;
  name: string;
  /** The row of the domain, and whether it was stopped for a negative balance when it was removed. */
  domain: Selectable<DomainTable> & { isStopped: boolean };
  /** The purchased plan, if its payment wasn't refunded; null: none. */
  term: Selectable<DomainPlanTable> | null;
  /** What its free certificates are requested with; `hosts` is JSON. */
  certificates: { title: string; hosts: string }[];
  /** `DomainState` of `provider/cdn/history/changes.ts`: JSON, compressed with gzip, in base64. */
  state: string;
  removedAt: number;
  deleteAt: number;
}
