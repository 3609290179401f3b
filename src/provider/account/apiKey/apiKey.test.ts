import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { lastEntry } from '../../../../tests/support/twoFactor.ts';
import { type ApiKeyForm, apiKey } from '../../../lib/contract/account/apiKey.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { type Area, areas, type NamedCall } from '../../../lib/contract/call.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { allCalls } from '../../../lib/contract/openapi.ts';
import { cloudAreas } from '../../../lib/rules/core/apiKeyAccess.ts';
import { DAY, MINUTE } from '../../../lib/time.ts';

async function withKey(form: Partial<ApiKeyForm> & { access: Partial<Record<Area, 'read' | 'write'>> }) {
  const p = await startProvider();
  const session = await p.signIn();
  const made = await p.ok(apiKey.add, { name: 'Test', monthlyLimit: 1_000_000, ...form }, { token: session });
  return { p, session, token: made.token, id: made.apiKey.id };
}
const every = Object.fromEntries(areas.map((area) => [area, 'write'])) as Record<Area, 'write'>; // every area
const status = async (p: TestProvider, token: string) => (await p.try(domain.list, {}, { token })).status;
const denials = ['error:sessionOnly', 'apiKey:error.area', 'apiKey:error.readOnly', 'apiKey:error.limited'];

describe('the access of a key', () => {
  const calls = allCalls().filter(({ access }) => access === 'session') as NamedCall[];

  test('every area belongs to a call, except those of future cloud products', () => {
    const used = new Set(calls.map(({ area }) => area));
    expect(areas.filter((area) => !used.has(area) && !(cloudAreas as readonly Area[]).includes(area))).toEqual([]);
  });

  test('with write in an area: every call of the area, and no others', async () => {
    const { p, session, token, id } = await withKey({ access: { dns: 'write' } });
    const none = Object.fromEntries(areas.map((area) => [area, 'none']));
    const wrong: unknown[] = [];
    for (const area of areas) {
      const inArea = calls.filter((call) => call.area === area);
      // Without input: what the key may do is refused for its input, if at all.
      await p.ok(apiKey.edit, { apiKeyId: id, access: { ...none, [area]: 'write' } }, { token: session });
      for (const call of inArea) {
        const { status, body } = await p.try(call, {}, { token });
        if (denials.includes(String(body.code))) wrong.push([call.id.join('.'), status, body.code]);
      }
      // No other area opens these calls.
      await p.ok(apiKey.edit, { apiKeyId: id, access: { ...every, [area]: 'none' } }, { token: session });
      for (const call of inArea) {
        const { status, body } = await p.try(call, {}, { token });
        if (status !== 409 || body.code !== 'apiKey:error.area') wrong.push([call.id.join('.'), status, body.code]);
      }
    }
    await p.ok(apiKey.edit, { apiKeyId: id, access: every }, { token: session });
    for (const call of calls.filter(({ area, everyKey }) => area === null && !everyKey)) {
      const { status, body } = await p.try(call, {}, { token });
      if (status !== 409 || body.code !== 'error:sessionOnly') wrong.push([call.id.join('.'), status, body.code]);
    }
    expect(wrong).toEqual([]);
  });

  test('with read everywhere: every safe call, and no others', async () => {
    const { p, token } = await withKey({ access: Object.fromEntries(areas.map((area) => [area, 'read'])) });
    for (const call of calls.filter(({ area }) => area !== null)) {
      const { body } = await p.try(call, {}, { token });
      if (!call.safe) expect([call.id.join('.'), body.code]).toEqual([call.id.join('.'), 'apiKey:error.readOnly']);
      else expect(denials, call.id.join('.')).not.toContain(body.code);
    }
  });

  test('a refusal has the area and the key, in the caller’s language, and never ends a session', async () => {
    const { p, token } = await withKey({ access: { reports: 'read' } });
    const refused = await p.try(dns.list, { domainId: demo.domainId }, { token, locale: 'es' });
    expect(refused).toMatchObject({ status: 409, body: { message: 'La clave de API Test no tiene acceso a esta área: Registros DNS.' } });
    for (const call of calls) expect([401, 403], call.id.join('.')).not.toContain((await p.try(call, {}, { token })).status);
  });

  test('any key gets itself, and a session has none', async () => {
    const { p, session, token, id } = await withKey({ access: { dns: 'read' }, domainIds: [demo.domainId] });
    const { apiKey: own } = await p.ok(apiKey.current, {}, { token });
    expect(own).toMatchObject({ id, name: 'Test', domainIds: [demo.domainId], serverIds: null });
    expect(own.access).toMatchObject({ dns: 'read', caching: 'none' });
    expect(await p.try(apiKey.current, {}, { token: session })).toMatchObject({ status: 404, body: { code: 'error:notFound' } });
    await p.ok(apiKey.remove, { apiKeyId: id }, { token: session });
    expect((await p.try(apiKey.current, {}, { token })).status).toBe(401);
  });

  test('with the area for it, adds domains on the free plan, and no others', async () => {
    const { p, token } = await withKey({ access: { domains: 'write' } });
    const { terms } = await p.ok(domain.terms, {}, { token });
    const input = { name: 'by-key.example', plan: 'free', acceptTerms: true, termsVersion: terms.version } as const;
    expect((await p.ok(domain.check, { name: input.name }, { token })).check).toMatchObject({ valid: true, exists: false });
    const paid = await p.try(domain.add, { ...input, plan: 'pro' }, { token });
    expect(paid).toMatchObject({ status: 409, body: { code: 'domain:error.keyPlan' } });
    const { domain: added } = await p.ok(domain.add, input, { token });
    expect(added).toMatchObject({ name: input.name, plan: 'free' });
    expect(await lastEntry(p)).toMatchObject({ actorType: 'apiKey', actorName: 'Test', action: 'create', entityName: input.name });
    // It adds domains, and does nothing with them.
    expect((await p.try(domain.get, { domainId: added.id }, { token })).body.code).toBe('apiKey:error.area');
  });

  test('limited to chosen domains, or to reading, it adds none', async () => {
    const limited = { access: { domains: 'write' as const }, domainIds: [demo.domainId] };
    const reading = { access: { domains: 'read' as const } };
    for (const [form, code] of [
      [limited, 'apiKey:error.limited'],
      [reading, 'apiKey:error.readOnly'],
    ] as const) {
      const { p, token } = await withKey(form);
      expect(await p.try(domain.add, domain.add.example, { token })).toMatchObject({ status: 409, body: { code } });
    }
  });

  test('its last use shows at once, also within the minute after another one', async () => {
    const { p, session, token, id } = await withKey({ access: { dns: 'read' } });
    const lastUse = async () => {
      const { apiKeys } = await p.ok(apiKey.list, {}, { token: session });
      const [one, same] = [apiKeys.find((key) => key.id === id), (await p.ok(apiKey.get, { apiKeyId: id }, { token: session })).apiKey];
      expect(same.lastActivity).toBe(one?.lastActivity);
      return one?.lastActivity;
    };
    expect(await lastUse()).toBeNull();
    for (let n = 0; n < 3; n++) {
      p.clock.now += 1_000;
      await p.ok(dns.list, { domainId: demo.domainId }, { token });
      expect(await lastUse()).toBe(new Date(p.clock.now).toISOString());
    }
  });

  test('its changes are logged under its name', async () => {
    const { p, token } = await withKey({ access: { dns: 'write' } });
    await p.ok(dns.create, dns.create.example, { token });
    expect(await lastEntry(p)).toMatchObject({ actorType: 'apiKey', actorName: 'Test', via: 'api', action: 'create' });
  });
});

