import { waf } from '../../src/lib/contract/cdn/waf.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { startProvider, type TestProvider } from './provider.ts';

const { domainId } = demo;
export async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  return {
    p,
    token,
    // Signed in again: the clock moves past the expiry of the token.
    get: async () => (await p.ok(waf.get, { domainId }, { token: await p.signIn() })).waf,
    mode: async (mode: 'on' | 'detection' | 'off') => (await p.ok(waf.mode, { domainId, mode }, { token: await p.signIn() })).waf,
    rules: async () => (await p.ok(waf.rules, { domainId }, { token })).rules,
    create: (more: object = {}) => p.try(waf.createRule, { domainId, ...rule, ...more }, { token }),
  };
}
const rule = { title: 'No posts', modules: ['custom'], action: 'block', deploy: true } as const;
export const changes = (p: TestProvider, call: string) =>
  p.store.reader.selectFrom('changeLog').selectAll().where('group', '=', 'waf').where('call', '=', call).orderBy('id').execute();
