import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { dns, maxBatch } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { catalog } from '../../core/catalog.ts';

const { domainId } = demo;
type Lists = Omit<Input<typeof dns.batch>, 'domainId'>;

async function started() {
  const running = await startProvider();
  const token = await running.signIn();
  const records = async () => (await running.ok(dns.list, { domainId }, { token })).records;
  const idOf = async (name: string, type: string) =>
    (await records()).find((record) => record.name === name && record.type === type)?.id ?? expect.fail(`no ${type} at ${name}`);
  const batch = (lists: Lists) => running.ok(dns.batch, { domainId, ...lists }, { token });
  const refused = async (lists: unknown) => {
    const before = await snapshot(running);
    const { status, body } = await running.try(dns.batch, { domainId, ...(lists as object) }, { token });
    expect(await snapshot(running)).toBe(before);
    const errors = (body.errors ?? []) as { list: string; index: number; field?: string; code: string; message: string }[];
    return { status, code: body.code, body, errors: errors.map(({ list, index, field, code }) => [list, index, field, code]) };
  };
  return { running, token, records, idOf, batch, refused };
}
const entries = (running: TestProvider) => stored(running, 'changeLog', { group: 'dns' });
const readZoneVersion = async (running: TestProvider) => {
  const { zoneVersion, recordCount } = await storedOne(running, 'domain', { id: domainId });
  return { zoneVersion, recordCount };
};
const hosts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ name: `h${from + i}`, type: 'A' as const, content: '192.0.2.1' }));

describe('a batch', () => {
  test('deletes, changes and adds in one version of the zone, with one entry in the change log', async () => {
    const { running, idOf, batch, token } = await started();
    const before = await readZoneVersion(running);
    const [mx, api] = [await idOf('@', 'MX'), await idOf('api', 'A')];
    const answer = await batch({
      deletes: [{ recordId: mx, version: 1 }],
      updates: [{ recordId: api, ttl: 60, version: 1 }],
      creates: [
        { name: 'Shop.Parvaz.Example.', type: 'A', content: '203.0.113.30', proxy: true },
        { name: 'note', type: 'TXT', content: 'x' },
      ],
    });
    expect(answer.records.map(({ name, type, ttl, version }) => [name, type, ttl, version])).toEqual([
      ['api', 'A', 60, 2],
      ['shop', 'A', 'auto', 1],
      ['note', 'TXT', 'auto', 1],
    ]);
    expect(answer.deleted).toMatchObject([{ id: mx, type: 'MX', priority: 10, content: 'mail.parvaz.example', ttl: 3600 }]);
    expect(answer.results).toEqual([
      { list: 'deletes', index: 0, recordId: mx },
      { list: 'updates', index: 0, recordId: api },
      { list: 'creates', index: 0, recordId: answer.records[1]?.id },
      { list: 'creates', index: 1, recordId: answer.records[2]?.id },
    ]);
    expect(await readZoneVersion(running)).toEqual({ zoneVersion: before.zoneVersion + 1, recordCount: before.recordCount + 1 });
    expect((await running.ok(domain.get, { domainId }, { token })).domain.records).toBe(13);
    const [entry, ...more] = await entries(running);
    expect([more, entry?.action, entry?.entityName]).toEqual([[], 'batch', 'parvaz.example']);
    expect(JSON.parse(entry?.before ?? '')).toMatchObject({ total: 2, records: [{ id: mx }, { id: api, ttl: 'auto' }] });
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({
      total: 3,
      created: 2,
      updated: 1,
      deleted: 1,
      records: [{ id: api, ttl: 60 }, {}, {}],
    });
  });

  test('can be undone by another batch: deleted records come back unchanged', async () => {
    const { records, batch } = await started();
    const before = await records();
    const bare = (list: typeof before) => list.map(({ id: _, version: __, updatedAt: ___, ...rest }) => JSON.stringify(rest)).sort();
    const { deleted } = await batch({ deletes: before.map(({ id, version }) => ({ recordId: id, version })) });
    expect(await records()).toEqual([]);
    await batch({ creates: deleted.map(({ id: _, version: __, updatedAt: ___, ...rest }) => rest) });
    expect(bare(await records())).toEqual(bare(before));
  });

  test('validates the zone as it will be afterward', async () => {
    const { idOf, batch, records } = await started();
    const [api, www, sip, mail] = [await idOf('api', 'A'), await idOf('www', 'CNAME'), await idOf('sip', 'A'), await idOf('mail', 'A')];
    // A CNAME replacing a deleted record, a name freed by a CNAME, and two records that swap names.
    await batch({
      deletes: [{ recordId: api }],
      updates: [
        { recordId: www, name: 'web' },
        { recordId: sip, name: 'mail', content: '198.51.100.14' },
        { recordId: mail, name: 'sip', content: '198.51.100.20' },
      ],
      creates: [
        { name: 'api', type: 'CNAME', content: 'elsewhere.example' },
        { name: 'www', type: 'A', content: '203.0.113.80' },
      ],
    });
    const now = (await records()).map(({ id, name, type, content }) => [id, name, type, content].join(' '));
    expect(now).toContain(`${sip} mail A 198.51.100.14`);
    expect(now).toContain(`${mail} sip A 198.51.100.20`);
    expect(now).toContain(`${www} web CNAME parvaz.example`);
    expect(now.some((line) => line.endsWith('api CNAME elsewhere.example'))).toBe(true);
  });
});

