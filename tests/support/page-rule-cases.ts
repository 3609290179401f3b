import type { Input } from '../../src/lib/contract/call.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { pageRule } from '../../src/lib/contract/cdn/pageRule.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { startProvider } from './provider.ts';

export const draft = (change: Partial<Input<typeof pageRule.create>> = {}) => ({
  domainId: demo.domainId,
  title: 'Downloads',
  path: '/downloads/*',
  mode: 'apply' as const,
  settings: {},
  deploy: true,
  ...change,
});
export async function started(name = 'parvaz.example') {
  const p = await startProvider();
  const token = await p.signIn();
  const { domains } = await p.ok(domain.list, {}, { token });
  const domainId = domains.find((one) => one.name === name)?.id ?? '';
  const create = (change: Parameters<typeof draft>[0] = {}) => p.try(pageRule.create, draft({ domainId, ...change }), { token });
  const list = () => p.ok(pageRule.list, { domainId }, { token });
  return { p, token, domainId, create, list };
}
