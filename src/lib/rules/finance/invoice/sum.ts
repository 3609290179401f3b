import { brand } from '../../../../config/brand.ts';

/** A rate of 100 %, in hundredths of a percent. */
const WHOLE = 10_000;
/** Mills in the smallest payable unit: a cent. */
const UNIT = brand.currency.divisor;

/**
 * The tax included in a price, rounded half away from zero to whole minor units (cents), as tax authorities require.
 * The only place where tax is rounded. Prices include tax, so that an invoice adds up to the charges in the ledger.
 * @param gross mills; negative for a refund
 * @param rate hundredths of a percent
 * @returns mills, a multiple of the minor unit
 */
export function taxAmount(gross: number, rate: number): number {
  const divisor = BigInt(WHOLE + rate) * BigInt(UNIT);
  const doubled = (gross < 0 ? -BigInt(gross) : BigInt(gross)) * BigInt(2 * rate) + divisor;
  const tax = Number(doubled / (2n * divisor)) * UNIT;
  return gross < 0 && tax !== 0 ? -tax : tax;
}

/** The net part of a price, in mills. Usage charges can include less than a cent of tax; that part is never tax. */
export const netAmount = (gross: number, rate: number): number => gross - taxAmount(gross, rate);

export interface Priced {
  /** Mills with tax, before the discount; negative for a refund. */
  price: number;
  /** Discount in mills, including tax. */
  discount: number;
}

export interface Totals {
  amount: number;
  discount: number;
  tax: number;
  total: number;
}

/**
 * Splits prices with tax into their parts: the items add up to `amount`, amount − discount + tax = total, and
 * total is the sum of the charges. Each item is the difference of two rounded sums, so that rounding errors don't add up.
 * @returns the items' amounts without tax in their order, and the totals
 */
export function divide(priced: readonly Priced[], rate: number): { items: number[]; totals: Totals } {
  const items: number[] = [];
  let prices = 0;
  let discounts = 0;
  for (const { price, discount } of priced) {
    const before = netAmount(prices, rate);
    prices += price;
    discounts += discount;
    items.push(netAmount(prices, rate) - before);
  }
  const total = prices - discounts;
  const amount = netAmount(prices, rate);
  const net = netAmount(total, rate);
  return { items, totals: { amount, discount: amount - net, tax: total - net, total } };
}

/**
 * The parts of a proforma invoice, whose items have quantities. Each amount is rounded once, from quantity × price, instead of from the
 * rounded unit price: 500 hours would multiply its rounding error by 500.
 */
export function multiply(
  lines: readonly { unit: number; quantity: number }[],
  rate: number,
): { items: { unitPrice: number; amount: number }[]; totals: Totals } {
  const { items, totals } = divide(
    lines.map(({ unit, quantity }) => ({ price: unit * quantity, discount: 0 })),
    rate,
  );
  // `divide` returns one for each line.
  return { items: lines.map(({ unit }, place) => ({ unitPrice: netAmount(unit, rate), amount: items[place] ?? 0 })), totals };
}
