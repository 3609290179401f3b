/** Seconds that resolvers keep the keys of a zone. */
export const DNSKEY_TTL = 3600;
/** Seconds until each name server has a change, even a secondary that missed the notification: the refresh time of a zone’s SOA. */
export const SPREAD = 10_000;
/** Signatures are valid for eight days, and no resolver keeps a record beyond its signature (RFC 4035 section 5.3.3). */
export const MAX_ZONE_TTL = 8 * 86_400;
/** Seconds assumed where the TTL of a DS record can’t be seen: registries use 24 hours or less. */
export const MAX_DS_TTL = 86_400;

/**
 * `publish`: both keys are served and sign everything; resolvers may still have the old set of keys. `registrar`: the DS record of the
 * new key is awaited at the parent. `parent`: it’s there; resolvers may still have the DS records from before.
 */
export type RollStep = 'publish' | 'registrar' | 'parent';

/** Times in epoch milliseconds, TTLs in seconds. */
export interface RollTimes {
  /** When the name servers had both keys. Null: not yet. */
  publishedAt: number | null;
  /** Since when every server of the parent has the DS record of the new key. Null: not all have it. */
  dsSeenAt: number | null;
  /** When any of them last had it. */
  dsLastAt: number | null;
  /** The longest TTL seen of the parent’s DS records. */
  dsTtl: number;
  /** The longest TTL in the zone when the roll started. */
  zoneTtl: number;
}

/**
 * Where a roll is (RFC 6781 section 4.1.3, double signature), and from when the step may end: null while that depends on others.
 * Before the end of `publish`, resolvers may have the old set of keys, to which the new DS record alone doesn’t lead. Before the end
 * of `parent`, they may have a DS record that leads to the old key alone, or records signed by it alone.
 */
export function rollStep({ publishedAt, dsSeenAt, dsTtl, zoneTtl }: RollTimes, now: number): { step: RollStep; until: number | null } {
  const ready = publishedAt === null ? null : publishedAt + (SPREAD + DNSKEY_TTL) * 1000;
  if (publishedAt === null || ready === null || now < ready) return { step: 'publish', until: ready };
  if (dsSeenAt === null) return { step: 'registrar', until: null };
  return { step: 'parent', until: Math.max(dsSeenAt + dsTtl * 1000, publishedAt + (SPREAD + zoneTtl) * 1000) };
}

/** Whether no resolver can have a DS record of the new key, so that the key can be withdrawn. */
export const canCancelRoll = ({ dsLastAt, dsTtl }: Pick<RollTimes, 'dsLastAt' | 'dsTtl'>, now: number): boolean =>
  dsLastAt === null || now - dsLastAt > dsTtl * 1000;
