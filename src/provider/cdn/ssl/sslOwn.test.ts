import { describe, expect, test, vi } from 'vitest';
import { certificateCases } from '../../../../tests/support/certificates.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { customSslId, domainId, good, made, mails, sslId, startSsl, zone } from '../../../../tests/support/ssl.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import { makeProvider } from '../../index.ts';
import { uuidv7 } from '../../kernel/ids.ts';
import { cdnJobs } from '../jobs.ts';
import { watchSsl } from './watch.ts';

describe('custom certificates', () => {
  test('one is added, attached, replaced, detached and deleted', async () => {
    const { p, token, find, list } = await startSsl();
    const { ssl: added } = await p.ok(ssl.create, { domainId, ...good }, { token });
    expect(added).toMatchObject({
      kind: 'custom',
      status: 'active',
      hosts: [zone, `*.${zone}`],
      issuer: 'Test Lower CA',
      attached: false,
      trusted: null,
    });
    await p.ok(ssl.attach, { domainId, sslId: added.id, hosts: [zone, 'api'] }, { token });
    expect((await find(added.id)).attachedHosts).toEqual([zone, `api.${zone}`]);
    // The free one lost the names that the other took.
    expect((await find(sslId)).attachedHosts).toEqual([`*.${zone}`]);
    const inUse = await p.try(ssl.delete, { domainId, sslId: added.id }, { token });
    expect([inUse.status, inUse.body.code]).toEqual([409, 'ssl:error.inUse']);
    expect(inUse.body.message).toContain(`api.${zone}`);

    const own = { domainId, sslId: added.id };
    const next = { certificate: made.p384.certificate, privateKey: made.p384.key, caBundle: good.caBundle };
    const replaced = await p.ok(ssl.update, { ...own, ...next }, { token });
    expect(replaced.ssl).toMatchObject({ title: 'Mine', keyType: 'ECDSA P-384', attachedHosts: [zone, `api.${zone}`] });
    const part = { certificate: made.partly.certificate, privateKey: made.partly.key };
    const narrower = await p.try(ssl.update, { ...own, ...part }, { token });
    expect([narrower.status, narrower.body.code]).toEqual([422, 'ssl:error.stillAttached']);

    await p.ok(ssl.detach, { domainId, sslId: added.id }, { token });
    await p.ok(ssl.delete, { domainId, sslId: added.id }, { token });
    expect((await list()).map(({ id }) => id)).toEqual([customSslId, sslId]);
  });

  test('one is attached to the chosen names as it is added, and to none by itself', async () => {
    const { p, token, find, list } = await startSsl();
    const refused = await p.try(ssl.create, { domainId, ...good, attachHosts: ['elsewhere.example'] }, { token });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['attachHosts']]);
    const before = (await list()).length;
    const { ssl: alone } = await p.ok(ssl.create, { domainId, ...good, title: 'Alone' }, { token });
    expect([alone.attachedHosts, (await find(sslId)).attachedHosts]).toEqual([[], [zone, `*.${zone}`]]);
    const { ssl: added } = await p.ok(ssl.create, { domainId, ...good, attachHosts: [zone] }, { token });
    // The names that it wasn't given stay with the other.
    expect([added.attachedHosts, (await find(sslId)).attachedHosts]).toEqual([[zone], [`*.${zone}`]]);
    expect(await list()).toHaveLength(before + 2);
  });

  test('the provider says the same as the form, and applies the corrections that it offers', async () => {
    const refusing = await startSsl();
    for (const { name, input, faults, isRepairable } of certificateCases(made)) {
      if (input.privateKey === null) continue;
      const isAccepted = faults.length === 0 || isRepairable === true;
      // What is refused changes nothing.
      const { p, token } = isAccepted ? await startSsl() : refusing;
      const { status, body } = await p.try(ssl.create, { domainId, title: 'x', ...input }, { token });
      expect(status, name).toBe(isAccepted ? 200 : 422);
      if (isAccepted) continue;
      expect(`ssl:error.${faults[0]?.split(' ')[1]}`, name).toBe(body.code);
      expect(Object.keys(body.fields ?? {}), name).toEqual(faults.map((fault) => fault.split(' ')[0]));
    }
    expect(await refusing.list()).toHaveLength(2);
  });

  test('a renewed certificate can use the stored key', async () => {
    const { p, token } = await startSsl();
    const { ssl: added } = await p.ok(ssl.create, { domainId, ...good }, { token });
    const same = await p.ok(ssl.update, { domainId, sslId: added.id, certificate: good.certificate, caBundle: '' }, { token });
    expect(same.ssl.fingerprint).toBe(added.fingerprint);
    const other = await p.try(ssl.update, { domainId, sslId: added.id, certificate: made.p384.certificate }, { token });
    expect([other.status, other.body.code]).toEqual([422, 'ssl:error.keyMismatch']);
    const alone = await p.try(ssl.update, { domainId, sslId: added.id, privateKey: good.privateKey }, { token });
    expect([alone.status, alone.body.code]).toEqual([422, 'ssl:error.wholePart']);
  });

  test('a free one can be renamed but not replaced', async () => {
    const { p, token } = await startSsl();
    expect((await p.ok(ssl.update, { domainId, sslId, title: 'Main' }, { token })).ssl.title).toBe('Main');
    const { certificate, privateKey } = good;
    const { status, body } = await p.try(ssl.update, { domainId, sslId, certificate, privateKey }, { token });
    expect([status, body.code]).toEqual([409, 'ssl:error.freeFixed']);
  });

  test('attaching requires names that it is valid for, and a valid certificate', async () => {
    const { p, token, find } = await startSsl();
    const attach = async (input: object) => (await p.try(ssl.attach, { domainId, ...input }, { token })).body.code;
    expect(await attach({ sslId: customSslId, hosts: [zone] })).toBe('ssl:error.notCovered');
    expect(await attach({ sslId: customSslId, hosts: ['other.example'] })).toBe('ssl:error.hostElsewhere');
    const { ssl: pending } = await p.ok(ssl.request, { domainId, hosts: ['a'] }, { token });
    expect(await attach({ sslId: pending.id })).toBe('ssl:error.notIssued');
    await p.ok(ssl.attach, { domainId, sslId: customSslId }, { token });
    expect((await find(customSslId)).attachedHosts).toEqual([`partner.${zone}`, `*.partner.${zone}`]);
    await p.ok(ssl.detach, { domainId, sslId: customSslId }, { token });
    await updateStored(p, 'ssl', { id: customSslId }, { expiresAt: p.clock.now });
    expect((await find(customSslId)).status).toBe('expired');
    expect(await attach({ sslId: customSslId })).toBe('ssl:error.attachExpired');
  });

  test('its owner is notified before it expires, when it is in use', async () => {
    const { p, token, find, notes } = await startSsl();
    const end = Date.parse((await find(customSslId)).expireDate ?? '');
    const watch = async (at: number) => {
      p.clock.now = at;
      await runJobs(p, cdnJobs.watchSsl);
    };
    await watch(p.clock.now);
    expect(await notes()).toEqual([]);
    await p.ok(ssl.attach, { domainId, sslId: customSslId }, { token });
    await watch(p.clock.now + 1);
    await watch(p.clock.now + 1);
    expect(await notes()).toMatchObject([{ type: 'warning', title: `A certificate for ${zone} expires soon` }]);
    await watch(end - DAY);
    await watch(end + DAY);
    const notices = (await stored(p, 'notification')).filter(({ description }) => /^ssl:notice\.expir/.test(description));
    expect(notices).toMatchObject([
      { title: 'ssl:notice.expiryTitle', type: 'warning' },
      { title: 'ssl:notice.expiryTitle', type: 'error' },
      { title: 'ssl:notice.expiredTitle', type: 'error' },
    ]);
  });

  test('a long chain is checked in a worker thread, with the same result', async () => {
    const { p, token } = await startSsl();
    const run = vi.spyOn(p.provider.services.workers, 'run');
    await p.ok(ssl.create, { domainId, ...good }, { token });
    expect(run).not.toHaveBeenCalled();
    const { ssl: added } = await p.ok(ssl.create, { domainId, ...good, caBundle: good.caBundle.repeat(3) }, { token });
    expect(run).toHaveBeenCalledOnce();
    expect(await stored(p, 'ssl', { id: added.id })).toMatchObject([{ caBundle: good.caBundle }]);
  });
});

