import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { compareAll, started as edgeStarted } from '../../../../tests/support/edgeControl.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { selfSigned } from '../../../../tests/support/origin.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { cdnJobs } from '../jobs.ts';

const domainId: string = demo.domainId;
const day = { value: 1, unit: 'd' } as const;
const year = { value: 365, unit: 'd' } as const;
const on = { enabled: true, maxAge: day, includeSubdomains: false, preload: false };

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const named = async (name: string) => (await storedOne(p, 'domain', { name })).id;
  return { p, token, named, get: async (id = domainId) => (await p.ok(https.get, { domainId: id }, { token })).https };
}

test('a domain starts with secure defaults: HTTPS with TLS 1.2 and 1.3, no redirect, no HSTS', async () => {
  const { p, token, named } = await started();
  expect(await p.ok(https.get, { domainId: await named('rosewater.example') }, { token })).toEqual({
    https: {
      enabled: true,
      httpToHttps: false,
      tlsVersions: ['1.2', '1.3'],
      hsts: { enabled: false, maxAge: { value: 5, unit: 'm' }, includeSubdomains: false, preload: false },
      hstsRememberedUntil: null,
      http2: true,
      http3: false,
      backendProtocol: 'auto',
      originCheck: 'off',
      originCa: null,
      originPins: null,
      websockets: false,
      version: 0,
    },
    clientCertificate: null,
    gate: { websockets: { allowed: false, reason: 'plan', requiredPlan: 'eco' } },
  });
});

test('each call changes its own settings, and each is logged once', async () => {
  const { p, token, get } = await started();
  const { version } = await get();
  await p.ok(https.update, { domainId, http3: false, websockets: true }, { token });
  await p.ok(https.tls, { domainId, tlsVersions: ['1.3', '1.1', '1.3'] }, { token });
  await p.ok(https.backendProtocol, { domainId, backendProtocol: 'https' }, { token });
  await p.ok(https.hsts, { domainId, ...on }, { token });
  expect(await get()).toMatchObject({
    httpToHttps: true,
    http3: false,
    websockets: true,
    tlsVersions: ['1.1', '1.3'],
    backendProtocol: 'https',
    hsts: on,
    version: version + 4,
  });
  const entries = await stored(p, 'changeLog', { group: 'https' });
  const logged = { action: 'update', entityType: 'https', entityName: 'parvaz.example' };
  expect(entries).toMatchObject(['update', 'tls', 'backendProtocol', 'hsts'].map((name) => ({ call: `https.${name}`, ...logged })));
});

test('WebSockets need Economic or above: 402 with the plan, but they can be turned off after a downgrade', async () => {
  const { p, token, named, get } = await started();
  const [free, eco] = [await named('rosewater.example'), await named('ketabnama.example')];
  expect(await p.try(https.update, { domainId: free, websockets: true }, { token })).toMatchObject({
    status: 402,
    body: { code: 'plan:required', requiredPlan: 'eco' },
  });
  expect((await get(free)).version).toBe(0);
  await p.ok(https.update, { domainId: eco, websockets: true }, { token });
  await updateStored(p, 'domain', { id: eco }, { plan: 'free' });
  await p.ok(https.update, { domainId: eco, websockets: true, http2: false }, { token });
  await p.ok(https.update, { domainId: eco, websockets: false }, { token });
  expect((await get(eco)).websockets).toBe(false);
});

test('HTTPS can’t be turned off while HSTS is on; after it is off, browsers still remember it', async () => {
  const { p, token, get } = await started();
  await p.ok(https.hsts, { domainId, ...on }, { token });
  expect((await get()).hstsRememberedUntil).toBeNull();
  expect(await p.try(https.update, { domainId, enabled: false }, { token })).toMatchObject({
    status: 409,
    body: { code: 'https:error.hstsFirst', fields: { enabled: expect.any(String) } },
  });
  await p.ok(https.hsts, { domainId, ...on, enabled: false }, { token });
  expect((await get()).hstsRememberedUntil).toBe(new Date(p.clock.now + 86_400_000).toISOString());
  await p.ok(https.update, { domainId, enabled: false }, { token });
  expect(await p.try(https.hsts, { domainId, ...on }, { token })).toMatchObject({
    status: 409,
    body: { code: 'https:error.hstsNeedsHttps' },
  });
});

