import { HOUR } from '../../time.ts';
import type { Supply } from '../core/supply.ts';
import { catalogRates, type Rate, type Rates, type ServerPlanId, type UnitItem } from './rates.ts';

/** What has a price of its own. */
export type PricedItem = UnitItem | ServerPlanId | 'traffic';

/** A rate that operators set; it is valid until the next one of its item. */
export interface RateChange {
  item: PricedItem;
  rate: Rate;
  /** Epoch ms. */
  validFrom: number;
}

/** The rates in force at a time, in epoch ms (docs/decisions/0043). */
export type RatesAt = (time: number) => Rates;

export const rateOfItem = ({ unit, plan, traffic }: Rates, item: PricedItem): Rate => ({ ...unit, ...plan, traffic })[item];
export function withRate(rates: Rates, item: PricedItem, rate: Rate): Rates {
  if (item === 'traffic') return { ...rates, traffic: rate };
  const part = item in rates.unit ? 'unit' : 'plan';
  return { ...rates, [part]: { ...rates[part], [item]: rate } };
}

/** The rates by time: those of the catalogue, with the changes. */
export function ratesBy(changes: readonly RateChange[], start: Rates = catalogRates): RatesAt {
  const steps = [{ from: Number.NEGATIVE_INFINITY, rates: start }];
  let rates = start;
  for (const { item, rate, validFrom } of [...changes].sort((a, b) => a.validFrom - b.validFrom)) {
    rates = withRate(rates, item, rate);
    steps.push({ from: validFrom, rates });
  }
  return (time) => steps.findLast(({ from }) => from <= time)?.rates ?? start;
}

/**
 * Micro-mills of hours, each at the rate in force when it starts: hours that have passed are never charged at a later price.
 * @param from epoch ms, the start of the first hour
 */
export function sumHours(ratesAt: RatesAt, from: number, hours: number, rateOf: (rates: Rates) => Rate): number {
  let sum = 0;
  for (let hour = 0; hour < hours; hour++) sum += rateOf(ratesAt(from + hour * HOUR));
  return sum;
}

/**
 * The same hours for an invoice: one supply for each run of hours with the same rate. Hours that cost nothing are left out.
 * @param perHour how many units an hour counts: 1 for hours, gigabytes for gigabyte-hours. `computeServerRate` is the rate of one unit
 */
export function supplyHours(
  ratesAt: RatesAt,
  from: number,
  hours: number,
  rateOf: (rates: Rates) => Rate,
  { unit = 'hour', perHour = 1 }: { unit?: 'hour' | 'gigabyteHour'; perHour?: number } = {},
): Supply[] {
  const supplies: Supply[] = [];
  for (let hour = 0; hour < hours; hour++) {
    const start = from + hour * HOUR;
    const rate = rateOf(ratesAt(start));
    const last = supplies.at(-1);
    if (last?.rate === rate && last.to === start) {
      last.to += HOUR;
      last.quantity += perHour;
    } else if (rate > 0 && perHour > 0) supplies.push({ from: start, to: start + HOUR, unit, quantity: perHour, rate });
  }
  return supplies;
}
