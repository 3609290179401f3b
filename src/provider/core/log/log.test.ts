import { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { jobContext } from '../../../../tests/support/notices.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { login } from '../../../lib/contract/account/login.ts';
import type { Input, Output } from '../../../lib/contract/call.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { ownedChanges } from '../../db/owned.ts';
import { writeSystemChange } from '../changes.ts';
import { differences } from './differences.ts';

const { domainId } = demo;

async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  // The seed's entries are older.
  const from = new Date(p.clock.now).toISOString();
  const list = async (input: Input<typeof log.list> = {}) => p.ok(log.list, { from, ...input }, { token });
  const add = (name: string) =>
    p.ok(dns.create, { domainId, name, type: 'A', content: '203.0.113.5', ttl: 'auto', proxy: false }, { token });
  return { p, token, list, add };
}

describe('the audit log', () => {
  test('shows who changed what, old and new values, newest first', async () => {
    const { p, token, list, add } = await start();
    const { record } = await add('shop');
    p.clock.now += 1000;
    await p.ok(dns.update, { domainId, recordId: record.id, content: '203.0.113.6', ttl: 300 }, { token });
    const { logs, nextCursor } = await list({ domainId });
    expect(nextCursor).toBeNull();
    expect(logs.map(({ action, entity }) => [action, entity.type, entity.name])).toEqual([
      ['update', 'dnsRecord', 'A shop'],
      ['create', 'dnsRecord', 'A shop'],
    ]);
    expect(logs[0]).toMatchObject({
      time: new Date(p.clock.now).toISOString(),
      actor: { type: 'user', name: demo.email },
      via: 'panel',
      ip: '192.0.2.1',
      group: 'dns',
      domain: { id: domainId, name: 'parvaz.example' },
      changes: [
        { field: 'content', label: 'Content', before: '203.0.113.5', after: '203.0.113.6' },
        { field: 'ttl', label: 'TTL', before: 'auto', after: 300 },
      ],
      complete: true,
    });
    expect(logs[1]?.changes).toContainEqual({ field: 'content', label: 'Content', before: null, after: '203.0.113.5' });
  });

  test('covers the whole account, except signing in and out', async () => {
    const { p, token, list, add } = await start();
    await add('shop');
    await p.request('POST', '/auth/language', { token, body: { language: 'fa' } });
    await p.signIn();
    expect((await list()).logs.map(({ group, domain: of }) => [group, of?.name])).toEqual([
      ['auth', undefined],
      ['dns', 'parvaz.example'],
    ]);
  });

  test('is filtered by group, action, time and text', async () => {
    const { p, token, list, add } = await start();
    const first = new Date(p.clock.now).toISOString();
    await add('shop');
    p.clock.now += 60_000;
    await p.ok(domain.toggle, { domainId, active: false }, { token });
    const areas = async (input: Input<typeof log.list>) => (await list(input)).logs.map(({ group }) => group);
    expect(await areas({})).toEqual(['domain', 'dns']);
    expect(await areas({ group: 'dns' })).toEqual(['dns']);
    expect(await areas({ action: 'update' })).toEqual(['domain']);
    expect(await areas({ from: new Date(p.clock.now).toISOString() })).toEqual(['domain']);
    expect(await areas({ to: new Date(p.clock.now).toISOString() })).toEqual(['dns']);
    expect(await areas({ from: first, to: first })).toEqual([]);
    expect(await areas({ q: 'a SHOP' })).toEqual(['dns']);
    expect(await areas({ q: '%' })).toEqual([]);
    expect(await areas({ q: 'DEMO@' })).toEqual(['domain', 'dns']);
    await p.ok(firewallGroup.add, { title: 'دفتر ۲ كاظمي', ipAddresses: ['203.0.113.9'] }, { token });
    for (const q of ['دفتر 2', 'کاظمی', 'كاظمي']) expect(await areas({ q })).toEqual(['firewallGroup']);
  });

  test('is narrowed by who made the change, and exported with its values', async () => {
    const { p, token, list, add } = await start();
    const { token: keyToken } = await p.ok(apiKey.add, { name: 'CI', access: { dns: 'write' } }, { token });
    await add('shop');
    p.clock.now += 1000;
    await p.ok(dns.create, { domainId, name: 'api', type: 'A', content: '203.0.113.9', ttl: 300, proxy: false }, { token: keyToken });
    expect((await list({ actor: 'apiKey' })).logs.map(({ actor, via, entity }) => [actor.name, via, entity.name])).toEqual([
      ['CI', 'api', 'A api'],
    ]);
    expect((await list({ actor: 'system' })).logs).toEqual([]);
    const { csv, complete } = await p.ok(log.export, { actor: 'apiKey' }, { token });
    const [head, ...lines] = csv.slice(1).trim().split('\r\n');
    expect(head).toBe('Time,Change,Item,Domain,Who,Via,IP address,Changes');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/,DNS record added,A api,parvaz\.example,API key CI,API,192\.0\.2\.1,.*Content: {2}→ 203\.0\.113\.9/);
    expect(complete).toBe(true);
  });

  test('is of the last year', async () => {
    const { p, list, add } = await start();
    await add('old');
    expect((await list({ q: 'old' })).logs).toHaveLength(1);
    p.clock.now += 366 * 86_400_000;
    const token = await p.signIn();
    expect((await p.ok(log.list, {}, { token })).logs).toEqual([]);
    expect((await p.ok(login.list, {}, { token })).logins).toHaveLength(1);
  });

  test('refuses a wrong cursor', async () => {
    const { p, token } = await start();
    for (const cursor of ['x', '1.', '1.a b', `${'9'.repeat(20)}.a`]) {
      expect((await p.try(log.list, { cursor }, { token })).status, String(cursor)).toBe(422);
    }
  });

  test('is visible to its owner only', async () => {
    const { p, add } = await start();
    await add('shop');
    const stranger = await p.signIn(demo.second);
    const { logs } = await p.ok(log.list, {}, { token: stranger });
    expect(logs.map(({ entity }) => entity.name)).toEqual(['karimi.example']);
  });

  test('a removed domain stays in the account’s log, without a link', async () => {
    const { p, token, list } = await start();
    await p.ok(domain.delete, { domainId, confirm: 'parvaz.example' }, { token });
    const [entry] = (await list()).logs;
    expect(entry).toMatchObject({ action: 'delete', entity: { name: 'parvaz.example' }, domain: null, complete: true });
    // The list of its records is cut off, and marked as incomplete.
    const records = entry?.changes.find(({ field }) => field === 'records');
    expect(String(records?.before)).toMatch(/^\[\{"name".{480,}…$/);
    expect((await p.try(log.list, { domainId }, { token })).status).toBe(404);
  });

  test('a job’s change is shown as the system’s; a change that is too large is not compared', async () => {
    const { p, list } = await start();
    const accountId = await readAccountId(p);
    const entity = { type: 'domain', id: domainId, name: 'parvaz.example' } as const;
    const change = { kind: 'check', group: 'domain', accountId, action: 'update', entity, domainId } as const;
    const after = { status: 'active', notes: 'x'.repeat(70_000) };
    await p.store.write('test', (tx) => writeSystemChange(tx, jobContext(p), { ...change, before: { status: 'pendingNsChange' }, after }));
    expect((await list({ domainId })).logs).toMatchObject([
      { actor: { type: 'system', name: '' }, via: 'system', ip: '', changes: [], complete: false },
    ]);
  });

  test('continues at the cursor, also within one millisecond and while the log grows', async () => {
    const { list, add } = await start();
    for (let i = 0; i < 7; i++) await add(`r${i}`);
    const names: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ domainId, limit: 3, ...(cursor && { cursor }) });
      names.push(...page.logs.map(({ entity }) => entity.name));
      cursor = page.nextCursor;
      await add(`later${names.length}`);
    } while (cursor);
    expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `A r${i}`));
  });

  test('the index finds five entries among many sign-ins', async () => {
    const { p } = await start();
    if (p.store.kind !== 'sqlite') return;
    const query = ownedChanges(p.store.reader, { id: await readAccountId(p) })
      .select('id')
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .limit(5)
      .compile();
    const plan = await p.store.reader.executeQuery(CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]));
    expect(JSON.stringify(plan.rows)).toContain('changeLog_audit');
  });
});

