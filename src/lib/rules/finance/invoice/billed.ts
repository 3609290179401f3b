import { type Supply, supplyPiece } from '../../core/supply.ts';

/** Micro-mills in a mill. */
const MILL = 1_000_000;
/** Digits of a quantity on an invoice. */
const DIGITS = 1000;

/** An item of an invoice with the price that the customer knows: quantity × rate, including tax, not rounded. */
export interface Billed extends Supply {
  /** Mills that were charged, including tax and before a discount: the exact amount, rounded once. */
  charge: number;
}

/** Quantity × rate in micro-mills, exact for any size. Quantities have three decimals. */
export const exactAmount = ({ quantity, rate }: Pick<Supply, 'quantity' | 'rate'>): number => {
  const product = BigInt(Math.round(quantity * DIGITS)) * BigInt(rate);
  const half = BigInt(DIGITS / 2) * (product < 0n ? -1n : 1n);
  return Number((product + half) / BigInt(DIGITS));
};

/**
 * The items of one charge, with what was charged divided between them so that it adds up.
 * @param charge mills including tax, before a discount; negative for a refund
 * @param time epoch ms of the charge, for one without supplies
 */
export function splitBilled(supplies: readonly Supply[], charge: number, time: { from: number; to: number }): [Billed, ...Billed[]] {
  const [first, ...others] = supplies;
  if (!first) return [{ ...supplyPiece(charge, time.from, time.to), charge }];
  const shares = others.map((supply) => {
    const rounded = { ...supply, quantity: Math.round(supply.quantity * DIGITS) / DIGITS };
    return { ...rounded, charge: Math.round(exactAmount(rounded) / MILL) };
  });
  const rest = charge - shares.reduce((sum, one) => sum + one.charge, 0);
  return [{ ...first, quantity: Math.round(first.quantity * DIGITS) / DIGITS, charge: rest }, ...shares];
}

/** The sums of an invoice whose items are all shown including tax. */
interface BilledSums {
  /** Micro-mills: the sum of the items, as printed. */
  items: number;
  /** Micro-mills: what rounding to mills adds. items + rounding − discount = total. */
  rounding: number;
  /** Mills, including tax. */
  discount: number;
}

/** @param total mills that were charged after discounts. Null: an invoice of an earlier version, whose items are net amounts */
export function billedSums(billed: readonly (Omit<Billed, 'from' | 'to'> | null)[], total: number): BilledSums | null {
  let items = 0;
  let charged = 0;
  for (const one of billed) {
    if (!one) return null;
    items += exactAmount(one);
    charged += one.charge;
  }
  return { items, rounding: charged * MILL - items, discount: charged - total };
}
