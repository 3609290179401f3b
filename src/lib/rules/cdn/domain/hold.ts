import type { NsObservation } from './lifecycle.ts';

/*
 * Why the zone of a domain that was never active isn't published (docs/decisions/0033).
 *
 * | hold | registry | becomes |
 * |---|---|---|
 * | look: nobody has looked yet | other name servers, or none; no response | published, so that a move has no gap |
 * | look | one of our name servers | unchanged until it lists exactly ours: then active, and published |
 * | former: it was active in another account | other name servers, or none | published: only who controls the registrar can change it |
 * | former | our name servers, or no response | unchanged, and not active |
 */
export type NameHold = 'look' | 'former';

/** The hold after one check; null: the hold has ended. */
export function afterLook(hold: NameHold, observed: NsObservation): NameHold | null {
  if (observed === 'different' || observed === 'undelegated') return null;
  return hold === 'look' && observed === 'unseen' ? null : hold;
}

/** What counts for the state of a domain: name servers that a former owner set prove nothing. */
export const counted = (hold: NameHold | null, observed: NsObservation): NsObservation =>
  hold === 'former' && observed === 'matched' ? 'partial' : observed;