test('each step before the expiry is sent by email once, in the owner’s language, whichever process checks and however often', async () => {
  const { p, token, find } = await startSsl();
  const end = Date.parse((await find(customSslId)).expireDate ?? '');
  await p.ok(ssl.attach, { domainId, sslId: customSslId }, { token });
  await updateStored(p, 'user', { email: demo.email }, { language: 'es' });
  const other = await makeProvider({ env: p.env, store: p.store, clock: () => p.clock.now });
  const { services } = p.provider;
  const signal = new AbortController().signal;
  const ctx = { now: 0, newId: () => uuidv7(p.clock.now), services, signal, leaving: signal };
  const counts: number[] = [];
  for (const left of [31, 30, 29, 14, 13, 7, 6, 1, 0.5, -1, -2]) {
    p.clock.now = end - left * DAY;
    // Two checks at once, one by the queue, and one more after a restart.
    await Promise.all([watchSsl({ ...ctx, now: p.clock.now }, {}), watchSsl({ ...ctx, now: p.clock.now }, {})]);
    await p.store.write('test', (tx) => other.services.jobs.enqueue(tx, cdnJobs.watchSsl, {}));
    await Promise.all([other.services.jobs.runDue(), services.jobs.runDue()]);
    counts.push((await mails(p)).length);
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  const emails = (await stored(p, 'outbox')).filter(({ body }) => body.endsWith('/ssl'));
  expect(emails[0]).toMatchObject({ recipient: demo.email, language: 'es', subject: `Un certificado de ${zone} caduca pronto` });
  expect(emails[0]?.body).toContain(`Certificados de ${zone}:`);
  expect(emails[4]?.subject).toBe(`Un certificado de ${zone} ha caducado`);
});
