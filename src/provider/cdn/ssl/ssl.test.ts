import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { startDns } from '../../../../tests/support/dns.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { domainId, good, made, sslId, startSsl, zone } from '../../../../tests/support/ssl.ts';
import { withAuthority } from '../../../../tests/support/sslCases.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { DAY } from '../../../lib/time.ts';
import { cdnJobs } from '../jobs.ts';

/** The names above the domain are queried before a certificate is issued. */
const dns = await startDns();
afterAll(() => dns[Symbol.asyncDispose]());
const start = (options: Parameters<typeof startSsl>[0] = {}) => startSsl({ ...options, env: { ...dns.env, ...options.env } });

describe('free certificates', () => {
  test('one is requested, issued by a job, attached to names without a certificate, and returned without its key', async () => {
    const { p, token, find, notes } = await start();
    const { ssl: requested, taskId } = await p.ok(ssl.request, { domainId, hosts: ['shop', '*.shop', zone] }, { token });
    expect(requested).toMatchObject({
      status: 'pending',
      kind: 'free',
      hosts: [`shop.${zone}`, `*.shop.${zone}`, zone],
      attached: false,
      issuer: null,
    });
    expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({
      kind: 'ssl.issue',
      status: 'queued',
      entity: { name: zone },
    });
    await p.provider.services.jobs.runDue();
    const issued = await find(requested.id);
    expect(issued).toMatchObject({
      status: 'active',
      trusted: false,
      issuer: 'Nasim Test Authority',
      keyType: 'ECDSA P-256',
      attached: true,
      // The domain itself already has another certificate.
      attachedHosts: [`shop.${zone}`, `*.shop.${zone}`],
      expireDate: new Date(Math.floor((p.clock.now + 90 * DAY) / 1000) * 1000).toISOString(),
    });
    expect(issued.reason).toBeUndefined();
    expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({ status: 'done', percent: 100 });
    expect(await notes()).toEqual([]);
    const { authority: by } = await p.ok(ssl.list, { domainId }, { token });
    expect(by).toMatchObject({ name: 'Nasim Test Authority', trusted: false });
    expect(by?.root).toContain('BEGIN CERTIFICATE');
  });

  test('without names it covers the domain and one level below; the same one can’t be requested twice', async () => {
    const { p, token } = await start();
    const refused = await p.try(ssl.request, { domainId }, { token });
    expect([refused.status, refused.body.code]).toEqual([409, 'ssl:error.requested']);
    await p.ok(ssl.detach, { domainId, sslId }, { token });
    await p.ok(ssl.delete, { domainId, sslId }, { token });
    const { ssl: requested } = await p.ok(ssl.request, { domainId }, { token });
    expect(requested.hosts).toEqual([zone, `*.${zone}`]);
    expect((await p.try(ssl.request, { domainId, hosts: [`*.${zone}`, zone] }, { token })).body.code).toBe('ssl:error.requested');
  });

  test('a certificate for a name elsewhere, or none, is refused', async () => {
    const { p, token, list } = await start();
    for (const [host, code] of [
      ['other.example', 'ssl:error.hostElsewhere'],
      ['a b', 'ssl:error.hostName'],
    ] as const) {
      const answer = await p.try(ssl.request, { domainId, hosts: [host] }, { token });
      expect(answer).toMatchObject({ status: 422, body: { code, fields: { hosts: expect.any(String) } } });
    }
    expect(await list()).toHaveLength(2);
  });

  test('only an active domain gets one, also when it is paused while the request is pending', async () => {
    const { p, token, find, notes } = await start();
    const waiting = await storedOne(p, 'domain', { name: 'atlas-shop.example' });
    const refused = await p.try(ssl.request, { domainId: waiting.id }, { token });
    expect([refused.status, refused.body.code]).toEqual([409, 'ssl:error.inactive']);
    const { ssl: requested, taskId } = await p.ok(ssl.request, { domainId, hosts: ['a'] }, { token });
    await p.ok(domain.toggle, { domainId, active: false }, { token });
    await p.provider.services.jobs.runDue();
    expect(await find(requested.id)).toMatchObject({ status: 'failed', reason: { code: 'ssl:reason.inactive' } });
    expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({ status: 'failed' });
    expect(await notes()).toMatchObject([{ type: 'error', link: `/domains/${zone}/ssl` }]);
  });

  test('a refusal is final immediately', async () => {
    const { p, token, find } = await withAuthority('refuse');
    const { ssl: requested } = await p.ok(ssl.request, { domainId, hosts: ['a'] }, { token });
    await p.provider.services.jobs.runDue();
    const { status, reason, nextAttemptAt } = await find(requested.id);
    expect([status, reason?.code, nextAttemptAt]).toEqual(['failed', 'ssl:reason.refused', undefined]);
    expect(reason?.message).toBe('The certificate authority rejected these names.');
  });

  test('it is renewed 30 days before it expires, and stays attached', async () => {
    const { p, find } = await start();
    const before = await find(sslId);
    const watch = async () => {
      await runJobs(p, cdnJobs.watchSsl);
    };
    p.clock.now = Date.parse(before.expireDate ?? '') - 30 * DAY - 60_000;
    await watch();
    expect((await storedOne(p, 'ssl', { id: sslId })).fingerprint).toBe(before.fingerprint);
    p.clock.now += 120_000;
    await watch();
    await p.provider.services.jobs.runDue();
    const row = await storedOne(p, 'ssl', { id: sslId });
    expect(row.fingerprint).not.toBe(before.fingerprint);
    expect(row).toMatchObject({ status: 'active', attachedHosts: before.attachedHosts, taskId: null });
    expect(Number(row.expiresAt)).toBeGreaterThan(Date.parse(before.expireDate ?? '') + 50 * DAY);
  });
});