describe('refusing', () => {
  test('reports each invalid item and stores nothing', async () => {
    const { idOf, refused } = await started();
    const [api, mx] = [await idOf('api', 'A'), await idOf('@', 'MX')];
    const { status, code, errors, body } = await refused({
      deletes: [{ recordId: 'nobody' }, { recordId: mx }],
      updates: [
        { recordId: mx, ttl: 60 },
        { recordId: api, content: '203.0.113.256' },
      ],
      creates: [
        { name: 'fine', type: 'A', content: '203.0.113.1' },
        { name: 'a..b', type: 'MX', content: 'x y' },
        { name: 'www', type: 'A', content: '203.0.113.1' },
        { name: 'fine', type: 'CNAME', content: 'x.example' },
      ],
    });
    expect([status, code]).toEqual([422, 'dns:error.batch']);
    expect(errors).toEqual([
      ['deletes', 0, 'recordId', 'dns:error.gone'],
      ['updates', 0, 'recordId', 'dns:error.batchTwice'],
      ['updates', 1, 'content', 'dns:error.ipv4Last'],
      ['creates', 1, 'name', 'dns:error.doubleDot'],
      ['creates', 1, 'priority', 'dns:error.priority'],
      ['creates', 1, 'content', 'dns:error.hostSpaces'],
      ['creates', 2, 'name', 'dns:error.cnameTaken'],
      ['creates', 3, 'name', 'dns:error.cnameConflict'],
    ]);
    expect(body.message).toBe(translator('en')('dns:error.batch', { count: 6, n: 6 }));
    expect(Object.keys(body.fields ?? {})).toContain('creates.1.priority');
  });

  test.each(locales)('reports errors in %s', async (locale) => {
    const { running, token } = await started();
    const t = translator(locale);
    const creates = [{ name: 'api', type: 'A', content: '203.0.113.25' }];
    const { body } = await running.try(dns.batch, { domainId, creates }, { token, locale });
    expect(body.errors).toMatchObject([{ code: 'dns:error.duplicate', message: t('dns:error.duplicate', { name: 'api', type: 'A' }) }]);
  });

  test('returns 409 for outdated states: an old version, the same record twice, a deleted record', async () => {
    const { running, token, idOf, refused } = await started();
    const api = await idOf('api', 'A');
    await running.ok(dns.update, { domainId, recordId: api, ttl: 300 }, { token });
    expect(await refused({ updates: [{ recordId: api, ttl: 60, version: 1 }] })).toMatchObject({
      status: 409,
      errors: [['updates', 0, 'version', 'error:versionConflict']],
    });
    expect(await refused({ deletes: [{ recordId: api, version: 1 }] })).toMatchObject({ status: 409 });
    const twin = { name: 'twin', type: 'A', content: '192.0.2.1' };
    expect(await refused({ creates: [twin, twin] })).toMatchObject({
      status: 409,
      errors: [['creates', 1, 'name', 'dns:error.duplicate']],
    });
    expect(await refused({ updates: [{ recordId: api, name: '@', content: '203.0.113.24' }] })).toMatchObject({
      status: 409,
      errors: [['updates', 0, 'name', 'dns:error.duplicate']],
    });
  });

  test('reports malformed values the same way', async () => {
    const { refused } = await started();
    const { status, errors } = await refused({
      creates: [
        { name: 'x', type: 'A', content: '192.0.2.1' },
        { name: 'y', type: 'NONE', ttl: 0 },
      ],
    });
    expect(status).toBe(422);
    expect(errors.map(([list, index, field]) => [list, index, field])).toEqual([
      ['creates', 1, 'type'],
      ['creates', 1, 'content'],
      ['creates', 1, 'ttl'],
    ]);
  });

  test('refuses an empty batch and one over the limit', async () => {
    const { refused } = await started();
    for (const lists of [{}, { creates: hosts(maxBatch + 1) }, { creates: hosts(maxBatch), deletes: [{ recordId: demo.recordId }] }]) {
      const { status, body } = await refused(lists);
      expect([status, JSON.stringify(body.fields)]).toEqual([
        422,
        expect.stringContaining(translator('en')('dns:error.batchSize', { max: maxBatch })),
      ]);
    }
  });

  test('records of another domain are not found, even of the same customer', async () => {
    const { running, token, refused } = await started();
    const { domains } = await running.ok(domain.list, { q: 'ketabnama' }, { token });
    const other = (await running.ok(dns.list, { domainId: domains[0]?.id ?? '' }, { token })).records[0]?.id;
    expect(await refused({ deletes: [{ recordId: other }] })).toMatchObject({
      status: 409,
      errors: [['deletes', 0, 'recordId', 'dns:error.gone']],
    });
  });
});