test('the preload list is refused until its requirements are met, and then the redirect can’t be turned off', async () => {
  const { p, token, get } = await started();
  const preload = { ...on, preload: true, includeSubdomains: true, maxAge: year };
  for (const change of [{ maxAge: day }, { includeSubdomains: false }])
    expect(await p.try(https.hsts, { domainId, ...preload, ...change }, { token })).toMatchObject({
      status: 422,
      body: { code: 'https:error.preload', fields: { preload: expect.any(String) } },
    });
  await p.ok(https.hsts, { domainId, ...preload }, { token });
  expect(await p.try(https.update, { domainId, httpToHttps: false }, { token })).toMatchObject({
    status: 409,
    body: { code: 'https:error.preloadFirst' },
  });
  expect((await get()).httpToHttps).toBe(true);
});

test.each(locales)('says in %s what is wrong beside the field', async (locale) => {
  const { p, token, get } = await started();
  const t = translator(locale);
  const { version } = await get();
  for (const [call, input, field, message] of [
    [https.tls, { tlsVersions: [] }, 'tlsVersions', t('https:error.tlsRequired')],
    [https.tls, { tlsVersions: ['2.0'] }, 'tlsVersions.0', t('error:choice')],
    [https.hsts, { ...on, maxAge: { value: 7, unit: 's' } }, 'maxAge', t('rules:error.time')],
    [https.backendProtocol, { backendProtocol: 'ftp' }, 'backendProtocol', t('error:choice')],
  ] as const) {
    const { status, body } = await p.try(call, { domainId, ...input }, { token, locale });
    expect([status, body.fields]).toEqual([422, { [field]: message }]);
  }
  expect((await get()).version).toBe(version);
});

describe('the certificate of the origin', () => {
  /** A provider whose edges verify it. */
  async function verifying() {
    const all = await edgeStarted();
    await all.report({}, {}, { abilities: ['originVerification'] });
    const choose = (input: object) => all.p.try(https.originCheck, { domainId, originCheck: 'own', ...input }, { token: all.token });
    return { ...all, choose, get: async () => (await all.p.ok(https.get, { domainId }, { token: all.token })).https };
  }
  const { cert, key } = selfSigned('shop.example');

  test('certificates are stored in standard form, stay while the check stays, and go with it', async () => {
    const { choose, get } = await verifying();
    expect((await choose({ originCa: `from the mail:\r\n${cert.replaceAll('\n', '\r\n')}` })).status).toBe(200);
    expect(await get()).toMatchObject({ originCheck: 'own', originCa: cert });
    expect((await choose({})).status).toBe(200);
    expect((await get()).originCa).toBe(cert);
    await choose({ originCheck: 'public' });
    expect(await get()).toMatchObject({ originCheck: 'public', originCa: null });
  });

  test('hashes of public keys are stored one a line, in place of certificates', async () => {
    const { p, token, choose, get, report } = await verifying();
    const [one, two] = ['a', 'b'].map((letter) => `${letter.repeat(43)}=`);
    const pin = (originPins?: string) => choose({ originCheck: 'pin', originPins });
    expect((await pin(one)).body.fields).toEqual({ originCheck: translator('en')('rules:noOriginCheck') });
    await report({}, {}, { abilities: ['originVerification', 'originPins'] });
    await choose({ originCa: cert });
    expect((await pin(`sha256/${one}\r\n\n pin-sha256="${two}";\n${one}`)).status).toBe(200);
    expect(await get()).toMatchObject({ originCheck: 'pin', originPins: `${one}\n${two}`, originCa: null });
    expect((await pin()).status).toBe(200);
    for (const wrong of ['', 'key', `${one}\nkey`, cert])
      expect((await pin(wrong)).body.fields).toEqual({ originPins: translator('en')('https:error.originPins', { max: 10 }) });
    const { configuration } = await p.ok(version.export, { domainId }, { token });
    await choose({ originCheck: 'off' });
    expect(await get()).toMatchObject({ originCheck: 'off', originPins: null });
    await p.ok(version.import, { domainId, configuration, confirmSelfBlock: true }, { token });
    expect(await get()).toMatchObject({ originCheck: 'pin', originPins: `${one}\n${two}` });
  });

  test.each([
    ['nothing', undefined, 'https:error.originCa'],
    ['no PEM', 'CN=shop.example', 'https:error.originCa'],
    ['a cut certificate', cert.slice(0, 200), 'https:error.originCa'],
    ['base64 of something else', '-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n', 'https:error.originCa'],
    ['a private key', `${cert}${key}`, 'https:error.originKey'],
    ['21 certificates', cert.repeat(21), 'https:error.originCas'],
  ] as const)('%s as the authority is refused beside the field, and nothing changes', async (_, originCa, code) => {
    const { choose, get } = await verifying();
    const before = await get();
    expect(await choose({ originCa })).toMatchObject({ status: 422, body: { fields: { originCa: translator('en')(code) } } });
    expect(await get()).toEqual(before);
  });
});

