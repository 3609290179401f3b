import type { Env } from '../../lib/env.ts';
import { type DnsDriver, makeDnsDriver } from './dns/dns.ts';

/** The engines of this installation. Null: none of that kind is connected. */
export interface Drivers {
  dns: DnsDriver | null;
}

export const makeDrivers = (env: Env): Drivers => ({ dns: makeDnsDriver(env) });
