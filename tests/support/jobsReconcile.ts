import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { DnsCapabilities, ZoneSnapshot } from '../../src/provider/drivers/dns/dns.ts';
import { startProvider } from './provider.ts';
import { recordingDriver, recordingEngine } from './recordingDriver.ts';
import { storedOne } from './stored.ts';

const { domainId } = demo;
export const name = 'parvaz.example';
export const newDomain = { plan: 'free' as const, acceptTerms: true as const, termsVersion: '2026-11' };
export const capabilities: DnsCapabilities = { engine: 'files', flattening: false, dnssec: false };
/** A provider with an engine that already has the seeded state. */
export async function started() {
  const engine = recordingEngine<ZoneSnapshot>();
  const p = await startProvider({ drivers: { compute: null, edge: null, dns: recordingDriver(engine, { capabilities }) } });
  const token = await p.signIn();
  const run = () => p.provider.services.jobs.runDue();
  await run();
  engine.calls.length = 0;
  return {
    p,
    token,
    engine,
    run,
    /** Saves a change of the demo domain's zone. */
    add: async (label: string) =>
      p.ok(dns.create, { domainId, name: label, type: 'A', content: '203.0.113.30' }, { token: await p.signIn() }),
    // With a separate sign-in, because some tests move the clock by hours.
    deploy: async () => (await p.ok(domain.get, { domainId }, { token: await p.signIn() })).domain.deploy,
    row: () => storedOne(p, 'desired', { id: `zone:${name}` }),
  };
}
