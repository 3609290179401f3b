import { expect, test } from 'vitest';
import { HOUR } from '../../../time.ts';
import { cnameTarget, isRight, setupHosts } from './hosts.ts';
import { compareTexts, nextLookIn, settleRecord, type Verification } from './verification.ts';

const T = 1_800_000_000_000;
const pendingVerification: Verification = {
  mode: 'ns',
  pending: true,
  status: 'active',
  activatedAt: T - HOUR,
  verifiedAt: null,
  misses: 0,
  missingSince: null,
};
const proved: Verification = { ...pendingVerification, mode: 'cname', pending: false, verifiedAt: T };

test.each([
  [null, 'unseen'],
  [[], 'missing'],
  [['v=spf1 -all'], 'other'],
  [['v=spf1 -all', ' abc '], 'found'],
  [['ABC'], 'other'],
  [['abcd'], 'other'],
] as const)('%j is %s', (texts, observed) => expect(compareTexts('abc', texts)).toBe(observed));

test('a request takes effect when its record is found, and not before', () => {
  for (const observed of ['missing', 'other', 'unseen', 'unchecked'] as const)
    expect(settleRecord(pendingVerification, observed, true, T)).toEqual({ next: pendingVerification, event: null });
  expect(settleRecord(pendingVerification, 'found', false, T)).toEqual({ next: pendingVerification, event: null });
  expect(settleRecord({ ...pendingVerification, pending: false }, 'found', true, T).event).toBeNull();
  expect(settleRecord(pendingVerification, 'found', true, T)).toEqual({ next: { ...proved, activatedAt: T - HOUR }, event: 'verified' });
  expect(settleRecord({ ...pendingVerification, status: 'pendingNsChange', activatedAt: null }, 'found', true, T).next).toMatchObject({
    status: 'active',
    activatedAt: T,
  });
  expect(settleRecord({ ...pendingVerification, status: 'inactive' }, 'found', true, T).next.status).toBe('inactive');
});

test('a record is lost after three failed checks over 24 hours, and found again on the first success', () => {
  let state = proved;
  const look = (observed: 'found' | 'missing' | 'other' | 'unseen', at: number) => {
    const { next, event } = settleRecord(state, observed, true, at);
    state = next;
    return event;
  };
  expect(look('missing', T)).toBeNull();
  expect(look('unseen', T + 30 * HOUR)).toBeNull();
  expect(look('other', T + 30 * HOUR)).toBeNull();
  expect(state).toMatchObject({ status: 'active', misses: 2, missingSince: T });
  expect(look('found', T + 31 * HOUR)).toBeNull();
  expect(state).toEqual(proved);
  for (const hour of [0, 12, 23]) expect(look('missing', T + hour * HOUR)).toBeNull();
  expect(look('missing', T + 24 * HOUR)).toBe('lost');
  expect(state).toMatchObject({ mode: 'cname', status: 'pending', verifiedAt: null });
  expect(look('missing', T + 25 * HOUR)).toBeNull();
  expect(look('found', T + 26 * HOUR)).toBe('returned');
  expect(state).toMatchObject({ status: 'active', verifiedAt: T + 26 * HOUR, misses: 0, missingSince: null });
});

test('a paused domain stays paused; resumed without its record, it waits for it', () => {
  const paused: Verification = { ...proved, status: 'inactive', misses: 5, missingSince: T - 25 * HOUR };
  const { next, event } = settleRecord(paused, 'missing', true, T);
  expect([next.status, event]).toEqual(['inactive', 'lost']);
  expect(settleRecord({ ...next, status: 'active' }, 'missing', true, T)).toMatchObject({ next: { status: 'pending' }, event: null });
  expect(settleRecord(next, 'found', true, T)).toMatchObject({ next: { status: 'inactive' }, event: 'returned' });
});

test('a waiting domain is checked often at first, a working one daily, one that seems gone hourly', () => {
  expect(nextLookIn(pendingVerification, true, T, T)).toBe(60_000);
  expect(nextLookIn(pendingVerification, true, T, T + 2 * HOUR)).toBe(HOUR / 2);
  expect(nextLookIn(proved, true, T, T + HOUR)).toBe(24 * HOUR);
  expect(nextLookIn(proved, false, T, T)).toBe(60_000);
  expect(nextLookIn({ ...proved, misses: 1 }, false, T, T)).toBe(HOUR);
});

test('hosts have no duplicates, the domain first; whether they point to the target is known except at the domain itself', () => {
  const hosts = setupHosts(['www', '@', 'api', 'www', '*'], 'shop.example');
  expect(hosts).toEqual(['shop.example', '*.shop.example', 'api.shop.example', 'www.shop.example']);
  const target = cnameTarget('shop.example', 'edge.nasim.example');
  expect(target).toBe('shop.example.edge.nasim.example');
  expect(isRight('www.shop.example', 'shop.example', target, target)).toBe(true);
  expect(isRight('www.shop.example', 'shop.example', target, 'old.example')).toBe(false);
  expect(isRight('www.shop.example', 'shop.example', target, null)).toBe(false);
  expect(isRight('www.shop.example', 'shop.example', target, undefined)).toBeNull();
  expect(isRight('shop.example', 'shop.example', target, null)).toBeNull();
});
