import { trafficRate } from './rates.ts';
import { GB } from './space/limits.ts';

/** The price of overage is quoted for this many gigabytes: a single one costs less than a cent. */
export const trafficUnit = 1000;

/** Bytes beyond the included gigabytes. */
export const overageOf = (bytesOut: number, included: number): number => Math.max(0, bytesOut - included * GB);

/** Mills for bytes beyond the included ones, rounded down. Exact for any size: the product is beyond the safe integers of a number. */
export const overageCost = (bytes: number): number => Number((BigInt(bytes) * BigInt(trafficRate)) / BigInt(GB) / 1_000_000n);

/**
 * Outgoing bytes expected by the end of a month, if traffic goes on as since its start, or since the server exists. Times in epoch ms.
 * Null: less than an hour was counted.
 */
export function trafficForecast(bytesOut: number, { start, counted, end }: { start: number; counted: number; end: number }): number | null {
  const ms = counted - start;
  return ms < 3_600_000 ? null : Math.round((bytesOut * (end - start)) / ms);
}
