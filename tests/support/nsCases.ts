import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { ns } from '../../src/lib/contract/cdn/ns.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { activateCustomNs } from '../../src/provider/cdn/ns/adopt.ts';
import { domainForJob } from '../../src/provider/db/owned.ts';
import type { ZoneSnapshot } from '../../src/provider/drivers/dns/dns.ts';
import { startProvider } from './provider.ts';
import { recordingDriver, recordingEngine } from './recordingDriver.ts';

const { domainId } = demo;
export const defaults = ['ns1.nasim.example', 'ns2.nasim.example'];
export const own = ['ns1.parvaz.example', 'ns2.parvaz.example'];
export const first = { host: 'ns1', ipv4: '198.51.100.53', ipv6: '2001:db8::53' };
export const second = { host: 'ns2.parvaz.example', ipv4: '203.0.113.53' };

export async function started(env: Record<string, string> = {}) {
  const engine = recordingEngine<ZoneSnapshot>();
  const p = await startProvider({
    drivers: {
      compute: null,
      edge: null,
      dns: recordingDriver(engine, { capabilities: { engine: 'files', flattening: false, dnssec: false } }),
    },
    env,
  });
  const token = await p.signIn();
  const get = async () => (await p.ok(ns.get, { domainId }, { token })).nameServers;
  const update = (input: object = {}) => p.ok(ns.update, { domainId, first, second, ...input }, { token });
  const records = async (q = 'ns') =>
    (await p.ok(dns.list, { domainId, q }, { token })).records
      .filter(({ name }) => /^ns\d/.test(name))
      .map(({ name, type, content, proxy }) => `${name} ${type} ${content}${proxy ? ' proxied' : ''}`)
      .sort();
  const published = async () => {
    await p.provider.services.jobs.runDue();
    return engine.resources.get('parvaz.example')?.state;
  };
  /** Simulates that the registry lists these. */
  const registryLists = (hosts: string[]) =>
    p.store.write('test', async (tx) => {
      const found = await domainForJob(tx, domainId);
      if (!found) throw new Error('the demo domain is missing');
      return activateCustomNs(tx, { now: p.clock.now, newId: () => `made-${Math.random()}`, services: p.provider.services }, found, hosts);
    });
  return { p, token, engine, get, update, records, published, registryLists };
}
