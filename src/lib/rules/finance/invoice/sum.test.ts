import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divide, multiply, netAmount, taxAmount } from './sum.ts';

test.each([
  // 20 units contain 1.818 tax: 1.82.
  [20_000, 1000, 1_820],
  [-20_000, 1000, -1_820],
  // 0.011 contain 0.001 tax: none.
  [11, 1000, 0],
  [0, 1000, 0],
  [20_000, 0, 0],
  // Exactly half a cent is rounded away from zero: 0.055 contain 0.005 tax.
  [55, 1000, 10],
  [-55, 1000, -10],
])('%s mills at %s hundredths of a percent contain %s tax, in whole cents', (gross, rate, tax) => {
  expect(taxAmount(gross, rate)).toBe(tax);
  expect(netAmount(gross, rate)).toBe(gross - tax);
});

const mills = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
const rates = fc.integer({ min: 0, max: 10_000 });

test('items add up to the net amount, and amount − discount + tax is what was charged, to the mill', () => {
  const prices = fc.array(fc.record({ price: mills, discount: fc.integer({ min: 0, max: 1_000_000 }) }), { maxLength: 40 });
  fc.assert(
    fc.property(prices, rates, (priced, rate) => {
      const { items, totals } = divide(priced, rate);
      expect(items.reduce((sum, one) => sum + one, 0)).toBe(totals.amount);
      expect(totals.amount - totals.discount + totals.tax).toBe(totals.total);
      expect(totals.total).toBe(priced.reduce((sum, { price, discount }) => sum + price - discount, 0));
      expect(Math.abs(totals.tax % 10)).toBe(0);
      // No item differs from its exact share by more than a cent.
      for (const [place, { price }] of priced.entries())
        expect(Math.abs((items[place] ?? 0) - netAmount(price, rate))).toBeLessThanOrEqual(10);
    }),
  );
});

test('the items of a proforma invoice add up, their tax has no fraction of a cent, and the total is the price of the catalogue', () => {
  const lines = fc.array(fc.record({ unit: fc.integer({ min: 1, max: 1_000_000 }), quantity: fc.integer({ min: 1, max: 500 }) }));
  fc.assert(
    fc.property(lines, rates, (offered, rate) => {
      const { items, totals } = multiply(offered, rate);
      expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.amount);
      expect(totals.tax % 10).toBe(0);
      // The tax is calculated from the whole price, whatever the quantities are.
      expect(totals.tax).toBe(taxAmount(totals.total, rate));
      expect(totals.amount + totals.tax).toBe(totals.total);
      expect(totals.total).toBe(offered.reduce((sum, { unit, quantity }) => sum + unit * quantity, 0));
    }),
  );
});