describe('one entry', () => {
  test('has its fields by name in the caller’s language, also if it is too large for the list', async () => {
    const { p, token, list, add } = await start();
    const { record } = await add('shop');
    p.clock.now += 1000;
    await p.ok(dns.update, { domainId, recordId: record.id, content: '203.0.113.6' }, { token });
    const logId = (await list()).logs[0]?.id ?? '';
    const shown = async (locale: 'en' | 'es') => {
      const { body } = await p.try(log.get, { logId }, { token, locale });
      return body.log as Output<typeof log.get>['log']; // what the contract returns
    };
    expect(await shown('en')).toMatchObject({
      action: 'update',
      domain: { name: 'parvaz.example' },
      changes: [{ field: 'content', before: '203.0.113.5', after: '203.0.113.6' }],
      complete: true,
    });
    expect((await shown('es')).changes[0]?.label).toBe('Contenido');
    await p.ok(domain.delete, { domainId, confirm: 'parvaz.example' }, { token });
    const removed = (await list()).logs[0]?.id ?? '';
    const { log: all } = await p.ok(log.get, { logId: removed }, { token });
    const records = String(all.changes.find(({ field }) => field === 'records')?.before);
    expect(records.length).toBeGreaterThan(501);
  });

  test('of another account, a sign-in, or an older one than the list has is unknown', async () => {
    const { p, token, list, add } = await start();
    await add('shop');
    const logId = (await list()).logs[0]?.id ?? '';
    expect((await p.try(log.get, { logId }, { token: await p.signIn(demo.second) })).status).toBe(404);
    const [signIn] = await stored(p, 'changeLog', { action: 'signIn' });
    expect((await p.try(log.get, { logId: signIn?.id }, { token })).status).toBe(404);
    p.clock.now += 366 * 86_400_000;
    expect((await p.try(log.get, { logId }, { token: await p.signIn() })).status).toBe(404);
  });
});

describe('differences', () => {
  test('never reveal a secret, whatever was logged', () => {
    const before = JSON.stringify({ passwordHash: 'a', token: 'b', apiSecret: 'c', privateKey: 'd', code: '1', title: 'x' });
    const after = JSON.stringify({ passwordHash: 'A', token: 'B', apiSecret: 'C', privateKey: 'D', code: '2', title: 'y' });
    const changes = differences(before, after);
    expect(changes.at(-1)).toEqual({ field: 'title', before: 'x', after: 'y' });
    expect(changes.slice(0, -1).every((one) => one.before === null && one.after === null)).toBe(true);
    expect(changes).toHaveLength(6);
  });

  test('compare values, not their serialization', () => {
    expect(differences('{"a":[1,2],"b":null,"id":"1"}', '{"a":[1,2],"id":"2","version":3}')).toEqual([]);
    expect(differences(null, null)).toEqual([]);
    expect(differences('{"on":true}', '{"on":false}')).toEqual([{ field: 'on', before: true, after: false }]);
    expect(differences('[1]', '"two"')).toEqual([{ field: 'value', before: '[1]', after: 'two' }]);
  });
});
