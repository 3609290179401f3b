import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { checkRecord } from '../../../lib/rules/cdn/dns/record.ts';
import { catalog } from '../../core/catalog.ts';

const { domainId } = demo;
const a = (name: string, content = '203.0.113.30') => ({ domainId, name, type: 'A' as const, content });

async function started() {
  const running = await startProvider();
  return { running, token: await running.signIn() };
}
const changes = (running: TestProvider) => stored(running, 'changeLog', { group: 'dns' });
const countRecords = async (running: TestProvider, token: string) => (await running.ok(domain.get, { domainId }, { token })).domain.records;

describe('reading', () => {
  test('lists, searches, filters and pages', async () => {
    const { running, token } = await started();
    const list = (input: object) => running.ok(dns.list, { domainId, ...input }, { token });
    expect((await list({})).total).toBe(12);
    expect((await list({ q: 'SPF' })).records.map(({ type }) => type)).toEqual(['TXT']);
    expect((await list({ q: '_' })).records.map(({ name }) => name)).toEqual(['@', '_dmarc', '_sip._tcp']);
    expect((await list({ type: 'A' })).records).toHaveLength(4);
    expect((await list({ proxy: 'true' })).records).toHaveLength(5);
    const page = await list({ page: 2, perPage: 5 });
    expect([page.records.length, page.total, page.limit]).toEqual([5, 12, catalog.limits.dnsRecords]);
    expect((await running.ok(dns.get, { domainId, recordId: demo.recordId }, { token })).record).toMatchObject({
      name: '@',
      type: 'A',
      ttl: 'auto',
    });
  });

  test('SRV also returns its separate parts', async () => {
    const { running, token } = await started();
    const { records } = await running.ok(dns.list, { domainId, type: 'SRV' }, { token });
    expect(records[0]).toMatchObject({ service: '_sip', protocol: '_tcp', target: 'sip.parvaz.example', port: 5060 });
  });
});

describe('a long list', () => {
  test('is cached until the zone changes, and for its owner only', async () => {
    const { running, token } = await started();
    const omid = await running.signIn(demo.second);
    const row = await storedOne(running, 'dnsRecord', { id: demo.recordId });
    const more = Array.from({ length: 600 }, (_, i) => ({ ...row, id: `long-${i}`, name: `long-${i}` }));
    await running.store.write('test', (tx) => tx.insertInto('dnsRecord').values(more).execute());
    await updateStored(running, 'domain', { id: domainId }, { recordCount: 612 });
    const list = async (input: object = {}) => (await running.ok(dns.list, { domainId, ...input }, { token })).records;
    const first = await list();
    expect(first).toHaveLength(612);
    expect(await list()).toEqual(first);
    // The cached response isn't used for another query or another customer.
    expect(await list({ q: 'long-599' })).toHaveLength(1);
    expect((await running.try(dns.list, { domainId }, { token: omid })).status).toBe(404);
    await running.ok(dns.create, a('after'), { token });
    expect((await list()).some(({ name }) => name === 'after')).toBe(true);
  });
});

