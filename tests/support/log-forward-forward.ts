import type { Input } from '../../src/lib/contract/call.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { logForward } from '../../src/lib/contract/cdn/logForward.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { startProvider } from './provider.ts';
import { startReceiver } from './receiver.ts';

const { domainId, logTargetId: targetId } = demo;
/** Points the demo target to a receiver. */
export async function started(input: Partial<Input<typeof logForward.update>> = {}) {
  const p = await startProvider({ env: { CHECK_ALLOW: '127.0.0.0/8' } });
  const receiver = await startReceiver();
  let token = await p.signIn();
  await p.ok(logForward.update, { domainId, targetId, target: receiver.url, enabled: true, ...input }, { token });
  const { jobs } = p.provider.services;
  const run = async () => {
    await p.store.write('test', (tx) => jobs.enqueue(tx, 'log.forward'));
    await jobs.runDue();
  };
  const get = async () => {
    token = await p.signIn();
    const found = (await p.ok(logForward.list, { domainId }, { token })).targets[0];
    if (!found) throw new Error('no target');
    return found;
  };
  const add = (name: string) =>
    p.ok(dns.create, { domainId, name, type: 'A', content: '203.0.113.5', ttl: 'auto', proxy: false }, { token });
  // The entry that the change of the target itself created.
  await run();
  receiver.batches.length = 0;
  return { p, receiver, run, get, add, token: () => token };
}