describe('the domains of a key', () => {
  test('those of its account: others are unknown', async () => {
    const { p, token } = await withKey({ access: every });
    const { domains } = await p.ok(domain.list, {}, { token: await p.signIn(demo.second) });
    expect((await p.try(dns.list, { domainId: domains[0]?.id }, { token })).status).toBe(404);
    expect((await p.try(dns.list, { domainId: demo.domainId }, { token })).status).toBe(200);
  });

  test('only the selected ones: others are unknown, lists exclude them, and the account can’t be changed', async () => {
    const { p, token } = await withKey({ access: every, domainIds: [demo.domainId] });
    const unknown = await p.try(dns.list, { domainId: 'nobody' }, { token });
    for (const call of allCalls().filter(({ area, access }) => area !== null && access === 'session') as NamedCall[]) {
      const example = call.example as Record<string, unknown>;
      if (typeof example.domainId !== 'string') continue;
      const { status, body } = await p.try(call, { ...example, domainId: demo.planDomainId }, { token });
      if (call.body !== 'multipart') expect([call.id.join('.'), status, body.code]).toEqual([call.id.join('.'), 404, unknown.body.code]);
    }
    expect((await p.ok(domain.list, {}, { token })).domains.map(({ id }) => id)).toEqual([demo.domainId]);
    const group = await p.try(firewallGroup.add, { title: 'All', ipAddresses: ['192.0.2.1'] }, { token });
    expect(group).toMatchObject({ status: 409, body: { code: 'apiKey:error.limited' } });
    expect((await p.try(dns.list, { domainId: demo.domainId }, { token })).status).toBe(200);
  });
});

