import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR } from '../../../time.ts';
import {
  advance,
  awayAfter,
  compareNs,
  isUnfinished,
  type Lifecycle,
  type NsObservation,
  nextCheckIn,
  nsObservations,
} from './lifecycle.ts';

const ownHosts = ['ns1.nasim.example', 'ns2.nasim.example'];
const state = (part: Partial<Lifecycle> = {}): Lifecycle => ({
  status: 'pendingNsChange',
  misses: 0,
  missingSince: null,
  activatedAt: null,
  movedAwayAt: null,
  ...part,
});
const working = state({ status: 'active', activatedAt: 1 });

describe('comparing', () => {
  test.each<[string[] | null, NsObservation]>([
    [['NS2.Nasim.Example.', 'ns1.nasim.example'], 'matched'],
    [['ns1.nasim.example'], 'partial'],
    [[...ownHosts, 'ns1.old.example'], 'partial'],
    [['ns1.old.example'], 'different'],
    [['ns1.nasim.example.old.example', 'ns2.nasim.example.'], 'partial'],
    [[], 'undelegated'],
    [null, 'unseen'],
  ])('%j is %s', (current, observed) => expect(compareNs(ownHosts, current)).toBe(observed));
});

describe('a state transition', () => {
  test.each<[Lifecycle, NsObservation, Lifecycle['status'], string | null]>([
    [state({ status: 'pending' }), 'matched', 'pendingNsChange', null],
    [state({ status: 'pending' }), 'unseen', 'pendingNsChange', null],
    [state(), 'matched', 'active', 'activated'],
    [state({ movedAwayAt: 5 }), 'matched', 'active', 'returned'],
    [state(), 'partial', 'pendingNsChange', null],
    [state(), 'different', 'pendingNsChange', null],
    [state(), 'unseen', 'pendingNsChange', null],
    [working, 'partial', 'active', null],
    [working, 'different', 'active', null],
    [state({ status: 'inactive' }), 'matched', 'inactive', null],
    [state({ status: 'inactive' }), 'different', 'inactive', null],
  ])('%j that is seen as %s', (from, observed, status, event) => {
    const result = advance(from, observed, 10);
    expect([result.next.status, result.event]).toEqual([status, event]);
  });

  test('an active domain is deactivated only after three misses over six hours, and one success resets them', () => {
    const away = (...answers: [hour: number, seen: NsObservation][]) =>
      answers.reduce((now, [hour, observed]) => advance(now, observed, hour * HOUR).next, working);
    expect(away([0, 'different'], [1, 'different'], [2, 'different'], [5, 'different']).status).toBe('active');
    expect(away([0, 'different'], [9, 'different']).status).toBe('active');
    expect(away([0, 'different'], [3, 'matched'], [6, 'different'], [7, 'different']).status).toBe('active');
    const gone = away([0, 'different'], [3, 'unseen'], [5, 'undelegated'], [6, 'different']);
    expect(gone).toMatchObject({ status: 'pendingNsChange', movedAwayAt: 6 * HOUR, misses: 0, missingSince: null, activatedAt: 1 });
    expect(isUnfinished(gone)).toBe(false);
  });

  test('no response changes nothing, however long', () => {
    let now = working;
    for (let hour = 0; hour < 1000; hour++) now = advance(now, 'unseen', hour * HOUR).next;
    expect(now).toEqual(working);
  });
});

test('no sequence of results skips a state, activates without a match, or deactivates within the grace period', () => {
  const look = fc.record({ seen: fc.constantFrom(...nsObservations), wait: fc.integer({ min: 0, max: 48 * HOUR }) });
  const start = fc.constantFrom<Lifecycle>(state({ status: 'pending' }), state(), working, state({ status: 'inactive', activatedAt: 1 }));
  const steps = new Set(['pending>pendingNsChange', 'pendingNsChange>active', 'active>pendingNsChange']);
  fc.assert(
    fc.property(start, fc.array(look, { maxLength: 60 }), (from, looks) => {
      let now = 0;
      let current = from;
      let bad: number[] = [];
      for (const { seen: observed, wait } of looks) {
        now += wait;
        const { next, event } = advance(current, observed, now);
        if (observed === 'different' || observed === 'undelegated') bad.push(now);
        else if (observed === 'matched' || observed === 'partial') bad = [];
        const step = `${current.status}>${next.status}`;
        if (current.status !== next.status) {
          expect(steps.has(step)).toBe(true);
          if (next.status === 'active') {
            expect(observed).toBe('matched');
            expect(next.activatedAt).not.toBeNull();
            expect(event).toBe(current.movedAwayAt === null ? 'activated' : 'returned');
            bad = [];
          } else if (current.status === 'active') {
            expect(event).toBe('movedAway');
            expect(bad.length).toBeGreaterThanOrEqual(awayAfter.misses);
            expect(now - (bad[0] ?? now)).toBeGreaterThanOrEqual(awayAfter.ms);
          }
        } else expect(event).toBeNull();
        current = next;
      }
      if (from.status === 'inactive') expect(current).toEqual(from);
    }),
  );
});

describe('the check interval', () => {
  test('a waiting domain is checked less and less often', () => {
    const every = (ms: number) => nextCheckIn(state(), 0, ms) / 60_000;
    expect([0, 9 * 60_000, 11 * 60_000, 2 * HOUR, 7 * HOUR, 25 * HOUR, 200 * HOUR].map(every)).toEqual([1, 1, 5, 30, 60, 60, 360]);
  });

  test('an active one is checked daily, and hourly while it seems gone', () => {
    expect(nextCheckIn(working, 0, 0)).toBe(24 * HOUR);
    expect(nextCheckIn({ ...working, misses: 1 }, 0, 0)).toBe(HOUR);
    expect(nextCheckIn(state({ status: 'inactive' }), 0, 0)).toBe(24 * HOUR);
  });
});
