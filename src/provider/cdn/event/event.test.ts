import { expect, test } from 'vitest';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { event } from '../../../lib/contract/cdn/event.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { trace } from '../../../lib/contract/cdn/trace.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { demo } from '../../../lib/contract/fields.ts';
import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';

const { domainId } = demo;

async function withEntries(...lines: (Partial<EdgeLogEntry> & { id: string })[]) {
  const p = await startProvider();
  const token = await p.signIn();
  const stopped = { at: p.clock.now - 60_000, domainId, status: 403, outcome: 'blocked' } as const;
  const ingest = lines.map((line) => createLogEntry({ ...stopped, ...line }));
  await p.provider.services.logs.ingest({ id: 'one', lines: ingest, receivedAt: p.clock.now });
  const find = async (requestId: string) => (await p.ok(event.find, { requestId }, { token })).event;
  return { p, token, find };
}

test('an event names its rule as the rule is named now; a deleted one has no name', async () => {
  const [ruleId = ''] = demo.firewallRules;
  const { p, token, find } = await withEntries(
    { id: 'a', layer: 'firewall', reason: 'firewallDeny', ruleId },
    { id: 'b', layer: 'waf', reason: 'wafRuleBlock', ruleId: demo.wafRuleId },
    { id: 'c', layer: 'firewall', reason: 'firewallDeny', ruleId: 'deleted' },
  );
  const { rules: wafRules } = await p.ok(waf.rules, { domainId }, { token });
  expect((await find('a')).rule).toEqual({ id: ruleId, title: 'Offices', list: 'firewall' });
  expect((await find('b')).rule).toEqual({
    id: demo.wafRuleId,
    title: wafRules.find(({ id }) => id === demo.wafRuleId)?.title,
    list: 'waf',
  });
  expect((await find('c')).rule).toBeNull();
  const { events } = await p.ok(event.list, { domainId }, { token });
  expect(events.map(({ requestId, rule }) => [requestId, rule?.list])).toEqual(
    expect.arrayContaining([
      ['a', 'firewall'],
      ['b', 'waf'],
      ['c', undefined],
    ]),
  );
});

test('a request is found on any domain of the account, and not by others', async () => {
  const { p, token } = await withEntries({ id: 'a', layer: 'firewall', reason: 'firewallDeny' });
  expect(await p.ok(event.find, { requestId: 'a' }, { token })).toMatchObject({ domain: { id: domainId, name: 'parvaz.example' } });
  expect((await p.try(event.find, { requestId: 'unknown' }, { token })).status).toBe(404);
  expect((await p.try(event.find, { requestId: 'a' }, { token: await p.signIn('second@nasim.example') })).status).toBe(404);
  expect((await p.try(event.find, { requestId: 'a' }, {})).status).toBe(401);
});

test('the allowance of a blocked address lets it through, above the rule that blocks it', async () => {
  const ip = '203.0.113.200';
  const { p, token, find } = await withEntries({ id: 'a', layer: 'firewall', reason: 'firewallDeny', ip });
  await p.ok(firewall.create, { domainId, kind: 'ip', value: '203.0.113.0/24', mode: 'deny', first: true, deploy: true }, { token });
  const outcome = async () => (await p.ok(trace.run, { domainId, source: 'deployed', url: '/', ip }, { token })).trace.outcome;
  expect(await outcome()).toBe('blocked');
  const { allowance } = await find('a');
  expect(allowance).toEqual({ kind: 'address', ip });
  const { rule } = await p.ok(firewall.create, { domainId, kind: 'ip', value: ip, mode: 'allow', first: true, deploy: true }, { token });
  expect(await outcome()).not.toBe('blocked');
  const { rules } = await p.ok(firewall.list, { domainId }, { token });
  expect(rules[0]?.id).toBe(rule.id);
  expect(new Set(rules.map(({ priority }) => priority)).size).toBe(rules.length);
  await p.ok(firewall.delete, { domainId, ruleId: rule.id }, { token });
  expect(await outcome()).toBe('blocked');
});