describe('the servers of a key', () => {
  test('only the selected ones: others are unknown, lists exclude them, and nothing of the account can be used', async () => {
    const { p, token } = await withKey({ access: every, serverIds: [demo.serverId] });
    const all = await p.ok(server.list, {}, { token: await p.signIn() });
    const others = all.servers.filter(({ id }) => id !== demo.serverId);
    expect(others.length).toBeGreaterThan(0);
    const unknown = await p.try(server.get, { serverId: 'nobody' }, { token });
    for (const call of allCalls().filter(({ area }) => area !== null && (cloudAreas as readonly Area[]).includes(area)) as NamedCall[]) {
      if (call.access !== 'session') continue;
      const name = call.id.join('.');
      const example = call.example as Record<string, unknown>;
      const list = 'serverIds' in example;
      if ('serverId' in example || list) {
        const own = Object.keys(example).every((field) => !/Ids?$/.test(field) || /^serverIds?$/.test(field));
        const foreign = list ? { serverIds: [demo.serverId, others[0]?.id] } : { serverId: others[0]?.id };
        const { status, body } = await p.try(call, { ...example, ...foreign }, { token });
        if (own) expect([status, body.code], name).toEqual([404, unknown.body.code]);
        else expect([404, 409], name).toContain(status);
        continue;
      }
      if (call.body === 'multipart') continue;
      const { status, body } = await p.try(call, example, { token });
      if (status !== 200) expect(['apiKey:error.limitedServers', 'error:notFound'], name).toContain(body.code);
      // What it may read contains no other server.
      for (const { id } of others) expect(JSON.stringify(body), name).not.toContain(id);
      if (call.changes && status === 200) expect(Object.keys(example).join(), name).toMatch(/(alarm|snapshot)Id/);
    }
    expect((await p.ok(server.list, {}, { token })).servers.map(({ id }) => id)).toEqual([demo.serverId]);
    expect((await p.try(server.get, { serverId: demo.serverId }, { token })).status).toBe(200);
    expect((await p.try(domain.list, {}, { token })).status).toBe(200);
  });
});

