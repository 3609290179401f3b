import { expect, test } from 'vitest';
import { served } from '../../../../tests/support/impact-cases.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { maxLines } from './impact.ts';

const { domainId } = demo;
const deny = (value: string, kind: 'ip' | 'country' | 'asn' = 'ip') => ({ firewall: { kind, value, mode: 'deny' } as const });

test('a rule below another one that decides first changes nothing', async () => {
  const { p, token, preview } = await served([{ ip: '203.0.113.5' }]);
  const { rule } = await p.ok(firewall.create, { domainId, kind: 'ip', value: '203.0.113.0/24', mode: 'allow', deploy: true }, { token });
  expect(await preview(deny('203.0.113.5'))).toMatchObject({ matched: 0, changed: 0 });
  expect(await preview({ firewall: { ...deny('203.0.113.5').firewall, priority: 1 } })).toMatchObject({ matched: 1, changed: 1 });
  // An edited rule replaces its saved form.
  expect(await preview({ ...deny('203.0.113.0/24'), ruleId: rule.id })).toMatchObject({ matched: 1, changed: 1 });
});

test('a page rule and a WAF rule; what the log doesn’t have is said', async () => {
  const { preview } = await served([{ path: '/old' }, { path: '/new', country: '' }]);
  const page = {
    title: 'Move',
    path: '/old',
    mode: 'apply',
    priority: 1,
    settings: { redirectUrl: 'https://parvaz.example/new' },
  } as const;
  expect(await preview({ pageRule: page })).toMatchObject({
    changes: [{ before: 'forwarded', after: 'redirected', requests: 1 }],
    blind: [],
  });
  const rule = { title: 'Token', modules: ['custom'], action: 'block' } as const;
  const field = (name: string, value = 'x') => ({ waf: { ...rule, conditions: [{ field: name, operator: 'equals' as const, value }] } });
  expect(await preview(field('path', '/old'))).toMatchObject({ changed: 1, blind: [] });
  expect(await preview(field('header:x-token'))).toMatchObject({ changed: 0, blind: ['header'] });
  expect((await preview({ waf: { ...rule, modules: ['sqli'] } })).blind).toEqual(['cookie', 'body']);
});

test('without any country in the log, a country rule says so', async () => {
  const { preview } = await served([{ country: '', asn: null }]);
  expect((await preview(deny('DE', 'country'))).blind).toEqual(['country']);
  expect((await preview(deny('AS64500', 'asn'))).blind).toEqual(['asn']);
});

test('only the newest requests are compared when there are many', async () => {
  const { preview } = await served(Array.from({ length: maxLines + 5 }, (_, i) => ({ ip: i < 5 ? '203.0.113.5' : '203.0.113.6' })));
  expect(await preview(deny('203.0.113.5'))).toMatchObject({ requests: maxLines, partial: true, matched: 0 });
});
