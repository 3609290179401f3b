import { expect, test } from 'vitest';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { event } from '../../../lib/contract/cdn/event.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { impact } from '../../../lib/contract/cdn/impact.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { demo } from '../../../lib/contract/fields.ts';
import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';
import { maxEntries } from './impact.ts';

const { domainId } = demo;
type TestEntry = Partial<EdgeLogEntry>;

/** A provider whose edge has served `lines` for the demo domain, one a second, the last one a minute ago. */
async function served(lines: readonly TestEntry[]) {
  const p = await startProvider();
  const first = p.clock.now - 60_000 - lines.length * 1000;
  const full = lines.map((line, i) => createLogEntry({ id: `r${i}`, at: first + i * 1000, domainId, path: '/page', ...line }));
  for (let i = 0; i < full.length; i += 1000)
    await p.provider.services.logs.ingest({ id: `b${i}`, lines: full.slice(i, i + 1000), receivedAt: p.clock.now });
  const token = await p.signIn();
  // The demo domain's own rules would have their say.
  for (const rule of (await p.ok(firewall.list, { domainId }, { token })).rules)
    await p.ok(firewall.delete, { domainId, ruleId: rule.id, confirmSelfBlock: true }, { token });
  for (const rule of (await p.ok(rateLimit.list, { domainId }, { token })).rules)
    await p.ok(rateLimit.delete, { domainId, ruleId: rule.id }, { token });
  const preview = async (rule: object) => (await p.ok(impact.preview, { domainId, ...rule }, { token })).impact;
  return { p, token, preview };
}

const deny = (value: string, kind: 'ip' | 'country' | 'asn' = 'ip') => ({ firewall: { kind, value, mode: 'deny' } as const });

test('a firewall rule: how many requests it would block, with the newest as examples', async () => {
  const { preview } = await served([{ ip: '203.0.113.5' }, {}, { ip: '203.0.113.9', path: '/last' }, { country: 'IR' }]);
  expect(await preview(deny('203.0.113.0/24'))).toMatchObject({
    requests: 4,
    partial: false,
    matched: 2,
    changed: 2,
    changes: [{ before: 'forwarded', after: 'blocked', requests: 2 }],
    samples: [
      { ip: '203.0.113.9', path: '/last', before: 'forwarded', after: 'blocked' },
      { ip: '203.0.113.5', path: '/page' },
    ],
    blind: [],
  });
  expect(await preview(deny('IR', 'country'))).toMatchObject({ matched: 1, changed: 1 });
  expect(await preview(deny('192.0.2.1'))).toMatchObject({ matched: 0, changed: 0, samples: [] });
});

test('a rate limit counts each client over time, and blocks for its block time', async () => {
  // Two clients: one sends 10 requests a second apart, the other one every ten seconds.
  const fast = Array.from({ length: 10 }, () => ({ ip: '203.0.113.5' }));
  const { preview } = await served([...fast, { ip: '203.0.113.6' }]);
  const limit = { requestCount: 4, time: { value: 1, unit: 'm' }, blockTime: { value: 10, unit: 'm' }, action: 'block' } as const;
  expect(await preview({ rateLimit: limit })).toMatchObject({
    matched: 11,
    changed: 6,
    changes: [{ before: 'forwarded', after: 'blocked', requests: 6 }],
  });
  expect(await preview({ rateLimit: { ...limit, requestCount: 10 } })).toMatchObject({ changed: 0, matched: 11 });
});

test('nothing is saved; an unknown rule, two rules or none are refused', async () => {
  const { p, token, preview } = await served([{}]);
  const before = (await p.ok(waf.rules, { domainId }, { token })).rules.length;
  await preview(deny('203.0.113.5'));
  expect((await p.ok(firewall.list, { domainId }, { token })).rules).toEqual([]);
  expect((await p.ok(waf.rules, { domainId }, { token })).rules).toHaveLength(before);
  expect((await p.try(impact.preview, { domainId, ruleId: domainId, ...deny('203.0.113.5') }, { token })).status).toBe(404);
  const minute = { value: 1, unit: 'm' };
  const rateLimit = { requestCount: 1, time: minute, blockTime: minute, action: 'block' };
  for (const rule of [{}, { ...deny('203.0.113.5'), rateLimit }])
    expect((await p.try(impact.preview, { domainId, ...rule }, { token })).status).toBe(422);
  const wrong = await p.try(impact.preview, { domainId, ...deny('no address') }, { token, locale: 'es' });
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['firewall.value']]);
  expect((await p.ok(event.list, { domainId, window: '24h', all: true }, { token })).events).toHaveLength(1);
});

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
  const settings = { redirectUrl: 'https://parvaz.example/new' };
  const changes = [{ before: 'forwarded', after: 'redirected', requests: 1 }];
  const pageRule = { title: 'Move', path: '/old', mode: 'apply', priority: 1, settings };
  expect(await preview({ pageRule })).toMatchObject({ changes, blind: [] });
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
  const { preview } = await served(Array.from({ length: maxEntries + 5 }, (_, i) => ({ ip: i < 5 ? '203.0.113.5' : '203.0.113.6' })));
  expect(await preview(deny('203.0.113.5'))).toMatchObject({ requests: maxEntries, partial: true, matched: 0 });
});
