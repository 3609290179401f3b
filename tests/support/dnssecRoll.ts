import { expect, onTestFinished } from 'vitest';
import { type Dnssec, dnssec } from '../../src/lib/contract/cdn/dnssec.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { DNSKEY_TTL, SPREAD } from '../../src/lib/rules/cdn/dnssec/roll.ts';
import { cdnJobs } from '../../src/provider/cdn/jobs.ts';
import type { DnsDriver, ZoneSnapshot } from '../../src/provider/drivers/dns/dns.ts';
import { addresses, startDns } from './dns.ts';
import { startProvider } from './provider.ts';
import { recordingDriver, recordingEngine } from './recordingDriver.ts';

export const { domainId } = demo;
export const NAME = 'parvaz.example';
export const READY = (SPREAD + DNSKEY_TTL) * 1000;
/** Seconds: the parent's, shorter than a day, so that the tests see that it counts. */
export const DS_TTL = 7200;
const all = [addresses.root, addresses.registry, addresses.resolver];
export type DsRecord = Pick<NonNullable<Dnssec['ds']>[number], 'digest' | 'digestType'> & { keyTag: number };
export const rollDs = ({ key, ds }: { key?: { keyTag: number } | undefined; ds: Dnssec['ds'] }): DsRecord => {
  const [first] = ds;
  if (!key || !first) throw new Error('no DS record is shown');
  return { keyTag: key.keyTag, digestType: first.digestType, digest: first.digest };
};
/** A signed zone whose parent has its DS record. */
export async function signed(input?: DnsDriver) {
  const dns = await startDns();
  onTestFinished(() => dns[Symbol.asyncDispose]());
  /** The registry with these DS records. */
  const publish = (...records: DsRecord[]) =>
    dns.delegate(
      NAME,
      { 'ns1.nasim.example': addresses.ours, 'ns2.nasim.example': addresses.ours },
      records.map(({ digest, ...one }) => [NAME, 'DS', { ...one, algorithm: 13, digest: Buffer.from(digest, 'hex') }, DS_TTL]),
    );
  const setMood = (mood: 'servfail' | 'ok') => {
    for (const address of all) dns.mood(address, mood);
  };
  const engine = recordingEngine<ZoneSnapshot>();
  const driver = input ?? recordingDriver(engine, { capabilities: { engine: 'node' as const, flattening: true, dnssec: true } });
  const p = await startProvider({ env: dns.env, drivers: { compute: null, edge: null, dns: driver } });
  const on = async (call: typeof dnssec.roll | typeof dnssec.cancelRoll | typeof dnssec.verify | typeof dnssec.disable) =>
    p.try(call, { domainId }, { token: await p.signIn() });
  const get = async () => (await p.ok(dnssec.get, { domainId }, { token: await p.signIn() })).dnssec;
  /** Everything that is due then. */
  const later = async (ms: number) => {
    p.clock.now += ms;
    // First what was saved: jobs run beside each other.
    await p.provider.services.jobs.runDue();
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, cdnJobs.rollKeys, {}));
    await p.provider.services.jobs.runDue();
    return get();
  };
  const keys = () => engine.resources.get(NAME)?.state?.keys.map(({ publicKey }) => publicKey);
  const { dnssec: first } = await p.ok(dnssec.enable, { domainId }, { token: await p.signIn() });
  const old = rollDs(first);
  publish(old);
  expect((await on(dnssec.verify)).status).toBe(200);
  await later(0);
  return { p, engine, publish, setMood, on, get, later, keys, old, oldKey: first.key?.publicKey };
}
