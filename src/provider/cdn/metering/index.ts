/* What other features use of this one. */
export { finalizeMeter, hasPaidTraffic } from './charge.ts';
export { trafficPrices } from './price.ts';
export { loadDomainUsage } from './usage.ts';
