import { expect, test } from 'vitest';
import { served } from '../../../../tests/support/impact-cases.ts';
import { event } from '../../../lib/contract/cdn/event.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { impact } from '../../../lib/contract/cdn/impact.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;
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

test('nothing is saved; a stranger, an unknown rule, two rules or none are refused', async () => {
  const { p, token, preview } = await served([{}]);
  const before = (await p.ok(waf.rules, { domainId }, { token })).rules.length;
  await preview(deny('203.0.113.5'));
  expect((await p.ok(firewall.list, { domainId }, { token })).rules).toEqual([]);
  expect((await p.ok(waf.rules, { domainId }, { token })).rules).toHaveLength(before);
  const stranger = await p.signIn(demo.second);
  expect((await p.try(impact.preview, { domainId, ...deny('203.0.113.5') }, { token: stranger })).status).toBe(404);
  expect((await p.try(impact.preview, { domainId, ruleId: domainId, ...deny('203.0.113.5') }, { token })).status).toBe(404);
  for (const rule of [
    {},
    {
      ...deny('203.0.113.5'),
      rateLimit: { requestCount: 1, time: { value: 1, unit: 'm' }, blockTime: { value: 1, unit: 'm' }, action: 'block' },
    },
  ] as const)
    expect((await p.try(impact.preview, { domainId, ...rule } as never, { token })).status).toBe(422);
  const wrong = await p.try(impact.preview, { domainId, ...deny('no address') }, { token, locale: 'es' });
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['firewall.value']]);
  expect((await p.ok(event.list, { domainId, window: '24h', all: true }, { token })).events).toHaveLength(1);
});
