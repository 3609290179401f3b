/** A signed zone; one that isn't has no row. */
export interface DnssecTable {
  domainId: string;
  /** `ZoneKey.privateKey` of `dns/bundle.ts`, sealed. */
  privateKey: string;
  publicKey: string;
  enabledAt: number;
  /** JSON: the DS records of the parent at the last check that was answered. Null: none was. */
  parent: string | null;
  checkedAt: number | null;
  /** When the parent last had a DS record; null: never. */
  seenAt: number | null;
}