describe('the calls of a key', () => {
  test('are listed, the newest first, with those that were refused', async () => {
    const { p, session, token, id } = await withKey({ access: { dns: 'read' }, allowedIps: ['192.0.2.0/24'] });
    await p.try(dns.list, { domainId: demo.domainId }, { token });
    p.clock.now += 1;
    await p.try(domain.list, {}, { token });
    p.clock.now += 1;
    await p.try(dns.list, { domainId: demo.domainId }, { token, ip: '203.0.113.9' });
    const { calls } = await p.ok(apiKey.calls, { apiKeyId: id }, { token: session });
    expect(calls.map(({ path, status, ip }) => [path, status, ip])).toEqual([
      [dns.list.path, 409, '203.0.113.9'],
      [domain.list.path, 409, '192.0.2.1'],
      [dns.list.path, 200, '192.0.2.1'],
    ]);
  });

  test('the newest 200 are kept, with one write for many, and none of a deleted key', async () => {
    const { p, session, token, id } = await withKey({ access: { dns: 'read' } });
    for (let n = 0; n < 3; n++) await status(p, token);
    const { keyCalls } = p.provider.services;
    for (let n = 0; n < 250; n++) keyCalls.note({ keyId: id, time: p.clock.now + 1 + n, call: 'dns.list', status: 200, ip: '192.0.2.1' });
    await keyCalls.flush();
    keyCalls.note({ keyId: id, time: p.clock.now + 999, call: 'gone.call', status: 404, ip: '192.0.2.1' });
    const { calls } = await p.ok(apiKey.calls, { apiKeyId: id }, { token: session });
    expect([calls.length, calls[0]?.call, calls[0]?.path, calls[1]?.path]).toEqual([200, 'gone.call', null, dns.list.path]);
    await p.ok(apiKey.remove, { apiKeyId: id }, { token: session });
    keyCalls.note({ keyId: id, time: p.clock.now, call: 'dns.list', status: 401, ip: '192.0.2.1' });
    await keyCalls.flush();
    expect(await stored(p, 'apiKeyCall')).toEqual([]);
  });
});

describe('the end of a key', () => {
  test('after its expiry, and immediately when it is deleted', async () => {
    const { p, session, token, id } = await withKey({ access: every, expireDate: '2100-01-01T00:00:00.000Z' });
    const { token: other } = await p.ok(
      apiKey.add,
      { name: 'Other', access: every, monthlyLimit: 1_000_000, expireDate: '2100-01-01T00:00:00.000Z' },
      { token: session },
    );
    await p.ok(apiKey.remove, { apiKeyId: id }, { token: session });
    expect([await status(p, token), await status(p, other)]).toEqual([401, 200]);
    p.clock.now = Date.parse('2100-01-01T00:00:00.000Z');
    expect(await status(p, other)).toBe(401);
  });

  test('an hour after a roll, for the previous token', async () => {
    const { p, session, token, id } = await withKey({ access: every });
    const rolled = await p.ok(apiKey.roll, { apiKeyId: id }, { token: session });
    expect(rolled.token).toMatch(/^nsm_[\w-]{43}$/);
    p.clock.now += 59 * MINUTE;
    expect([await status(p, token), await status(p, rolled.token)]).toEqual([200, 200]);
    p.clock.now += MINUTE;
    expect([await status(p, token), await status(p, rolled.token)]).toEqual([401, 200]);
  });

  test('similar strings aren’t accepted as tokens', async () => {
    const { p, token } = await withKey({ access: every });
    for (const wrong of ['nsm_', token.slice(0, -1), `${token}x`, token.toUpperCase(), token.slice(4)])
      expect(await status(p, wrong)).toBe(401);
    expect(JSON.stringify(await stored(p, 'apiKey'))).not.toContain(token.slice(8));
  });
});

describe('the addresses of a key', () => {
  test('only from its addresses, with the reason', async () => {
    const { p, token } = await withKey({ access: every, allowedIps: ['198.51.100.0/24', '2001:db8::/32'] });
    const from = (ip: string) => p.try(domain.list, {}, { token, ip });
    expect((await from('198.51.100.9')).status).toBe(200);
    expect((await from('2001:db8::5')).status).toBe(200);
    expect(await from('192.0.2.1')).toMatchObject({ status: 409, body: { code: 'apiKey:error.ip' } });
  });

  test('its last activity is accurate to a minute', async () => {
    const { p, session, token, id } = await withKey({ access: every });
    const loadKey = async () => (await p.ok(apiKey.get, { apiKeyId: id }, { token: session })).apiKey;
    expect(await loadKey()).toMatchObject({ lastActivity: null, tokenHint: token.slice(0, 8) });
    await status(p, token);
    expect(await loadKey()).toMatchObject({ lastActivity: new Date(p.clock.now).toISOString(), lastIp: '192.0.2.1' });
    p.clock.now += MINUTE + 1;
    await status(p, token);
    expect((await loadKey()).lastActivity).toBe(new Date(p.clock.now).toISOString());
  });
});

