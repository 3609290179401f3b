/** A removed domain that can be restored. It serves nothing, and its name is free. */
export interface RemovedDomainTable {
  /** The id of the domain, which it keeps when it is restored. */
  id: string;
  accountId: string;
  name: string;
  /** JSON: the row of the domain. */
  domain: string;
  /** JSON: the purchased plan, if its payment wasn't refunded; null: none. */
  term: string | null;
  /** JSON: title and hosts of its free certificates. */
  certificates: string;
  /** `DomainState` of `provider/cdn/history/changes.ts`: JSON, compressed with gzip, in base64. */
  state: string;
  removedAt: number;
  deleteAt: number;
}
