import { brand } from '../../../brand.ts';

/** A rate of 100 %, in hundredths of a percent. */
const WHOLE = 10_000;
/** Mills in the smallest unit that can be paid: a cent. */
const UNIT = brand.currency.divisor;

/**
 * The tax that a price contains, rounded half away from zero to whole minor units (cents): a tax authority takes no fraction of a cent.
 * The only place where tax is rounded. Prices contain the tax, so that an invoice adds up to what the ledger has charged.
 * @param gross mills; negative for a refund
 * @param rate hundredths of a percent
 * @returns mills, a multiple of the minor unit
 */
export function taxOf(gross: number, rate: number): number {
  const divisor = BigInt(WHOLE + rate) * BigInt(UNIT);
  const doubled = (gross < 0 ? -BigInt(gross) : BigInt(gross)) * BigInt(2 * rate) + divisor;
  const tax = Number(doubled / (2n * divisor)) * UNIT;
  return gross < 0 && tax !== 0 ? -tax : tax;
}

/** The part of a price that is not tax, in mills. What is charged by use can contain less than a cent; that part is never tax. */
export const netOf = (gross: number, rate: number): number => gross - taxOf(gross, rate);

export interface Priced {
  /** Mills with tax, before the discount; negative for a refund. */
  price: number;
  /** Mills with tax that were taken off it. */
  discount: number;
}

export interface Totals {
  amount: number;
  discount: number;
  tax: number;
  total: number;
}

/**
 * Divides prices that contain tax into their parts: the items add up to `amount`, amount − discount + tax = total, and
 * total is the sum of what was charged. Each item is the difference of two rounded sums, so that no rounding error adds up.
 * @returns the items' amounts without tax in their order, and the totals
 */
export function divide(priced: readonly Priced[], rate: number): { items: number[]; totals: Totals } {
  const items: number[] = [];
  let prices = 0;
  let discounts = 0;
  for (const { price, discount } of priced) {
    const before = netOf(prices, rate);
    prices += price;
    discounts += discount;
    items.push(netOf(prices, rate) - before);
  }
  const total = prices - discounts;
  const amount = netOf(prices, rate);
  const net = netOf(total, rate);
  return { items, totals: { amount, discount: amount - net, tax: total - net, total } };
}

/**
 * The parts of a proforma invoice, whose items have quantities. Each amount is rounded once, from quantity × price, rather than from the
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
  return { items: lines.map(({ unit }, place) => ({ unitPrice: netOf(unit, rate), amount: items[place] ?? 0 })), totals };
}
