import { expect, test } from 'vitest';
import { move, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { walletDetail } from '../../../lib/contract/finance/walletDetail.ts';
import { runsOutAt } from '../../../lib/rules/finance/runway.ts';
import { DAY } from '../../../lib/time.ts';

const START = Date.parse('2026-11-10T00:00:00Z');

async function started(balance: number) {
  const p = await startProvider();
  p.clock.now = START;
  const id = await readAccountId(p, demo.second);
  const book = (amount: number) => move(p, id, amount, { description: { key: 'payment:ledger.bonus' } });
  if (balance > 0) await book(balance);
  const holder = { token: await p.signIn(demo.second) };
  return {
    p,
    holder,
    book,
    wallet: async () => (await p.ok(walletDetail.get, {}, holder)).wallet,
    usage: async (month?: string) => (await p.ok(walletDetail.usage, month ? { month } : {}, holder)).usage,
    later: async (ms: number) => {
      p.clock.now += ms;
      holder.token = await p.signIn(demo.second);
    },
  };
}
const eco = { plan: 'eco', acceptTerms: true, termsVersion: '2026-11' } as const;

test('an account without costs has no runway and nothing at risk', async () => {
  const { wallet } = await started(10_000);
  expect(await wallet()).toMatchObject({ balance: 10_000, dailyBurn: 0, runwayDays: null, negativeSince: null, atRisk: [] });
});

test('the runway ends with the renewal that the balance can’t pay', async () => {
  const { p, holder, wallet } = await started(50_000);
  // 30,000 remain, which pay one renewal of 20,000 on December 10 and not the one on January 10.
  await p.ok(domain.add, { name: 'shop.example', ...eco }, holder);
  expect(await wallet()).toMatchObject({
    balance: 30_000,
    // Both renewals, over 61 days: one that isn't covered is why it ends.
    dailyBurn: 656,
    basis: { until: '2027-01-10T00:00:00.000Z', running: 0, charges: 40_000 },
    runwayDays: 61,
    runsOutAt: '2027-01-10T00:00:00.000Z',
    atRisk: [{ service: 'cdn', name: 'shop.example' }],
  });
});

test('how long the balance lasts and the cost of a day are one calculation', async () => {
  const { p, holder, wallet } = await started(0);
  const id = await readAccountId(p, demo.second);
  await move(p, id, 60_000);
  await p.ok(domain.add, { name: 'shop.example', ...eco }, holder);
  await p.ok(serverOrder.create, { plan: 'com-2023', nameServer: 'web' }, holder);
  const { balance, dailyBurn, basis, runwayDays, runsOutAt } = await wallet();
  expect(runsOutAt).toBe(basis.until);
  const days = (Date.parse(basis.until) - START) / DAY;
  expect(runwayDays).toBe(Math.floor(days));
  // The renewal of December 10 and 20 mills an hour: together they are the balance.
  expect(basis.charges).toBe(20_000);
  expect(basis.running).toBe(Math.round(days * 24 * 20));
  expect(Math.abs(basis.running + basis.charges - balance)).toBeLessThanOrEqual(1);
  expect(Math.abs(dailyBurn * days - balance)).toBeLessThan(days);
});

test('spending is by service, item and day, equals the ledger to the mill, and the forecast adds expected charges', async () => {
  const { p, holder, book, usage, later } = await started(100_000);
  await p.ok(domain.add, { name: 'shop.example', ...eco }, holder);
  await later(2 * DAY);
  await book(-1_234);
  const november = await usage();
  expect(november).toMatchObject({
    spent: 21_234,
    forecast: 21_234,
    services: [
      { service: 'cdn', amount: 20_000 },
      { service: 'other', amount: 1_234 },
    ],
    items: [
      { service: 'cdn', name: 'shop.example', amount: 20_000 },
      { service: 'other', amount: 1_234 },
    ],
  });
  expect(november.days).toHaveLength(30);
  expect(november.days[9]).toEqual({ day: '2026-11-10', spent: { cdn: 20_000 }, expected: 0 });
  expect(november.days[11]?.spent).toEqual({ other: 1_234 });
  const { transactions } = await p.ok(transaction.list, { type: 'usage' }, holder);
  expect(-transactions.reduce((sum, { amount }) => sum + amount, 0)).toBe(november.spent);
  await later(20 * DAY);
  expect(await usage()).toMatchObject({ spent: 0, forecast: 20_000 });
  expect((await usage()).days[9]).toMatchObject({ day: '2026-12-10', expected: 20_000 });
  // Past months have no forecast.
  expect(await usage('2026-11')).toMatchObject({ spent: 21_234, forecast: 21_234 });
});

test('a negative balance counts from the entry that brought it below zero, and a top-up ends it', async () => {
  const { book, wallet, later } = await started(1_000);
  await book(-2_000);
  await later(3_600_000);
  await book(-500);
  expect(await wallet()).toMatchObject({
    balance: -1_500,
    negativeSince: '2026-11-10T00:00:00.000Z',
    disableAt: '2026-11-11T00:00:00.000Z',
  });
  await book(1_500);
  expect(await wallet()).toMatchObject({ balance: 0, negativeSince: null, disableAt: null });
  await later(DAY);
  await book(-1);
  expect((await wallet()).negativeSince).toBe('2026-11-11T01:00:00.000Z');
});

test('continuous costs reduce a balance evenly between charges', () => {
  const until = START + 365 * DAY;
  expect(runsOutAt(10_000, 1_000, [], START, until)).toBe(START + 10 * DAY);
  expect(runsOutAt(10_000, 1_000, [{ at: START + 2 * DAY, amount: 5_000 }], START, until)).toBe(START + 5 * DAY);
  expect(runsOutAt(10_000, 0, [{ at: START + 2 * DAY, amount: 10_000 }], START, until)).toBeNull();
  expect(runsOutAt(10_000, 1, [], START, until)).toBeNull();
  expect(runsOutAt(-1, 0, [], START, until)).toBe(START);
});
