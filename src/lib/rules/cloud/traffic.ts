import { GB, trafficCost } from '../core/traffic.ts';
import { trafficRate } from './rates.ts';

/** The price of overage is quoted for this many gigabytes: a single one costs less than a cent. */
export const trafficUnit = 1000;

/** Bytes beyond the included gigabytes. */
export const overageOf = (bytesOut: number, included: number): number => Math.max(0, bytesOut - included * GB);

/** Mills for bytes beyond the included ones, rounded down. */
export const overageCost = (bytes: number): number => trafficCost(bytes, trafficRate);
