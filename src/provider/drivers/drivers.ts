import type { Logger } from 'pino';
import type { Env, Secrets } from '../../config/env.ts';
import type { Store } from '../db/open.ts';
import type { ComputeDriver } from './compute/compute.ts';
import { makeComputeDriver } from './compute/makeComputeDriver.ts';
import type { DnsDriver } from './dns/dns.ts';
import { makeDnsDriver } from './dns/makeDnsDriver.ts';
import { type EdgeDriver, makeEdgeDriver } from './edge/edge.ts';

/** The engines of this installation. Null: none of that kind is connected. */
export interface Drivers {
  dns: DnsDriver | null;
  compute: ComputeDriver | null;
  edge: EdgeDriver | null;
}

/** @param clock epoch milliseconds */
export const makeDrivers = (env: Env, store: Store, secrets: Secrets, clock: () => number, log: Logger): Drivers => ({
  dns: makeDnsDriver(env, store, clock, log),
  compute: makeComputeDriver(env, store, clock),
  edge: makeEdgeDriver(env, store, secrets, clock),
});
