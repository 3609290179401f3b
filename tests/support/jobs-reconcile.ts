import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { DnsCapabilities, ZoneSnapshot } from '../../src/provider/drivers/dns/dns.ts';
import { startProvider, type TestProvider } from './provider.ts';
import { type RecordingEngine, recordingDriver, recordingEngine } from './recording-driver.ts';

const { domainId } = demo;
const name = 'parvaz.example';
const capabilities: DnsCapabilities = { engine: 'files', flattening: false, dnssec: false };
interface Running {
  p: TestProvider;
  token: string;
  engine: RecordingEngine<ZoneSnapshot>;
  run(): Promise<number>;
  /** Saves a change of the demo domain's zone. */
  add(label: string): Promise<unknown>;
  deploy(): Promise<unknown>;
  row(): Promise<{ wantedVersion: number; observedVersion: number; attempts: number; nextAttemptAt: number | null; status: string }>;
}
/** A provider with an engine that already has the seeded state. */
export async function started(): Promise<Running> {
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
    add: async (label) => p.ok(dns.create, { domainId, name: label, type: 'A', content: '203.0.113.30' }, { token: await p.signIn() }),
    // With a separate sign-in, because some tests move the clock by hours.
    deploy: async () => (await p.ok(domain.get, { domainId }, { token: await p.signIn() })).domain.deploy,
    row: () => p.store.reader.selectFrom('desired').selectAll().where('id', '=', `zone:${name}`).executeTakeFirstOrThrow(),
  };
}
