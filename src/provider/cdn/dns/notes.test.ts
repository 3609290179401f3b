import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { demo } from '../../../lib/contract/fields.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { cdnJobs } from '../jobs.ts';
import { zoneData } from '../zone/zoneState.ts';

const { domainId } = demo;
const a = (name: string, more: object = {}) => ({ domainId, name, type: 'A' as const, content: '203.0.113.30', ...more });

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const create = async (input: ReturnType<typeof a>) => (await p.ok(dns.create, input, { token })).record;
  const update = async (recordId: string, change: object) => (await p.ok(dns.update, { domainId, recordId, ...change }, { token })).record;
  const list = async (input: object = {}) => (await p.ok(dns.list, { domainId, ...input }, { token })).records;
  return { p, token, create, update, list };
}

test('a record has a comment and tags, which other changes leave and empty ones remove', async () => {
  const { p, token, create, update, list } = await started();
  const notes = { comment: 'Set by Sara; ask before you change it — سارا', tags: ['production', 'team:web'] };
  const made = await create(a('shop', { comment: ` ${notes.comment} `, tags: [...notes.tags, 'production'] }));
  expect(made).toMatchObject(notes);
  expect(await update(made.id, { ttl: 600 })).toMatchObject({ ...notes, ttl: 600 });
  expect(await list({ q: 'SARA' })).toHaveLength(1);
  expect(await list({ q: 'سارا' })).toHaveLength(1);
  expect(await list({ q: 'team:web' })).toHaveLength(1);
  const plain = await update(made.id, { comment: '', tags: [] });
  expect([plain.comment, plain.tags]).toEqual([undefined, undefined]);
  const { records } = await p.ok(
    dns.batch,
    { domainId, updates: [{ recordId: made.id, tags: ['batch'] }], creates: [{ name: 'b', type: 'TXT', content: 'x', comment: 'new' }] },
    { token },
  );
  expect(records).toMatchObject([{ tags: ['batch'] }, { comment: 'new' }]);
});

test.each<[what: string, more: object, field: string, key: TKey, params: TParams]>([
  ['a comment of 501 characters', { comment: 'x'.repeat(501) }, 'comment', 'dns:error.commentTooLong', { max: 500 }],
  ['a comment of two lines', { comment: 'a\nb' }, 'comment', 'dns:error.commentControl', {}],
  ['21 tags', { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 'tags', 'dns:error.tagsTooMany', { max: 20 }],
  ['a tag with a space', { tags: ['a b'] }, 'tags', 'dns:error.tagSpace', { tag: 'a b' }],
  ['a tag with a comma', { tags: ['a,b'] }, 'tags', 'dns:error.tagCharacter', { tag: 'a,b', char: ',' }],
  ['an empty tag', { tags: [''] }, 'tags', 'dns:error.tagEmpty', {}],
])('%s is refused', async (_, more, field, key, params) => {
  const { p, token } = await started();
  const { status, body } = await p.try(dns.create, a('shop', more), { token });
  expect([status, body.code, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([422, 'error:validation', [field]]);
  expect((body as { fields?: Record<string, string> }).fields?.[field]).toBe(translator('en')(key, params));
});

test('500 characters and 20 tags of 60 characters are stored', async () => {
  const { create } = await started();
  const tags = Array.from({ length: 20 }, (_, i) => `${'t'.repeat(58)}${10 + i}`);
  expect(await create(a('shop', { comment: 'x'.repeat(500), tags }))).toMatchObject({ comment: 'x'.repeat(500), tags });
});

test('a filter combines conditions with and, or and the other parameters, also by page', async () => {
  const { p, token, create, list } = await started();
  await create(a('one', { tags: ['prod'], ttl: 60 }));
  await create(a('two', { tags: ['prod', 'web'], comment: 'old server' }));
  const names = async (input: object) => (await list(input)).map(({ name, type }) => `${type} ${name}`);
  expect(await names({ filter: 'tag=prod and ttl<300' })).toEqual(['A one']);
  expect(await names({ filter: 'comment~"old server" or type=MX' })).toEqual(expect.arrayContaining(['A two', 'MX @']));
  expect(await names({ filter: 'tag=prod', q: 'two' })).toEqual(['A two']);
  expect(await names({ filter: 'tag=prod', type: 'MX' })).toEqual([]);
  const page = await p.ok(dns.list, { domainId, filter: 'tag=prod', page: 2, perPage: 1 }, { token });
  expect([page.records.map(({ name }) => name), page.total]).toEqual([['two'], 2]);
  const refused = await p.try(dns.list, { domainId, filter: 'owner=me' }, { token });
  expect([refused.status, Object.keys((refused.body as { fields?: object }).fields ?? {})]).toEqual([422, ['filter']]);
});

test('the exported zone file has them, and the name servers don’t', async () => {
  const { p, token, create } = await started();
  await create(a('shop', { comment: 'Ask Sara', tags: ['prod'] }));
  const { zone: text } = await p.ok(zone.export, { domainId }, { token });
  expect(text).toMatch(/^shop\t.* nasim: comment="Ask Sara", nasim: tags="prod"$/m);
  const owner = await storedOne(p, 'domain', { id: domainId });
  expect(JSON.stringify(await zoneData(p.store.reader, owner))).not.toMatch(/Ask Sara|prod"/);
});

test('the history brings them back', async () => {
  const { p, token, create, update } = await started();
  const capture = async () => {
    p.clock.now += 1000;
    await runJobs(p, cdnJobs.captureDomains);
  };
  const versions = async () => (await p.ok(version.list, { domainId }, { token })).versions;
  const made = await create(a('shop', { comment: 'first', tags: ['x'] }));
  await capture();
  await update(made.id, { comment: '', tags: ['y'] });
  await capture();
  const [latest] = await versions();
  const undone = await p.ok(version.undo, { domainId, versionId: latest?.id ?? '' }, { token });
  expect(undone.diff).toMatchObject([{ changes: [{ field: 'comment' }, { field: 'tags', before: '["y"]', after: '["x"]' }] }]);
  const restored = (await p.ok(dns.get, { domainId, recordId: made.id }, { token })).record;
  expect(restored).toMatchObject({ comment: 'first', tags: ['x'] });
  await capture();
  // To a version from before the record had notes, as all were before there were any.
  await update(made.id, { comment: '', tags: [] });
  await capture();
  await update(made.id, { comment: 'again' });
  await capture();
  const [again] = await versions();
  await p.ok(version.undo, { domainId, versionId: again?.id ?? '' }, { token });
  expect((await p.ok(dns.get, { domainId, recordId: made.id }, { token })).record.comment).toBeUndefined();
});
