/** Bytes per gigabyte, in sizes and on bills. */
export const GB = 1_000_000_000;

/**
 * Mills for bytes, rounded down. Exact for any size: the product is beyond the safe integers of a number.
 * @param rate micro-mills (1/1,000,000 of a mill) for a gigabyte
 */
export const trafficCost = (bytes: number, rate: number): number => Number((BigInt(bytes) * BigInt(rate)) / BigInt(GB) / 1_000_000n);

/**
 * Bytes expected by the end of a month, if traffic goes on as since its start, or since it is counted. Times in epoch ms.
 * Null: less than an hour was counted.
 */
export function trafficForecast(bytes: number, { start, counted, end }: { start: number; counted: number; end: number }): number | null {
  const ms = counted - start;
  return ms < 3_600_000 ? null : Math.round((bytes * (end - start)) / ms);
}
