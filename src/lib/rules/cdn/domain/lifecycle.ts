import type { Domain } from '../../../contract/cdn/domain.ts';
import { DAY, HOUR, MINUTE } from '../../../time.ts';

/*
 * The states of a domain: added, then waiting for its name servers, then active; paused by its owner at any time.
 *
 * | status | parent zone | becomes |
 * |---|---|---|
 * | pending | anything | pendingNsChange |
 * | pendingNsChange | exactly the expected name servers | active |
 * | pendingNsChange | anything else | unchanged |
 * | active | at least one expected name server | unchanged, and misses are reset |
 * | active | no expected name server, or the name is gone | unchanged, until seen three times over six hours: pendingNsChange, moved away |
 * | active | no response | unchanged, and counts neither way |
 * | inactive | anything | unchanged: its owner paused it |
 *
 * Domains in CNAME setup have other rules: `lib/rules/cdn/cnameSetup/verification.ts`.
 */

/** `unchecked`: not checked yet. `unseen`: checked without a response. `undelegated`: the registry lists no name servers. */
export const nsObservations = ['unchecked', 'matched', 'partial', 'different', 'undelegated', 'unseen'] as const;
export type NsObservation = (typeof nsObservations)[number];

export interface Lifecycle {
  status: Domain['status'];
  /** Consecutive checks that found an active domain gone, and the time of the first of them (epoch ms). */
  misses: number;
  missingSince: number | null;
  activatedAt: number | null;
  movedAwayAt: number | null;
}
/** The notification for the customer. `returned`: active again after it had moved away. */
export type LifecycleEvent = 'activated' | 'returned' | 'movedAway';

/** A single wrong response, or an hour of them, must not deactivate a domain. */
export const awayAfter = { misses: 3, ms: 6 * HOUR } as const;

const host = (name: string): string => name.trim().toLowerCase().replace(/\.$/, '');

/** Compares a list of name servers with `expected`. `null`: no response. */
export function compareNs(expected: readonly string[], current: readonly string[] | null): NsObservation {
  if (current === null) return 'unseen';
  const there = new Set(current.map(host));
  if (there.size === 0) return 'undelegated';
  const assigned = new Set(expected.map(host));
  const shared = [...assigned].filter((name) => there.has(name)).length;
  if (shared === 0) return 'different';
  return shared === assigned.size && there.size === assigned.size ? 'matched' : 'partial';
}

/** The next state of a domain after one check of its parent zone, and the notification. Time in epoch milliseconds. */
export function advance(state: Lifecycle, observed: NsObservation, now: number): { next: Lifecycle; event: LifecycleEvent | null } {
  const stays = { next: state, event: null };
  switch (state.status) {
    case 'inactive':
      return stays;
    case 'pending':
      return { next: { ...state, status: 'pendingNsChange' }, event: null };
    case 'pendingNsChange':
      if (observed !== 'matched') return stays;
      return {
        next: { status: 'active', misses: 0, missingSince: null, activatedAt: state.activatedAt ?? now, movedAwayAt: null },
        event: state.movedAwayAt === null ? 'activated' : 'returned',
      };
    case 'active': {
      if (observed === 'unseen' || observed === 'unchecked') return stays;
      if (observed === 'matched' || observed === 'partial') return { next: { ...state, misses: 0, missingSince: null }, event: null };
      const missed = { ...state, misses: state.misses + 1, missingSince: state.missingSince ?? now };
      if (missed.misses < awayAfter.misses || now - missed.missingSince < awayAfter.ms) return { next: missed, event: null };
      return { next: { ...missed, status: 'pendingNsChange', misses: 0, missingSince: null, movedAwayAt: now }, event: 'movedAway' };
    }
  }
}

/** The check interval by how long a domain has been waiting; the last row has no end. */
const waits = [
  { until: 10 * MINUTE, every: MINUTE },
  { until: HOUR, every: 5 * MINUTE },
  { until: 6 * HOUR, every: 30 * MINUTE },
  { until: 7 * DAY, every: HOUR },
  { until: Number.POSITIVE_INFINITY, every: 6 * HOUR },
];

/**
 * Milliseconds until the next check. A registrar may take minutes or a night, so a waiting domain is checked often at first; an active
 * one daily, and hourly while it seems gone.
 * @param since when it began to wait: when it was added, or moved away
 */
export function nextCheckIn({ status, misses }: Pick<Lifecycle, 'status' | 'misses'>, since: number, now: number): number {
  if (status === 'inactive') return DAY;
  if (status === 'active') return misses > 0 ? HOUR : DAY;
  return waits.find(({ until }) => now - since < until)?.every ?? DAY;
}

/** A domain that was never active: its setup can be continued, and removing it refunds the first month. */
export const isUnfinished = ({ status, activatedAt }: { status: Domain['status']; activatedAt: unknown }): boolean =>
  activatedAt === null && status !== 'active';

/** Waits for its name servers, for the first time or again. */
export const isWaiting = ({ status }: { status: Domain['status'] }): boolean => status === 'pendingNsChange' || status === 'pending';
