import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeSupplies, type Supply } from '../../core/supply.ts';
import { billedSums, exactAmount, splitBilled } from './billed.ts';

const MILL = 1_000_000;

test('quantities have three decimals, and their product with the rate is exact', () => {
  expect(exactAmount({ quantity: 744, rate: 20_123_000 })).toBe(744 * 20_123_000);
  expect(exactAmount({ quantity: 0.001, rate: 60_000 })).toBe(60);
  // Half a micro-mill is rounded away from zero.
  expect(exactAmount({ quantity: 0.5, rate: 1 })).toBe(1);
  expect(exactAmount({ quantity: 0.5, rate: -1 })).toBe(-1);
});

test('a charge without supplies is one piece at the time of the charge', () => {
  expect(splitBilled([], -500, { from: 1, to: 2 })).toEqual([
    { from: 1, to: 2, unit: 'piece', quantity: 1, rate: -500 * MILL, charge: -500 },
  ]);
});

test('items + rounding − discount is what was charged, and rounding is less than a mill for each rate', () => {
  const supply = fc.record({
    from: fc.constant(0),
    to: fc.constant(1),
    unit: fc.constantFrom('hour' as const, 'gigabyteHour' as const),
    quantity: fc.integer({ min: 1, max: 100_000 }),
    rate: fc.integer({ min: 1, max: 100_000 }).map((n) => n * 1000),
  });
  fc.assert(
    fc.property(fc.array(supply, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 500 }), (parts: Supply[], discount) => {
      const merged = mergeSupplies(parts);
      const exact = merged.reduce((sum, one) => sum + one.quantity * one.rate, 0);
      const charge = Math.floor(exact / MILL);
      const billed = splitBilled(merged, charge, { from: 0, to: 1 });
      expect(billed.reduce((sum, one) => sum + one.charge, 0)).toBe(charge);
      const sums = billedSums(billed, charge - discount);
      expect(sums).toMatchObject({ items: exact, discount });
      expect(exact + (sums?.rounding ?? 0) - discount * MILL).toBe((charge - discount) * MILL);
      expect(Math.abs(sums?.rounding ?? 0)).toBeLessThan(MILL);
    }),
  );
});

test('an invoice with an item of an earlier version has no such sums', () => {
  expect(billedSums([...splitBilled([], 5, { from: 0, to: 0 }), null], 5)).toBeNull();
});
