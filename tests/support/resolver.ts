import { onTestFinished } from 'vitest';
import { makeResolver } from '../../src/provider/drivers/resolver/resolver.ts';
import { addresses, startDns, type TestDns } from './dns.ts';

export const NAME = 'my-shop.example';
export const oldServers = { 'ns1.old-dns.test': addresses.old, 'ns2.old-dns.test': addresses.old };
export const soon = () => AbortSignal.timeout(9_000);
export const question = { name: NAME, type: 'A' } as const;
export const options = () => ({ recursive: false, timeoutMs: 700, signal: soon() });

/** A simulated internet in which the domain is at its old provider; it ends with the test. */
export async function internet(): Promise<TestDns> {
  const dns = await startDns();
  onTestFinished(() => dns[Symbol.asyncDispose]());
  dns.delegate(NAME, oldServers);
  dns.zone(addresses.old, NAME, [[NAME, 'A', '203.0.113.9']]);
  return dns;
}
export const createResolver = (dns: TestDns, clock?: () => number) =>
  makeResolver({ ROOT_SERVERS: [dns.env.ROOT_SERVERS], RESOLVERS: [dns.env.RESOLVERS] }, clock);
