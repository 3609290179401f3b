import fc from 'fast-check';
import { expect, test } from 'vitest';
import { millsFor, neededFor, orderRates, periodHours, pricePeriods, type Sized, sumRates, toPrice, withAmounts } from './price.ts';
import { customSize, diskKinds, serverPlanIds, serverPlans, unitRates } from './rates.ts';

const order = (more: Partial<Sized> = {}): Sized => ({
  plan: 'pro-2023',
  cpu: 1,
  ram: 2,
  disk: { value: 10, type: 'ssd' },
  extra: { cpanel: false, plesk: false },
  backups: false,
  quantity: 1,
  ...more,
});

test('the catalogue has the sizes of the product, each at most at the price of its parts', () => {
  expect(serverPlans.map(({ id, cpu, ram, disk }) => [id, cpu, ram, disk.value, disk.type])).toEqual([
    ['eco-2023', 1, 2, 25, 'ssd'],
    ['com-2023', 2, 4, 50, 'ssd'],
    ['pro-2023', 4, 8, 100, 'ssd'],
    ['ent-2023', 16, 32, 200, 'nvme'],
    ['free', 1, 2, 25, 'ssd'],
  ]);
  for (const { cpu, ram, disk, rate } of serverPlans)
    expect(rate).toBeLessThan(sumRates(orderRates(order({ plan: null, cpu, ram, disk }))));
});

test('a professional server with backups, calculated by hand', () => {
  const rate = sumRates(orderRates(order({ backups: true })));
  expect(rate).toBe(44_000_000);
  expect(toPrice(rate)).toEqual({ hourly: 44, daily: 1056, monthly: 32_120, annual: 385_440 });
  const needed = (['payg', 'day', 'month', 'year'] as const).map((period) => neededFor(rate, period));
  expect(needed).toEqual([1056, 1056, 32_120, 385_440]);
});

const orders: fc.Arbitrary<Sized> = fc.record({
  plan: fc.option(fc.constantFrom(...serverPlanIds)),
  cpu: fc.integer(customSize.cpu),
  ram: fc.integer(customSize.ram),
  disk: fc.record({ value: fc.integer(customSize.disk), type: fc.constantFrom(...diskKinds) }),
  extra: fc.record({ cpanel: fc.boolean(), plesk: fc.boolean() }),
  backups: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 10 }),
});

/** The same calculation in big integers, in a different order. */
function exact(one: Sized, hours: number): bigint {
  const plan = serverPlans.find(({ id }) => id === one.plan);
  const disk = one.disk.type === 'nvme' ? unitRates.diskNvme : unitRates.diskSsd;
  const size = plan
    ? BigInt(plan.rate)
    : BigInt(one.cpu) * BigInt(unitRates.cpu) + BigInt(one.ram) * BigInt(unitRates.ram) + BigInt(one.disk.value) * BigInt(disk);
  const backups = one.backups ? size / 10n : 0n;
  const extras = BigInt(one.extra.cpanel ? unitRates.cpanel : 0) + BigInt(one.extra.plesk ? unitRates.plesk : 0);
  const micro = (size + backups + extras) * BigInt(one.quantity) * BigInt(hours);
  return (micro + 500_000n) / 1_000_000n;
}

test('every price is hours × rate, exactly, rounded once', () => {
  fc.assert(
    fc.property(orders, (one) => {
      const lines = orderRates(one);
      const rate = sumRates(lines);
      expect(Number.isSafeInteger(rate * periodHours.annual)).toBe(true);
      for (const period of pricePeriods) {
        expect(BigInt(toPrice(rate)[period])).toBe(exact(one, periodHours[period]));
        // The lines add up to the charge, and each amount is within a mill of the exact one.
        const amounts = withAmounts(lines, periodHours[period]);
        expect(amounts.reduce((sum, { amount }) => sum + amount, 0)).toBe(toPrice(rate)[period]);
        for (const line of amounts) expect(Math.abs(line.amount - millsFor(line.rate, periodHours[period]))).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('more servers cost as many times the rate of one', () => {
  fc.assert(
    fc.property(orders, (one) => {
      expect(sumRates(orderRates(one))).toBe(sumRates(orderRates({ ...one, quantity: 1 })) * one.quantity);
    }),
  );
});