describe('the certificate of the edge', () => {
  const { cert, key } = selfSigned('edge.example');
  async function identifying() {
    const all = await edgeStarted();
    await all.report({}, {}, { abilities: ['clientCertificate'] });
    const { p, token } = all;
    const set = (input: object) => p.try(https.clientCertificate, { domainId, certificate: cert, privateKey: key, ...input }, { token });
    const get = async () => (await p.ok(https.get, { domainId }, { token })).clientCertificate;
    return { ...all, set, get };
  }

  test('is stored sealed, shown without its key, sent to the edge, and removed', async () => {
    const { p, token, set, get, pull } = await identifying();
    const { body } = await set({ certificate: `from the mail:\r\n${cert.replaceAll('\n', '\r\n')}` });
    const { fingerprint256, validToDate } = new X509Certificate(cert);
    const shown = {
      subject: 'edge.example',
      fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
      expireDate: iso(validToDate.getTime()),
    };
    expect(body).toEqual({ clientCertificate: shown });
    expect(await get()).toEqual(shown);
    expect(JSON.stringify([await stored(p, 'clientCertificate'), await stored(p, 'changeLog')])).not.toContain(key.slice(40, 80));
    await compareAll(p);
    const policy = (await pull()).domains.find(({ id }) => id === domainId);
    expect(policy?.clientCertificate?.chain).toBe(cert);
    expect(createPrivateKey(policy?.clientCertificate?.privateKey ?? '').equals(createPrivateKey(key))).toBe(true);
    await p.ok(https.deleteClientCertificate, { domainId }, { token });
    expect(await get()).toBeNull();
    expect((await p.try(https.deleteClientCertificate, { domainId }, { token })).status).toBe(404);
    const log = await stored(p, 'changeLog', { entityType: 'clientCertificate' });
    expect(log.map(({ action }) => action)).toEqual(['create', 'delete']);
  });

  test('a pair that can’t be used is refused beside its field', async () => {
    const { p, set, get, report } = await identifying();
    const refusal = async (input: object) => (await set(input)).body.fields;
    const en = translator('en');
    const broken = en('https:error.clientCertificate', { max: 10 });
    expect(await refusal({ certificate: 'edge' })).toEqual({ certificate: broken });
    expect(await refusal({ certificate: cert.slice(0, 200) })).toEqual({ certificate: broken });
    expect(await refusal({ certificate: key })).toEqual({ certificate: broken });
    expect(await refusal({ privateKey: 'secret' })).toEqual({ privateKey: en('https:error.clientKey') });
    expect(await refusal({ privateKey: selfSigned('edge.example').key })).toEqual({ privateKey: en('https:error.clientPair') });
    const server = selfSigned('edge.example', ['-addext', 'extendedKeyUsage=serverAuth']);
    expect(await refusal({ certificate: server.cert, privateKey: server.key })).toEqual({ certificate: en('https:error.clientUsage') });
    expect(await get()).toBeNull();
    p.clock.now = new X509Certificate(cert).validToDate.getTime();
    await report({}, {}, { abilities: ['clientCertificate'] });
    const late = await p.try(https.clientCertificate, { domainId, certificate: cert, privateKey: key }, { token: await p.signIn() });
    const date = iso(p.clock.now).slice(0, 10);
    expect(late.body.fields).toEqual({ certificate: en('https:error.clientExpired', { date }) });
  });

  test('its owner is notified once before it expires, and once after', async () => {
    const { p, set } = await identifying();
    await set({});
    const end = new X509Certificate(cert).validToDate.getTime();
    const titles = async () =>
      (await stored(p, 'notification', { event: 'sslExpiry' })).map(({ title }) => title).filter((one) => one.startsWith('https:'));
    for (const [left, expected] of [
      [31 * DAY, []],
      [29 * DAY, ['https:notice.expiryTitle']],
      [28 * DAY, ['https:notice.expiryTitle']],
      [-DAY, ['https:notice.expiryTitle', 'https:notice.expiredTitle']],
    ] as const) {
      p.clock.now = end - left;
      await runJobs(p, cdnJobs.watchSsl);
      expect(await titles()).toEqual(expected);
    }
  });

  test('is refused while no edge uses it', async () => {
    const p = await startProvider();
    const refused = await p.try(https.clientCertificate, { domainId, certificate: cert, privateKey: key }, { token: await p.signIn() });
    expect([refused.status, refused.body.fields]).toEqual([422, { certificate: translator('en')('rules:noClientCertificate') }]);
  });
});
