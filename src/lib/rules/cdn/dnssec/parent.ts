/** What the parent zone says of a signed zone. `unchecked`: it hasn't been reached yet. */
export type ParentState = 'unchecked' | 'none' | 'matches' | 'other';

/**
 * Resolvers keep the DS records of a parent for a day at most: registries use a TTL of 24 hours or less. A zone that is no longer
 * signed fails for them until then.
 */
export const DS_CACHED_MS = 86_400_000;

/**
 * Compares DS records, `key tag, algorithm, digest type, digest in lower-case hex`, as in a zone file.
 * @param own those of the zone's key. @param found the parent's; null: unknown
 */
export function parentState(own: readonly string[], match: readonly string[] | null): ParentState {
  if (match === null) return 'unchecked';
  if (match.length === 0) return 'none';
  return match.some((one) => own.includes(one)) ? 'matches' : 'other';
}

/** Why a zone can't stop being signed without harm. Null: it can. @param seenAt when the parent last had a DS record, epoch ms */
export function dependence(state: ParentState, seenAt: number | null, now: number): 'parent' | 'cached' | 'unknown' | null {
  if (state === 'matches' || state === 'other') return 'parent';
  if (seenAt !== null && now - seenAt < DS_CACHED_MS) return 'cached';
  return state === 'unchecked' ? 'unknown' : null;
}
