import { expect, test } from 'vitest';
import { configuration, start } from '../../../../tests/support/history-cases.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { areas } from './areas.ts';

const { domainId } = demo;
const names = async (p: TestProvider) =>
  (await p.store.reader.selectFrom('dnsRecord').select('name').where('domainId', '=', domainId).execute()).map(({ name }) => name);

test('each change is a version that says who did what, and nothing is stored when nothing changed', async () => {
  const { settle, versions, record } = await start();
  const before = (await versions()).length;
  await record('shop');
  await settle();
  await settle();
  const list = await versions();
  expect(list).toHaveLength(before + 1);
  expect(list[0]).toMatchObject({
    current: true,
    first: false,
    total: 1,
    logs: [{ action: 'create', entity: { name: 'A shop' }, actor: { name: demo.email } }],
  });
  expect(list.at(-1)).toMatchObject({ first: true });
});

test('a deleted record comes back by undo, which can be undone too', async () => {
  const { p, ok, settle, versions, record } = await start();
  const { record: made } = await record('shop');
  await settle();
  await ok(dns.delete, { domainId, recordId: made.id });
  await settle();
  const [deletion] = await versions();
  const serial = async () => await p.store.reader.selectFrom('domain').selectAll().where('id', '=', domainId).executeTakeFirstOrThrow();
  const { zoneVersion, recordCount } = await serial();
  const dry = await ok(version.undo, { domainId, versionId: deletion!.id, dryRun: true });
  expect(dry).toMatchObject({ done: false, total: 1, diff: [{ op: 'create', type: 'dnsRecord', name: 'A shop' }] });
  expect(await names(p)).not.toContain('shop');
  expect(await ok(version.undo, { domainId, versionId: deletion!.id })).toMatchObject({ done: true, total: 1 });
  expect(await names(p)).toContain('shop');
  expect(await serial()).toMatchObject({ recordCount: recordCount + 1 });
  expect((await serial()).zoneVersion).toBeGreaterThan(zoneVersion);
  const [undo] = await versions();
  expect(undo).toMatchObject({ logs: [{ action: 'undo', entity: { type: 'version' } }] });
  await ok(version.undo, { domainId, versionId: undo!.id });
  expect(await names(p)).not.toContain('shop');
});

test('an undo is refused where something has changed since, and changes nothing', async () => {
  const { p, token, ok, settle, versions, record } = await start();
  const { record: made } = await record('shop');
  await settle();
  const [creation] = await versions();
  await ok(dns.update, { domainId, recordId: made.id, content: '203.0.113.9' });
  await settle();
  const before = await configuration(p);
  expect(await p.try(version.undo, { domainId, versionId: creation!.id }, { token })).toMatchObject({
    status: 409,
    body: { code: 'version:error.conflict' },
  });
  // A CNAME in place of a deleted record.
  await ok(dns.delete, { domainId, recordId: made.id });
  await settle();
  const [deletion] = await versions();
  await ok(dns.create, { domainId, name: 'shop', type: 'CNAME', content: 'other.example', ttl: 'auto', proxy: false });
  expect(await p.try(version.undo, { domainId, versionId: deletion!.id }, { token })).toMatchObject({ status: 409 });
  expect(before).not.toBe(await configuration(p));
  const first = (await versions()).at(-1);
  expect(await p.try(version.undo, { domainId, versionId: first!.id }, { token })).toMatchObject({ body: { code: 'version:error.first' } });
});

test('a state of a larger plan isn’t restored, and a domain of another account has no history', async () => {
  const { p, token, settle, versions, record } = await start();
  await record('shop');
  await settle();
  const [, earlier] = await versions();
  await p.store.write('test', (tx) => tx.updateTable('domain').set({ plan: 'free' }).where('id', '=', domainId).execute());
  await p.store.write('test', (tx) => tx.updateTable('domainVersion').set({ plan: 'ent' }).where('domainId', '=', domainId).execute());
  expect(await p.try(version.restore, { domainId, versionId: earlier!.id }, { token })).toMatchObject({
    body: { code: 'version:error.plan' },
  });
  const other = await p.signIn(demo.second);
  expect((await p.try(version.list, { domainId }, { token: other })).status).toBe(404);
  const { domains } = await p.ok(domain.list, {}, { token: other });
  const foreign = await p.try(version.restore, { domainId: domains[0]!.id, versionId: earlier!.id }, { token: other });
  expect(foreign.status).toBe(404);
});

test('versions are deleted after their retention, and the state of each area stays', async () => {
  const { p, settle, record } = await start();
  await record('one');
  await settle();
  p.clock.now += 91 * 86_400_000;
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'sweep'));
  await p.provider.services.jobs.runDue();
  const versions = await p.store.reader.selectFrom('domainVersion').select('at').where('domainId', '=', domainId).execute();
  expect(versions.filter(({ at }) => Number(at) < p.clock.now - 90 * 86_400_000)).toEqual([]);
  const states = await p.store.reader.selectFrom('domainState').select('area').where('domainId', '=', domainId).execute();
  expect(new Set(states.map(({ area }) => area))).toEqual(new Set(areas));
});