test('the allowance of WAF signatures lets the request through on its path only', async () => {
  const query = "id=1' UNION SELECT password FROM users--";
  const { p, token, find } = await withEntries(
    { id: 'a', layer: 'waf', reason: 'wafBlock', path: '/search', findings: ['sqli-union', 'sqli-comment'] },
    { id: 'odd', layer: 'waf', reason: 'wafBlock', path: '/a*b', findings: ['sqli-union'] },
  );
  const outcome = async (path: string) =>
    (await p.ok(trace.run, { domainId, source: 'deployed', url: `${path}?${encodeURI(query)}`, ip: '198.51.100.9' }, { token })).trace;
  const before = await outcome('/search');
  expect(before.outcome).toBe('blocked');
  const found = before.steps.flatMap(({ reason, item }) => (reason === 'wafFound' && item ? [item.id] : []));
  const { allowance } = await find('a');
  expect(allowance).toMatchObject({ kind: 'signatures', path: '/search' });
  expect((await find('odd')).allowance).toBeNull();
  await p.ok(
    waf.createException,
    { domainId, title: 'False alarm', path: '/search', patterns: [...new Set(found)], deploy: true },
    { token },
  );
  expect((await outcome('/search')).outcome).not.toBe('blocked');
  expect((await outcome('/other')).outcome).toBe('blocked');
});

test('an event explains what matched, and its allowance is as narrow as the fields', async () => {
  const match = { pattern: 'sqli-union', place: 'parameter', name: 'q', text: "' union select" };
  const { find } = await withEntries(
    {
      id: 'a',
      layer: 'waf',
      reason: 'wafBlock',
      path: '/search',
      findings: ['sqli-union', 'sqli-comment', 'lfi-system', 'protocol-body-json'],
      matches: [
        match,
        { ...match, pattern: 'sqli-comment', text: '--' },
        { ...match, name: 'r' },
        { pattern: 'lfi-system', place: 'path', name: '', text: '/etc/passwd' },
      ],
    },
    { id: 'old', layer: 'waf', reason: 'wafBlock', path: '/search', findings: ['sqli-union', 'of-a-later-version'] },
    {
      id: 'many',
      layer: 'waf',
      reason: 'wafBlock',
      path: '/search',
      findings: ['sqli-union'],
      matches: Array.from({ length: 10 }, (_, i) => ({ ...match, name: `q${i}` })),
    },
  );
  const { matches, allowance } = await find('a');
  expect(matches[0]).toEqual({ ...match, kind: 'sqlRead' });
  expect(matches.map(({ kind }) => kind)).toEqual(['sqlRead', 'queryCondition', 'sqlRead', 'systemFile']);
  expect(allowance).toEqual({
    kind: 'signatures',
    path: '/search',
    exceptions: [
      { patterns: ['sqli-union', 'sqli-comment'], argument: 'q' },
      { patterns: ['sqli-union'], argument: 'r' },
      { patterns: ['lfi-system', 'protocol-body-json'] },
    ],
  });
  // Without the fields of all matches, an exception for some of them would let nothing through.
  const anywhere = { kind: 'signatures', path: '/search', exceptions: [{ patterns: ['sqli-union'] }] };
  expect(await find('old')).toMatchObject({ matches: [], allowance: anywhere });
  expect((await find('many')).allowance).toEqual(anywhere);
});

test('a request that a rule for exactly its address stopped is allowed by turning that rule off', async () => {
  const ip = '203.0.113.201';
  const { p, token } = await withEntries();
  const { rule } = await p.ok(firewall.create, { domainId, kind: 'ip', value: ip, mode: 'deny', deploy: true }, { token });
  const line = { id: 'z', at: p.clock.now, domainId, status: 403, outcome: 'blocked', layer: 'firewall', reason: 'firewallDeny' } as const;
  await p.provider.services.logs.ingest({ id: 'two', lines: [createLogEntry({ ...line, ip, ruleId: rule.id })], receivedAt: p.clock.now });
  const { event: found } = await p.ok(event.find, { requestId: 'z' }, { token });
  expect(found).toMatchObject({ allowance: { kind: 'rule', ruleId: rule.id, ip }, rule: { id: rule.id, title: ip } });
});

test('a rule that is added first can’t have a priority too', async () => {
  const { p, token } = await withEntries();
  const input = { domainId, kind: 'ip', value: '203.0.113.9', mode: 'deny', first: true, priority: 40, deploy: false } as const;
  const { status, body } = await p.try(firewall.create, input, { token });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['priority']]);
});
