import { expect, test } from 'vitest';
import { activeSupport, extendSupport } from './plans.ts';

const at = (text: string) => Date.parse(`${text}T12:00:00Z`);
const none = { plan: 'included', endsAt: null, yearPrice: null } as const;

test('a plan runs for its period, by the calendar', () => {
  expect(extendSupport(none, 'priority', 'month', 290, at('2026-01-31'))).toEqual({ endsAt: at('2026-02-28'), yearPrice: 290 });
  expect(extendSupport(none, 'priority', 'year', 290, at('2028-02-29'))).toEqual({ endsAt: at('2029-02-28'), yearPrice: 290 });
});

test('the same plan is extended from its end, and both parts keep their value', () => {
  const current = { plan: 'priority', endsAt: at('2026-06-10'), yearPrice: 200_000 } as const;
  const extended = extendSupport(current, 'priority', 'month', 300_000, at('2026-05-11'));
  expect(extended).toEqual({ endsAt: at('2026-07-10'), yearPrice: 250_000 });
});

test('the rest of a lower plan counts towards a higher one by what was paid for it, and a lower one has to wait', () => {
  const priority = { plan: 'priority', endsAt: at('2026-05-30'), yearPrice: null } as const;
  const tenDays = 10 * 86_400_000;
  const change = (yearPrice: number | null, price: number) =>
    extendSupport({ ...priority, yearPrice }, 'business', 'month', price, at('2026-05-20'))?.endsAt;
  expect(change(null, 990_000)).toBe(at('2026-06-20') + Math.floor((tenDays * 290) / 990));
  expect(change(500_000, 1_000_000)).toBe(at('2026-06-20') + tenDays / 2);
  const business = { plan: 'business', endsAt: at('2026-05-30'), yearPrice: 100 } as const;
  expect(extendSupport(business, 'priority', 'month', 200, at('2026-05-20'))).toBeNull();
});

test('a plan that has ended, or that is no longer in the catalogue, is ignored', () => {
  expect(activeSupport({ plan: 'priority', endsAt: 10 }, 10)).toEqual(none);
  expect(activeSupport({ plan: 'gold', endsAt: 20 }, 10)).toEqual(none);
  expect(activeSupport({ plan: 'priority', endsAt: 11 }, 10)).toEqual({ plan: 'priority', endsAt: 11, yearPrice: null });
});
