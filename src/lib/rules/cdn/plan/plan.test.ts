import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, iso } from '../../../time.ts';
import { planCodes, plans } from '../../core/plans.ts';
import { lockEnd, obstacleTo, type PurchasedPlan, planDirection, planSum, unusedCredit } from './change.ts';
import { comparePlans, isEmpty } from './difference.ts';
import { type Period, periodEnd, periodStart } from './period.ts';
import { dueStep, GRACE_MS, nextLook, noticeBefore } from './renewal.ts';
import { voucherCode, voucherDiscount } from './voucher.ts';

const offered = Object.values(plans);
const at = (iso: string) => Date.parse(iso);

describe('a period', () => {
  test.each([
    ['2026-01-31T10:00:00Z', 'month', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2028-01-30T10:00:00Z', 'month', ['2028-02-29', '2028-03-30']],
    ['2028-02-29T10:00:00Z', 'year', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['2026-11-21T23:59:59Z', 'month', ['2026-12-21', '2027-01-21']],
  ] as const)('that begins on %s and is a %s ends on %j', (from, period, ends) => {
    let end = at(from);
    for (const day of ends) {
      end = periodEnd(at(from), period, end);
      expect(iso(end)).toBe(`${day}T${iso(at(from)).slice(11)}`);
    }
  });

  test('contains every moment of its own, and no other', () => {
    const moment = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z') });
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 6 * 366 * DAY }), fc.constantFrom<Period>('month', 'year'), (anchor, later, period) => {
        const now = anchor + later;
        const [start, end] = [periodStart(anchor, period, now), periodEnd(anchor, period, now)];
        expect(start).toBeLessThanOrEqual(now);
        expect(end).toBeGreaterThan(now);
        expect(periodEnd(anchor, period, start)).toBe(end);
        expect(periodStart(anchor, period, end)).toBe(end);
      }),
    );
  });
});

const bought = (over: Partial<NonNullable<PurchasedPlan['bought']>> = {}): NonNullable<PurchasedPlan['bought']> => ({
  period: 'month',
  boughtAt: at('2026-11-01T00:00:00Z'),
  startsAt: at('2026-11-01T00:00:00Z'),
  endsAt: at('2026-12-01T00:00:00Z'),
  paid: 20_000,
  ...over,
});

describe('the unused part of a period (docs/decisions/0013)', () => {
  test.each([
    ['2026-11-01T00:00:00Z', 20_000],
    ['2026-11-16T00:00:00Z', 10_000],
    // A started second counts as used: 30 days less one second.
    ['2026-11-01T00:00:00.001Z', 20_000],
    ['2026-11-01T01:00:00Z', 19_972],
    ['2026-11-30T23:59:59Z', 0],
    ['2026-11-30T23:00:00Z', 28],
    ['2026-12-01T00:00:00Z', 0],
    ['2027-03-01T00:00:00Z', 0],
    // A clock that was set back refunds no more than was paid.
    ['2026-10-01T00:00:00Z', 20_000],
  ])('at %s is %i of 20,000', (time, credit) => expect(unusedCredit(bought(), at(time))).toBe(credit));

  test('half a mill is rounded up, and once', () => {
    const term = bought({ startsAt: 0, endsAt: 4000, paid: 2 });
    expect([0, 1000, 2000, 3000, 4000].map((time) => unusedCredit(term, time))).toEqual([2, 2, 1, 1, 0]);
  });

  test('is exact beyond 2^53', () => {
    const term = bought({ startsAt: 0, endsAt: 365 * DAY, paid: 9_000_000_000_000_001 });
    expect(unusedCredit(term, 0)).toBe(9_000_000_000_000_001);
  });

  test('never grows with time, never exceeds what was paid, and is 0 for a plan that wasn’t bought', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(31 * DAY), fc.nat(31 * DAY), (paid, a, b) => {
        const term = bought({ paid });
        const [first, second] = [Math.min(a, b), Math.max(a, b)].map((later) => unusedCredit(term, term.startsAt + later)) as [
          number,
          number,
        ];
        expect(first).toBeGreaterThanOrEqual(second);
        expect(first).toBeLessThanOrEqual(paid);
      }),
    );
    expect(unusedCredit(null, 0)).toBe(0);
  });

  test('the total is the price less the voucher less the refund', () => {
    expect(planSum(80_000, 16_000, 10_000)).toEqual({ price: 80_000, discount: 16_000, credit: 10_000, total: 54_000 });
    expect(planSum(0, 0, 10_000).total).toBe(-10_000);
  });
});

