import { facts } from '../../core/facts.ts';
import type { Month } from '../../core/month.ts';
import { GB, trafficCost } from '../../core/traffic.ts';

/** A price of a gigabyte as a rate, which is shown to its last digit: micro-mills for mills. */
export const trafficRate = (price: number): number => price * 1_000_000;

/** Mills for bytes that the wallet pays for, rounded down. @param price mills for a gigabyte */
export const chargedCost = (bytes: number, price: number): number => trafficCost(bytes, trafficRate(price));

/** A price of a gigabyte in mills, and the month from which it is valid. */
export interface TrafficPrice {
  month: Month;
  price: number;
}

/** The price of a month: all of its traffic has it, however late it is counted. @param changes by month, the earliest first */
export const trafficPriceAt = (changes: readonly TrafficPrice[], month: Month): number =>
  changes.findLast((change) => change.month <= month)?.price ?? facts.trafficPrice;

/** The next other price after a month. @param changes by month, the earliest first */
export const trafficPriceAfter = (changes: readonly TrafficPrice[], month: Month): TrafficPrice | null =>
  changes.find((change) => change.month > month && change.price !== trafficPriceAt(changes, month)) ?? null;

/** The traffic of a domain in a month, in bytes; `included` is in gigabytes, and null: without a limit. */
interface MonthTraffic {
  bytes: number;
  included: number | null;
  /** Bytes taken from the account's free traffic. */
  free: number;
  /** Bytes that the wallet pays for. */
  charged: number;
}

/**
 * Divides what exceeds the plan's amount: first the rest of the account's free traffic, then the wallet. What was charged isn't given
 * back; a larger plan returns free traffic to the account.
 * @param sameName the same domain when it was added before in this month: it doesn't get the amount of its plan twice
 * @param free bytes of free traffic that other domains have taken
 */
export function divideTraffic(own: MonthTraffic, sameName: readonly MonthTraffic[], free: number): Pick<MonthTraffic, 'free' | 'charged'> {
  const all = [own, ...sameName];
  const included = all.some((one) => one.included === null) ? Infinity : Math.max(...all.map((one) => one.included ?? 0)) * GB;
  const sum = (read: (one: MonthTraffic) => number) => all.reduce((total, one) => total + read(one), 0);
  const beyond = Math.max(0, sum(({ bytes }) => bytes) - included - sum((one) => (one === own ? 0 : one.free + one.charged)));
  const granted = Math.max(0, Math.min(beyond - own.charged, facts.freeTraffic * GB - free));
  return { free: granted, charged: Math.max(own.charged, beyond - granted) };
}