test('a private key never leaves the provider: not in responses, the store, the change log or the log', async () => {
  const lines: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const { p, token } = await start({ log });
  const answers: unknown[] = [];
  const send = async (call: Parameters<TestProvider['try']>[0], input: object) =>
    answers.push((await p.try(call, { domainId, ...input }, { token })).body);
  await send(ssl.create, good);
  // Refusals may echo input.
  await send(ssl.create, { ...good, privateKey: made.p384.key });
  await send(ssl.create, { ...good, certificate: good.privateKey, caBundle: good.privateKey });
  await send(ssl.create, { ...good, title: good.privateKey });
  const { ssl: all } = await p.ok(ssl.list, { domainId }, { token });
  const added = all.find(({ title }) => title === 'Mine');
  await send(ssl.update, { sslId: added?.id, certificate: made.p384.certificate, privateKey: made.p384.key });
  await send(ssl.attach, { sslId: added?.id });
  await p.ok(ssl.request, { domainId, hosts: ['a'] }, { token });
  await p.provider.services.jobs.runDue();
  answers.push(await p.ok(ssl.list, { domainId }, { token }));

  const tables = await p.store.reader.introspection.getTables();
  const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(p.store.reader)));
  const everything = JSON.stringify([answers, rows.map(({ rows: found }) => found), lines]);
  expect(everything).toContain('sealedKey');
  const secret = (pem: string) => pem.split('\n')[1] ?? '';
  for (const pem of [made.p256.key, made.p384.key]) expect(everything).not.toContain(secret(pem));
  // Where the keys of the authority and of free certificates would be.
  expect(everything).not.toContain('BEGIN PRIVATE KEY');
  expect(lines.join('')).not.toContain('PRIVATE');
});

test('the API accepts the files of other programs, as the form does, and stores them in order', async () => {
  const { p, token } = await start();
  const { p256, upper, lower } = made;
  const create = (texts: object) =>
    p.try(ssl.create, { domainId, title: 'Pasted', certificate: '', privateKey: '', caBundle: '', ...texts }, { token });
  const files: Record<string, object> = {
    fullchain: { certificate: p256.certificate + lower + upper, privateKey: p256.key },
    'another order': { certificate: upper + p256.key + lower + p256.certificate },
    'Windows, with a byte order mark': {
      certificate: `\ufeff${(p256.certificate + lower + upper).replaceAll('\n', '\r\n')}`,
      privateKey: `\ufeffBag Attributes\r\n  localKeyID: 01\r\n${p256.key.replaceAll('\n', '\r\n')}`,
    },
    'a chain in the wrong order': { certificate: p256.certificate, privateKey: p256.key, caBundle: upper + lower },
    'the key in the bundle': { certificate: p256.certificate, caBundle: lower + upper + p256.key },
  };
  for (const [name, texts] of Object.entries(files)) {
    const { status, body } = await create(texts);
    expect([name, status, body.message]).toEqual([name, 200, undefined]);
    const row = await storedOne(p, 'ssl', { id: (body.ssl as { id: string }).id });
    expect([name, row.certificate, row.caBundle]).toEqual([name, p256.certificate, lower + upper]);
  }
});

test('the API refuses several keys, and certificates that can’t serve a website, with the reason', async () => {
  const { p, token, list } = await start();
  const before = await list();
  const { p256, p384, lower, upper, forClients, upperKey } = made;
  for (const [texts, field, code] of [
    [{ certificate: p256.certificate + p256.key + p384.key, privateKey: '' }, 'certificate', 'ssl:error.severalKeys'],
    [{ certificate: p256.certificate + p256.key, privateKey: p384.key }, 'certificate', 'ssl:error.otherKey'],
    [{ certificate: forClients.certificate, privateKey: forClients.key, caBundle: lower + upper }, 'certificate', 'ssl:error.purpose'],
    [{ certificate: upper, privateKey: upperKey }, 'certificate', 'ssl:error.authorityAsCertificate'],
    [{ certificate: p256.certificate + lower + upper, privateKey: p384.key }, 'privateKey', 'ssl:error.keyMismatch'],
  ] as const) {
    const answer = await p.try(ssl.create, { domainId, title: 'Refused', ...texts }, { token });
    expect(answer).toMatchObject({ status: 422, body: { code, fields: { [field]: expect.any(String) } } });
  }
  expect(await list()).toEqual(before);
});