describe('the direction of a change', () => {
  test.each([
    ['eco', 'month', 'com', 'month', 'up'],
    ['eco', 'year', 'com', 'month', 'up'],
    ['com', 'month', 'eco', 'year', 'down'],
    ['com', 'month', 'free', 'month', 'down'],
    ['eco', 'month', 'eco', 'month', 'same'],
    ['eco', 'month', 'eco', 'year', 'up'],
    ['eco', 'year', 'eco', 'month', 'down'],
  ] as const)('from %s by the %s to %s by the %s is %s', (plan, period, to, toPeriod, way) =>
    expect(planDirection({ plan, bought: bought({ period }) }, { plan: to, period: toPeriod })).toBe(way),
  );

  test('a plan can be downgraded 15 days after its purchase, to the millisecond; it can be upgraded at any time', () => {
    const purchased: PurchasedPlan = { plan: 'pro', bought: bought(), isUnpaid: false };
    const end = lockEnd(bought().boughtAt);
    expect(iso(end)).toBe('2026-11-16T00:00:00.000Z');
    const down = (now: number) => obstacleTo(purchased, { plan: 'eco', period: 'month' }, offered, now);
    expect([down(end - 1000), down(end - 1), down(end), down(end + 1000)]).toEqual(['locked', 'locked', null, null]);
    expect(obstacleTo(purchased, { plan: 'pro', period: 'year' }, offered, bought().boughtAt)).toBeNull();
    const lower: PurchasedPlan = { ...purchased, plan: 'eco' };
    for (const plan of ['com', 'pro'] as const) expect(obstacleTo(lower, { plan, period: 'month' }, offered, bought().boughtAt)).toBeNull();
  });

  test('contract plans can’t be bought or left; the current plan can’t be bought unless its payment is pending', () => {
    const purchased: PurchasedPlan = { plan: 'eco', bought: bought(), isUnpaid: false };
    expect(obstacleTo(purchased, { plan: 'ent', period: 'month' }, offered, 0)).toBe('byContact');
    expect(obstacleTo(purchased, { plan: 'eco', period: 'month' }, offered, 0)).toBe('same');
    expect(obstacleTo({ ...purchased, isUnpaid: true }, { plan: 'eco', period: 'month' }, offered, 0)).toBeNull();
    const byContract: PurchasedPlan = { plan: 'ent', bought: null, isUnpaid: false };
    for (const plan of planCodes)
      expect(obstacleTo(byContract, { plan, period: 'month' }, offered, 0)).toBe(plan === 'ent' ? 'same' : 'byContract');
    expect(obstacleTo({ plan: 'free', bought: null, isUnpaid: false }, { plan: 'free', period: 'year' }, offered, 0)).toBe('same');
  });
});

describe('the difference between plans', () => {
  test('an upgrade only adds; a downgrade is the reverse', () => {
    const up = comparePlans(plans.eco, plans.pro);
    expect(up.gains.features).toEqual(['customNs', 'logForward']);
    expect(up.gains.limits).toEqual([
      { limit: 'traffic', from: 500, to: 10_240 },
      { limit: 'requests', from: 15e6, to: 50e6 },
      { limit: 'pageRules', from: 25, to: 75 },
      { limit: 'minCacheTtl', from: 1800, to: 1 },
    ]);
    expect(isEmpty(up.losses)).toBe(true);
    const down = comparePlans(plans.pro, plans.eco);
    expect(down.losses.features).toEqual(up.gains.features);
    expect(down.losses.limits.map(({ from, to }) => [to, from])).toEqual(up.gains.limits.map(({ from, to }) => [from, to]));
    expect(isEmpty(down.gains)).toBe(true);
  });

  test('by contract is more than any figure, and features that the TLD doesn’t support are ignored', () => {
    const limits = comparePlans(plans.pro, plans.ent).gains.limits.map(({ limit }) => limit);
    expect(limits).toEqual(['traffic', 'requests', 'pageRules', 'minCacheTtl']);
    expect(comparePlans(plans.eco, plans.ent, ['dnssec', 'customNs']).gains.features).toEqual(['logForward', 'dedicatedIp', 'cnameSetup']);
  });
});

describe('a voucher', () => {
  test.each([
    [{ percent: 20 }, 20_000, 4000],
    [{ percent: 33 }, 50, 17],
    [{ percent: 100 }, 999, 999],
    [{ amount: 10_000 }, 80_000, 10_000],
    [{ amount: 10_000 }, 7000, 7000],
  ])('%j takes from %i: %i', (voucher, price, discount) => expect(voucherDiscount(voucher, price)).toBe(discount));

  test('is accepted in any case and with spaces', () => expect(voucherCode(' breeze 20 ')).toBe('BREEZE20'));
});

describe('the renewal', () => {
  const term = { period: 'month' as const, endsAt: 100 * DAY, noticedAt: null, unpaidSince: null, disabledAt: null };
  test.each([
    ['before the notice', {}, 100 * DAY - noticeBefore.month - 1, null],
    ['at the notice', {}, 100 * DAY - noticeBefore.month, 'notice'],
    ['told already', { noticedAt: 1 }, 100 * DAY - 1, null],
    ['at its end', { noticedAt: 1 }, 100 * DAY, 'charge'],
    ['at its end, never told', {}, 100 * DAY, 'charge'],
    ['unpaid', { unpaidSince: 100 * DAY }, 100 * DAY + HOUR, 'charge'],
    ['unpaid for a millisecond less than 24 hours', { unpaidSince: 100 * DAY }, 100 * DAY + GRACE_MS - 1, 'charge'],
    ['unpaid for 24 hours', { unpaidSince: 100 * DAY }, 100 * DAY + GRACE_MS, 'lastCharge'],
    ['disabled', { unpaidSince: 100 * DAY, disabledAt: 101 * DAY }, 131 * DAY - 1, 'revive'],
    ['disabled for 30 days', { unpaidSince: 100 * DAY, disabledAt: 101 * DAY }, 131 * DAY, null],
  ])('%s', (_name, over, now, step) => expect(dueStep({ ...term, ...over }, now)).toBe(step));

  test('the job is scheduled when there is work', () => {
    expect(nextLook(term, 0)).toBe(100 * DAY - noticeBefore.month);
    expect(nextLook({ ...term, noticedAt: 1 }, 0)).toBe(100 * DAY);
    const unpaid = { ...term, unpaidSince: 100 * DAY };
    expect(nextLook(unpaid, 100 * DAY)).toBe(100 * DAY + HOUR);
    expect(nextLook(unpaid, 100 * DAY + GRACE_MS - 60_000)).toBe(100 * DAY + GRACE_MS);
    const disabled = { ...unpaid, disabledAt: 101 * DAY };
    expect(nextLook(disabled, 102 * DAY)).toBe(102 * DAY + HOUR);
    expect(nextLook(disabled, 131 * DAY - HOUR)).toBeNull();
  });
});
