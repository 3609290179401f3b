import { GB } from '../core/traffic.ts';
import type { Rate } from './rates.ts';

/** The price of overage is quoted for this many gigabytes: a single one costs less than a cent. */
export const trafficUnit = 1000;

/** Bytes beyond the included gigabytes. */
export const computeOverage = (bytesOut: number, included: number): number => Math.max(0, bytesOut - included * GB);

/** What traffic costs so far: whole mills, and the rest that is less than one, in bytes times micro-mills per gigabyte. */
export interface TrafficCharge {
  mills: number;
  rest: number;
}

const MILL = BigInt(GB) * 1_000_000n;

/**
 * Mills for bytes, and the rest to carry on: charged in parts, bytes cost what they cost together. Exact for any size, as the product is
 * beyond the safe integers of a number and the rest isn't.
 * @param rest of the bytes that were charged before
 */
export function chargeTraffic(bytes: number, rate: Rate, rest: number): TrafficCharge {
  const due = BigInt(bytes) * BigInt(rate) + BigInt(rest);
  return { mills: Number(due / MILL), rest: Number(due % MILL) };
}
