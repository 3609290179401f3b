import { expect, test } from 'vitest';
import { activeSupport, supportEnd } from './plans.ts';

const at = (text: string) => Date.parse(`${text}T12:00:00Z`);
const none = { plan: 'included', endsAt: null } as const;

test('a plan runs for its period, by the calendar', () => {
  expect(supportEnd(none, 'priority', 'month', at('2026-01-31'))).toBe(at('2026-02-28'));
  expect(supportEnd(none, 'priority', 'year', at('2028-02-29'))).toBe(at('2029-02-28'));
});

test('the same plan is extended from its end', () => {
  expect(supportEnd({ plan: 'priority', endsAt: at('2026-06-10') }, 'priority', 'month', at('2026-05-20'))).toBe(at('2026-07-10'));
});

test('the rest of a lower plan counts towards a higher one by price, and a lower one has to wait', () => {
  const priority = { plan: 'priority', endsAt: at('2026-05-30') } as const;
  const tenDays = 10 * 86_400_000;
  expect(supportEnd(priority, 'business', 'month', at('2026-05-20'))).toBe(at('2026-06-20') + Math.floor((tenDays * 290) / 990));
  expect(supportEnd({ plan: 'business', endsAt: at('2026-05-30') }, 'priority', 'month', at('2026-05-20'))).toBeNull();
  expect(supportEnd(none, 'included', 'month', at('2026-05-20'))).toBeNull();
});

test('a plan that has ended, or that is no longer in the catalogue, is ignored', () => {
  expect(activeSupport({ plan: 'priority', endsAt: 10 }, 10)).toEqual(none);
  expect(activeSupport({ plan: 'gold', endsAt: 20 }, 10)).toEqual(none);
  expect(activeSupport({ plan: 'priority', endsAt: 11 }, 10)).toEqual({ plan: 'priority', endsAt: 11 });
});
