import type { Domain } from '../../../contract/cdn/domain.ts';
import { nextCheckIn } from '../domain/lifecycle.ts';

/*
 * The way of a domain that stays at its own DNS provider. A TXT record there proves whose it is, in place of its name servers.
 *
 * | mode | the record | becomes |
 * |---|---|---|
 * | ns, asked for | found | cname, active |
 * | ns, asked for | found, but the plan lacks it by now | stays |
 * | ns, asked for | anything else | stays: the name servers count |
 * | cname | found | active |
 * | cname | gone, or another value | stays, until that was seen three times over 24 hours: pending |
 * | any | nobody answered | stays, and counts neither way |
 *
 * A paused domain stays paused; whether it is proved is kept for when it is resumed.
 */

/** Before the domain: `_cdn-verify.shop.example`. */
export const verificationLabel = '_cdn-verify';

/** `unchecked`: nobody has looked yet. `other`: the name has texts, but not this one. `unseen`: nobody answered. */
export const recordSeen = ['unchecked', 'found', 'other', 'missing', 'unseen'] as const;
export type RecordSeen = (typeof recordSeen)[number];

export interface Verification {
  mode: Domain['setupMode'];
  /** `cname` is asked for and waits for the record. */
  pending: boolean;
  status: Domain['status'];
  activatedAt: number | null;
  verifiedAt: number | null;
  /** Looks in a row that did not find it, and when the first of them was (epoch ms). */
  misses: number;
  missingSince: number | null;
}
/** What the customer is told. `returned`: found again after it was lost. */
export type VerificationEvent = 'verified' | 'lost' | 'returned';

const DAY = 24 * 3_600_000;
/** A provider that is moved or a record that is typed again takes no domain down. */
export const lostAfter = { misses: 3, ms: DAY } as const;

/** What the texts at the name mean. @param texts each record’s text as a whole; null: nobody answered */
export function compareTexts(token: string, texts: readonly string[] | null): RecordSeen {
  if (texts === null) return 'unseen';
  if (texts.some((text) => text.trim() === token)) return 'found';
  return texts.length > 0 ? 'other' : 'missing';
}

const woken = (status: Domain['status']): Domain['status'] => (status === 'inactive' ? status : 'active');

/**
 * The next state after one look, and what to tell.
 * @param allowed the plan has it: what was asked for on a higher plan does not take effect on a lower one
 * @param now epoch milliseconds
 */
export function settleRecord(
  state: Verification,
  seen: RecordSeen,
  allowed: boolean,
  now: number,
): { next: Verification; event: VerificationEvent | null } {
  const stays = { next: state, event: null };
  if (seen === 'unseen' || seen === 'unchecked') return stays;
  const isPending = state.mode === 'ns';
  if (seen === 'found') {
    if (isPending && !(state.pending && allowed)) return stays;
    const next: Verification = {
      mode: 'cname',
      pending: false,
      status: woken(state.status),
      activatedAt: state.activatedAt ?? now,
      verifiedAt: state.verifiedAt ?? now,
      misses: 0,
      missingSince: null,
    };
    return { next, event: isPending ? 'verified' : state.verifiedAt === null ? 'returned' : null };
  }
  if (isPending) return stays;
  // It was resumed after its record had been lost.
  if (state.verifiedAt === null) return { next: { ...state, status: state.status === 'active' ? 'pending' : state.status }, event: null };
  const missed = { ...state, misses: state.misses + 1, missingSince: state.missingSince ?? now };
  if (missed.misses < lostAfter.misses || now - missed.missingSince < lostAfter.ms) return { next: missed, event: null };
  return { next: { ...missed, verifiedAt: null, status: state.status === 'active' ? 'pending' : state.status }, event: 'lost' };
}

/**
 * Milliseconds until the next look: often at first, as for name servers, then rarely. A proved domain whose hosts all point here is
 * looked at daily, and hourly while its record seems gone.
 * @param since when the waiting began, epoch ms
 */
export function nextLookIn(state: Verification, hostsDone: boolean, since: number, now: number): number {
  const waits = { status: 'pendingNsChange', misses: 0 } as const;
  if (state.verifiedAt === null) return nextCheckIn(waits, state.missingSince ?? since, now);
  if (state.misses > 0 || hostsDone) return nextCheckIn({ status: 'active', misses: state.misses }, since, now);
  return nextCheckIn(waits, state.verifiedAt, now);
}
