/** A signed zone; one that isn't has no row. */
export interface DnssecTable {
  domainId: string;
  /** `ZoneKey.privateKey` of `dns/bundle.ts`, sealed. */
  privateKey: string;
  publicKey: string;
  enabledAt: number;
  /** The DS records of the parent at the last check that was answered. Null: none was. */
  parent: string[] | null;
  checkedAt: number | null;
  /** When the parent last had a DS record; null: never. */
  seenAt: number | null;
}

/** The key that is about to replace that of a signed zone; without a roll there is no row. Times and TTLs: `RollTimes`. */
export interface DnssecRollTable {
  domainId: string;
  /** Sealed like the current key’s. */
  privateKey: string;
  publicKey: string;
  startedAt: number;
  /** The first version of the zone with both keys. */
  zoneVersion: number;
  zoneTtl: number;
  publishedAt: number | null;
  dsSeenAt: number | null;
  dsLastAt: number | null;
  dsTtl: number;
  /** When the customer was notified that the DS record is ready. */
  toldAt: number | null;
  /** Since when the parent doesn’t answer; null: it answered at the last check. */
  unansweredAt: number | null;
  /** When the job looks next. */
  checkAt: number;
}
