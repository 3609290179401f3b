import type { Input, NamedCall, Output } from '../../src/lib/contract/call.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { version } from '../../src/lib/contract/cdn/version.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { areas, readArea } from '../../src/provider/cdn/history/areas.ts';
import { startProvider, type TestProvider } from './provider.ts';

const { domainId } = demo;
export async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  const ok = <C extends NamedCall>(call: C, input: Input<C>): Promise<Output<C>> => p.ok(call, input, { token });
  const settle = () => captured(p);
  await settle();
  const versions = async () => (await ok(version.list, { domainId })).versions;
  const record = (name: string, content = '203.0.113.5') =>
    ok(dns.create, { domainId, name, type: 'A', content, ttl: 'auto', proxy: false });
  return { p, token, ok, settle, versions, record };
}
async function captured(p: TestProvider) {
  p.clock.now += 1000;
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'history.capture'));
  await p.provider.services.jobs.runDue();
}
/** The configuration of the domain in canonical form. */
export const configuration = async (p: TestProvider) =>
  JSON.stringify(await Promise.all(areas.map((area) => readArea(p.store.reader, domainId, area))));