describe('creating', () => {
  test('stores the canonical form, updates the count, and writes one entry in the change log', async () => {
    const { running, token } = await started();
    const wanted = { name: 'Shop.Parvaz.Example.', type: 'AAAA', content: '2001:DB8:0:0::1', proxy: true, ttl: 300 } as const;
    const { record, warnings } = await running.ok(dns.create, { domainId, ...wanted }, { token });
    expect(record).toMatchObject({ name: 'shop', content: '2001:db8::1', ttl: 300, proxy: true, version: 1 });
    expect(warnings).toEqual([]);
    expect(await countRecords(running, token)).toBe(13);
    expect((await changes(running)).map(({ action, entityName }) => [action, entityName])).toEqual([['create', 'AAAA shop']]);
  });

  test('warns about a mail host that goes through the CDN, but stores it', async () => {
    const { running, token } = await started();
    const mail = { domainId, name: 'mail', type: 'AAAA', content: '2001:db8::25', proxy: true } as const;
    const { warnings } = await running.ok(dns.create, mail, { token });
    expect(warnings.map(({ code }) => code)).toEqual(['dns:warning.proxiedMail']);
  });

  // Each rule of docs/product.md, DNS records, with its own message beside its field, in four languages.
  const label = 'a'.repeat(64);
  const wrong: [what: string, input: object, field: string, key: TKey, params?: TParams][] = [
    ['two dots', a('a..b'), 'name', 'dns:error.doubleDot'],
    ['a wildcard inside', a('a.*.b'), 'name', 'dns:error.wildcardPlace'],
    ['a long label', a(label), 'name', 'dns:error.labelTooLong', { label: `${'a'.repeat(59)}…`, length: 64, max: 63 }],
    ['a hyphen at the edge', a('-a'), 'name', 'dns:error.hyphenEdge', { label: '-a' }],
    ['another character', a('a!b'), 'name', 'dns:error.characters', { char: '!' }],
    ['an empty name', a(' '), 'name', 'dns:error.required'],
    ['CNAME at the apex', { domainId, name: '@', type: 'CNAME', content: 'x.example' }, 'name', 'dns:error.cnameApex'],
    [
      'SRV without underscore',
      { domainId, name: 'sip.tcp', type: 'SRV', content: 'sip.example.com', priority: 1, weight: 1, port: 5060 },
      'name',
      'dns:error.srvUnderscore',
    ],
    ['an address that is none', a('x', '203.0.113.256'), 'content', 'dns:error.ipv4Last', { part: '256' }],
    ['no priority', { domainId, name: '@', type: 'MX', content: 'mail.example.com' }, 'priority', 'dns:error.priority', { max: 65_535 }],
    [
      'a port out of range',
      { domainId, name: '_sip._tcp', type: 'SRV', content: 'sip.example.com', priority: 1, weight: 1, port: 70_000 },
      'port',
      'dns:error.port',
      { max: 65_535 },
    ],
    ['a TTL of zero', { ...a('x'), ttl: 0 }, 'ttl', 'dns:error.ttl', { min: 1, max: 2_147_483_647 }],
    ['a proxied text', { domainId, name: 'x', type: 'TXT', content: 'x', proxy: true }, 'proxy', 'dns:error.proxyType', { type: 'TXT' }],
  ];
  test.each(locales)('says in %s what is wrong beside the field', async (locale) => {
    const { running, token } = await started();
    const t = translator(locale);
    const before = await snapshot(running);
    for (const [what, input, field, key, params] of wrong) {
      const { status, body } = await running.try(dns.create, input, { token, locale });
      expect([what, status, Object.keys(body.fields ?? {})]).toEqual([what, 422, [field]]);
      // The form applies the same rule and shows the same message.
      const result = checkRecord(input as never, { zone: 'parvaz.example' });
      const own = result.ok ? [] : result.problems.map((problem) => t(problem.key, problem.params));
      expect([what, body.fields?.[field]]).toEqual([what, t(key, { ...params })]);
      if (own.length > 0 && field !== 'ttl') expect(own).toContain(body.fields?.[field]);
    }
    expect(await snapshot(running)).toBe(before);
  });

  test('refuses duplicates, and a CNAME beside other records', async () => {
    const { running, token } = await started();
    const refused = async (input: object) => {
      const { status, body } = await running.try(dns.create, { domainId, ...input }, { token });
      return [status, body.code, Object.keys(body.fields ?? {})];
    };
    expect(await refused({ name: 'api', type: 'A', content: '203.0.113.25' })).toEqual([409, 'dns:error.duplicate', ['name']]);
    expect(await refused({ name: 'api', type: 'CNAME', content: 'x.example' })).toEqual([409, 'dns:error.cnameConflict', ['name']]);
    expect(await refused({ name: 'www', type: 'A', content: '203.0.113.9' })).toEqual([409, 'dns:error.cnameTaken', ['name']]);
    expect(await refused({ name: 'www', type: 'CNAME', content: 'x.example' })).toEqual([409, 'dns:error.cnameSingle', ['name']]);
  });

  test('of 20 parallel creates of one record, one succeeds', async () => {
    const { running, token } = await started();
    const answers = await Promise.all(Array.from({ length: 20 }, () => running.try(dns.create, a('once'), { token })));
    expect(answers.map(({ body }) => body.code).sort()).toEqual([...Array(19).fill('dns:error.duplicate'), undefined]);
    expect([await countRecords(running, token), (await changes(running)).length]).toEqual([13, 1]);
  });

  test('the record limit is enforced, also when two requests compete for the last place', async () => {
    const { running, token } = await started();
    await updateStored(running, 'domain', { id: domainId }, { recordCount: catalog.limits.dnsRecords - 1 });
    const answers = await Promise.all(['one', 'two'].map((name) => running.try(dns.create, a(name), { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('dns:error.limit');
  });
});

describe('changing', () => {
  test('absent fields keep their value, the version increases, and the change log has before and after', async () => {
    const { running, token } = await started();
    running.clock.now += 1000;
    const { record } = await running.ok(dns.update, { domainId, recordId: demo.recordId, content: '203.0.113.99', version: 1 }, { token });
    expect(record).toMatchObject({ name: '@', type: 'A', content: '203.0.113.99', proxy: true, ttl: 'auto', version: 2 });
    const [entry] = await changes(running);
    expect([entry?.action, JSON.parse(entry?.before ?? '').content, JSON.parse(entry?.after ?? '').content]).toEqual([
      'update',
      '203.0.113.24',
      '203.0.113.99',
    ]);
  });

  test('changing the type drops fields that the new type doesn’t have', async () => {
    const { running, token } = await started();
    const mx = (await running.ok(dns.list, { domainId, type: 'MX' }, { token })).records[0];
    const { record } = await running.ok(dns.update, { domainId, recordId: mx?.id ?? '', type: 'TXT', content: 'plain' }, { token });
    expect(record.priority).toBeUndefined();
  });

  test('a record may be saved unchanged, but not as a duplicate of another', async () => {
    const { running, token } = await started();
    const own = { domainId, recordId: demo.recordId };
    await running.ok(dns.update, { ...own, content: '203.0.113.24' }, { token });
    const { status, body } = await running.try(dns.update, { ...own, name: 'api', content: '203.0.113.25' }, { token });
    expect([status, body.code]).toEqual([409, 'dns:error.duplicate']);
  });
});

describe('deleting', () => {
  test('returns the deleted record, so that it can be restored', async () => {
    const { running, token } = await started();
    const { record } = await running.ok(dns.delete, { domainId, recordId: demo.recordId }, { token });
    expect(await countRecords(running, token)).toBe(11);
    const { name, type, content, ttl, proxy } = record;
    await running.ok(dns.create, { domainId, name, type, content, ttl, proxy }, { token });
    expect(await countRecords(running, token)).toBe(12);
    expect((await changes(running)).map(({ action }) => action)).toEqual(['delete', 'create']);
    expect((await running.try(dns.delete, { domainId, recordId: demo.recordId }, { token })).status).toBe(404);
  });
});
