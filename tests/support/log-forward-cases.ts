import type { Input } from '../../src/lib/contract/call.ts';
import { logForward } from '../../src/lib/contract/cdn/logForward.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { startProvider } from './provider.ts';

const { domainId, logTargetId: targetId } = demo;
const https = 'https://collector.example.com/in';
export async function started(env: Record<string, string> = {}) {
  const p = await startProvider({ env });
  const token = await p.signIn();
  return {
    p,
    token,
    create: (input: Partial<Input<typeof logForward.create>> = {}) =>
      p.try(logForward.create, { domainId, target: https, ...input }, { token }),
    update: (input: Partial<Input<typeof logForward.update>>) => p.try(logForward.update, { domainId, targetId, ...input }, { token }),
    test: () => p.ok(logForward.test, { domainId, targetId }, { token }).then(({ result }) => result),
    list: async () => (await p.ok(logForward.list, { domainId }, { token })).targets,
    plan: (plan: 'com' | 'pro' | 'ent') =>
      p.store.write('test', (tx) => tx.updateTable('domain').set({ plan }).where('id', '=', domainId).execute()),
  };
}