describe('many at once', () => {
  test('a thousand records are added, changed and deleted, each in one version, and the log entry stays bounded', async () => {
    const { running, records, batch } = await started();
    const { records: made } = await batch({
      creates: hosts(maxBatch).map((host) => ({ ...host, name: `${host.name}.${'x'.repeat(60)}` })),
    });
    expect(made).toHaveLength(maxBatch);
    const { records: slow } = await batch({ updates: made.map(({ id, version }) => ({ recordId: id, version, ttl: 300 })) });
    expect(new Set(slow.map(({ ttl, version }) => `${ttl} ${version}`))).toEqual(new Set(['300 2']));
    await batch({ deletes: made.map(({ id }) => ({ recordId: id, version: 2 })) });
    expect(await records()).toHaveLength(12);
    expect(await readZoneVersion(running)).toEqual({ zoneVersion: 4, recordCount: 12 });
    const log = await entries(running);
    expect(log).toHaveLength(3);
    for (const entry of log) expect(Math.max(entry.before?.length ?? 0, entry.after?.length ?? 0)).toBeLessThan(300_000);
    expect(JSON.parse(log[0]?.after ?? '')).toMatchObject({ total: maxBatch, created: maxBatch });
  }, 60_000);

  test('of two parallel batches for the last free places, one is refused, and the count stays correct', async () => {
    const { running, token, batch } = await started();
    await updateStored(running, 'domain', { id: domainId }, { recordCount: catalog.limits.dnsRecords - 10 });
    const answers = await Promise.all([0, 10].map((from) => running.try(dns.batch, { domainId, creates: hosts(10, from) }, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('dns:error.limit');
    expect((await readZoneVersion(running)).recordCount).toBe(catalog.limits.dnsRecords);
    // Deleting and adding in one batch doesn't count as growth.
    const made = answers.find(({ status }) => status === 200)?.body.records as { id: string }[];
    await batch({ deletes: made.slice(0, 2).map(({ id }) => ({ recordId: id })), creates: hosts(2, 50) });
    expect((await readZoneVersion(running)).recordCount).toBe(catalog.limits.dnsRecords);
  });

  test('of ten parallel batches sharing one record, one succeeds', async () => {
    const { running, token, records } = await started();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => {
        const creates = [...hosts(3, 100 * (i + 1)), { name: 'once', type: 'A', content: '192.0.2.9' }];
        return running.try(dns.batch, { domainId, creates }, { token });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await records()).toHaveLength(16);
    expect(await readZoneVersion(running)).toEqual({ zoneVersion: 2, recordCount: 16 });
  });
});