describe('managing keys', () => {
  test('a wrong value is refused at its field', async () => {
    const { p, token } = await signedIn();
    for (const [status, field, change] of [
      [422, 'name', { name: ' ' }],
      [422, 'access', { access: {} }],
      [422, 'access', { access: { dns: 'none' } }],
      [422, 'expireDate', { expireDate: '2020-01-01T00:00:00.000Z' }],
      [422, 'domainIds', { domainIds: ['nobody'] }],
      [422, 'domainIds', { domainIds: [] }],
      [422, 'serverIds', { serverIds: ['nobody'] }],
      [422, 'allowedIps.0', { allowedIps: ['300.0.0.1'] }],
      [409, 'name', { name: 'Monitoring' }],
    ] as const) {
      const answer = await p.try(apiKey.add, { name: 'New', access: { dns: 'read' }, ...change }, { token });
      expect([answer.status, Object.keys(answer.body.fields ?? {})], JSON.stringify(change)).toEqual([status, [field]]);
    }
    // So is a server of another account.
    const foreign = { name: 'New', access: every, serverIds: [demo.serverId] };
    const answer = await p.try(apiKey.add, foreign, { token: await p.signIn(demo.second) });
    expect(answer.body.fields).toEqual({ serverIds: 'One of the servers isn’t in your account. Choose again.' });
  });

  test('an update changes the given fields and keeps the rest', async () => {
    const { p, session, token, id } = await withKey({ access: { dns: 'read' }, allowedIps: ['192.0.2.0/24'] });
    const { apiKey: after } = await p.ok(apiKey.edit, { apiKeyId: id, access: { caching: 'write' } }, { token: session });
    expect(after).toMatchObject({ name: 'Test', allowedIps: ['192.0.2.0/24'], access: { caching: 'write', dns: 'none' } });
    expect((await p.try(dns.list, { domainId: demo.domainId }, { token })).status).toBe(409);
  });

  test('creating, editing and rolling one requires a recent password confirmation; the owner is notified', async () => {
    const { p, session, id } = await withKey({ access: { dns: 'read' } });
    expect((await p.lastMail(demo.email))?.subject).toBe('An API key was created: Test');
    p.clock.now += 10 * MINUTE;
    for (const [call, input] of [
      [apiKey.add, { name: 'Two', access: { dns: 'read' } }],
      [apiKey.edit, { apiKeyId: id, access: every }],
      [apiKey.roll, { apiKeyId: id }],
    ] as const)
      expect((await p.try(call, input, { token: session })).body.code).toBe('auth:error.confirm');
  });

  test('there are at most fifty', async () => {
    const { p, token } = await signedIn();
    const { apiKeys } = await p.ok(apiKey.list, {}, { token });
    for (let n = apiKeys.length; n < 50; n++) await p.ok(apiKey.add, { name: `Key ${n}`, access: { dns: 'read' } }, { token });
    expect((await p.try(apiKey.add, { name: 'More', access: { dns: 'read' } }, { token })).body.code).toBe('apiKey:error.limit');
  });

  test('a key without an expiry doesn’t end, and no key can sign in', async () => {
    const { p, token } = await withKey({ access: every });
    expect((await p.try(auth.profile, {}, { token })).body.code).toBe('error:sessionOnly');
    expect((await p.try(auth.refresh, {}, { headers: { lt: token } })).status).toBe(401);
    p.clock.now += 400 * DAY;
    expect(await status(p, token)).toBe(200);
  });
});
