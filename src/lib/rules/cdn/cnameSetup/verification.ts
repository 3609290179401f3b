import type { Domain } from '../../../contract/cdn/domain.ts';
import { DAY } from '../../../time.ts';
import { nextCheckIn } from '../domain/lifecycle.ts';

/*
 * The states of a domain in CNAME setup. A TXT record verifies ownership instead of the name servers.
 *
 * | mode | the record | becomes |
 * |---|---|---|
 * | ns, requested | found | cname, active |
 * | ns, requested | found, but no longer in the plan | unchanged |
 * | ns, requested | anything else | unchanged: the name servers count |
 * | cname | found | active |
 * | cname | missing, or another value | unchanged, until seen three times over 24 hours: pending |
 * | any | no response | unchanged, and counts neither way |
 *
 * A paused domain stays paused; the verification result is stored for when it is resumed.
 */

/** Before the domain: `_cdn-verify.shop.example`. */
export const verificationLabel = '_cdn-verify';

/** `unchecked`: not checked yet. `other`: the name has other TXT values. `unseen`: no response. */
export const recordObservations = ['unchecked', 'found', 'other', 'missing', 'unseen'] as const;
export type RecordObservation = (typeof recordObservations)[number];

export interface Verification {
  mode: Domain['setupMode'];
  /** `cname` is requested and waits for the record. */
  pending: boolean;
  status: Domain['status'];
  activatedAt: number | null;
  verifiedAt: number | null;
  /** Consecutive checks that didn't find it, and the time of the first of them (epoch ms). */
  misses: number;
  missingSince: number | null;
}
/** The notification for the customer. `returned`: found again after it was lost. */
export type VerificationEvent = 'verified' | 'lost' | 'returned';

/** A change of DNS provider or a re-entered record must not deactivate a domain. */
export const lostAfter = { misses: 3, ms: DAY } as const;

/** Interprets the TXT values at the name. @param texts each record’s full value; null: no response */
export function compareTexts(token: string, texts: readonly string[] | null): RecordObservation {
  if (texts === null) return 'unseen';
  if (texts.some((text) => text.trim() === token)) return 'found';
  return texts.length > 0 ? 'other' : 'missing';
}

const woken = (status: Domain['status']): Domain['status'] => (status === 'inactive' ? status : 'active');

/**
 * The next state after one check, and the notification.
 * @param allowed the plan includes it: a request made on a higher plan doesn't take effect on a lower one
 * @param now epoch milliseconds
 */
export function settleRecord(
  state: Verification,
  observed: RecordObservation,
  allowed: boolean,
  now: number,
): { next: Verification; event: VerificationEvent | null } {
  const stays = { next: state, event: null };
  if (observed === 'unseen' || observed === 'unchecked') return stays;
  const isPending = state.mode === 'ns';
  if (observed === 'found') {
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
  // It was resumed after its record was lost.
  if (state.verifiedAt === null) return { next: { ...state, status: state.status === 'active' ? 'pending' : state.status }, event: null };
  const missed = { ...state, misses: state.misses + 1, missingSince: state.missingSince ?? now };
  if (missed.misses < lostAfter.misses || now - missed.missingSince < lostAfter.ms) return { next: missed, event: null };
  return { next: { ...missed, verifiedAt: null, status: state.status === 'active' ? 'pending' : state.status }, event: 'lost' };
}

/**
 * Milliseconds until the next check: often at first, as for name servers, then rarely. A verified domain whose hosts all point here is
 * checked daily, and hourly while its record is missing.
 * @param since start of the wait, epoch ms
 */
export function nextLookIn(state: Verification, hostsDone: boolean, since: number, now: number): number {
  const waits = { status: 'pendingNsChange', misses: 0 } as const;
  if (state.verifiedAt === null) return nextCheckIn(waits, state.missingSince ?? since, now);
  if (state.misses > 0 || hostsDone) return nextCheckIn({ status: 'active', misses: state.misses }, since, now);
  return nextCheckIn(waits, state.verifiedAt, now);
}
