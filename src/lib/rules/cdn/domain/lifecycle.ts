import type { Domain } from '../../../contract/cdn/domain.ts';

/*
 * The way of a domain: added, then waiting for its name servers, then active; paused by its owner at any time.
 *
 * | status | what the parent zone says | becomes |
 * |---|---|---|
 * | pending | anything | pendingNsChange |
 * | pendingNsChange | exactly our name servers | active |
 * | pendingNsChange | anything else | stays |
 * | active | at least one of ours | stays, and what was missed is forgotten |
 * | active | none of ours, or the name is gone | stays, until that was seen three times over six hours: pendingNsChange, moved away |
 * | active | nobody answered | stays, and counts neither way |
 * | inactive | anything | stays: its owner paused it |
 *
 * A domain that stays at its own DNS provider goes another way: `lib/rules/cdn/cnameSetup/verification.ts`.
 */

/** `unchecked`: nobody has looked yet. `unseen`: somebody looked, and nobody answered. `undelegated`: the registry lists no name servers. */
export const nsSeen = ['unchecked', 'matched', 'partial', 'different', 'undelegated', 'unseen'] as const;
export type NsSeen = (typeof nsSeen)[number];

export interface Lifecycle {
  status: Domain['status'];
  /** Checks in a row that found an active domain gone, and when the first of them was (epoch ms). */
  misses: number;
  missingSince: number | null;
  activatedAt: number | null;
  movedAwayAt: number | null;
}
/** What the customer is told. `returned`: active again after it had moved away. */
export type LifecycleEvent = 'activated' | 'returned' | 'movedAway';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** One wrong answer, or an hour of them, takes no domain down. */
export const awayAfter = { misses: 3, ms: 6 * HOUR } as const;

const host = (name: string): string => name.trim().toLowerCase().replace(/\.$/, '');

/** What a list of name servers means to a domain that should have `expected`. `null`: nobody answered. */
export function compareNs(expected: readonly string[], current: readonly string[] | null): NsSeen {
  if (current === null) return 'unseen';
  const there = new Set(current.map(host));
  if (there.size === 0) return 'undelegated';
  const ours = new Set(expected.map(host));
  const shared = [...ours].filter((name) => there.has(name)).length;
  if (shared === 0) return 'different';
  return shared === ours.size && there.size === ours.size ? 'matched' : 'partial';
}

/** The next state of a domain after one look at its parent zone, and what to tell. Time in epoch milliseconds. */
export function advance(state: Lifecycle, seen: NsSeen, now: number): { next: Lifecycle; event: LifecycleEvent | null } {
  const stays = { next: state, event: null };
  switch (state.status) {
    case 'inactive':
      return stays;
    case 'pending':
      return { next: { ...state, status: 'pendingNsChange' }, event: null };
    case 'pendingNsChange':
      if (seen !== 'matched') return stays;
      return {
        next: { status: 'active', misses: 0, missingSince: null, activatedAt: state.activatedAt ?? now, movedAwayAt: null },
        event: state.movedAwayAt === null ? 'activated' : 'returned',
      };
    case 'active': {
      if (seen === 'unseen' || seen === 'unchecked') return stays;
      if (seen === 'matched' || seen === 'partial') return { next: { ...state, misses: 0, missingSince: null }, event: null };
      const missed = { ...state, misses: state.misses + 1, missingSince: state.missingSince ?? now };
      if (missed.misses < awayAfter.misses || now - missed.missingSince < awayAfter.ms) return { next: missed, event: null };
      return { next: { ...missed, status: 'pendingNsChange', misses: 0, missingSince: null, movedAwayAt: now }, event: 'movedAway' };
    }
  }
}

/** How long after a waiting domain began to wait it is looked at how often; the last row has no end. */
const waits = [
  { until: 10 * MINUTE, every: MINUTE },
  { until: HOUR, every: 5 * MINUTE },
  { until: 6 * HOUR, every: 30 * MINUTE },
  { until: 7 * DAY, every: HOUR },
  { until: Number.POSITIVE_INFINITY, every: 6 * HOUR },
];

/**
 * Milliseconds until the next look. A registrar is quick or takes a night, so a waiting domain is looked at often at first; a working
 * one daily, and hourly while it seems gone.
 * @param since when it began to wait: it was added, or it moved away
 */
export function nextCheckIn({ status, misses }: Pick<Lifecycle, 'status' | 'misses'>, since: number, now: number): number {
  if (status === 'inactive') return DAY;
  if (status === 'active') return misses > 0 ? HOUR : DAY;
  return waits.find(({ until }) => now - since < until)?.every ?? DAY;
}

/** A domain that was added and has never worked: its setup can be gone on with, and removing it gives the first month back. */
export const isUnfinished = ({ status, activatedAt }: { status: Domain['status']; activatedAt: unknown }): boolean =>
  activatedAt === null && status !== 'active';

/** Waits for its name servers, for the first time or again. */
export const isWaiting = ({ status }: { status: Domain['status'] }): boolean => status === 'pendingNsChange' || status === 'pending';
