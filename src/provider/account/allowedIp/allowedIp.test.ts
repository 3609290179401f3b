import { describe, expect, test } from 'vitest';
import { EventReader } from '../../../../tests/support/events.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { other, sixIn } from '../../../../tests/support/twoFactor.ts';
import { allowedIp } from '../../../lib/contract/account/allowedIp.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { demo } from '../../../lib/contract/fields.ts';

const HOME = '192.0.2.1';
const AWAY = '203.0.113.9';
const signIn = (p: TestProvider, ip: string, password: string = demo.password) =>
  p.try(auth.login, { username: demo.email, password }, { ip });

/** An account that can be used from 192.0.2.0/24 only. */
async function restricted() {
  const { p, token } = await signedIn();
  const { allowedIps } = await p.ok(allowedIp.add, { ip: '192.0.2.0/24', description: 'Office' }, { token });
  await p.ok(allowedIp.toggle, { enabled: true }, { token });
  return { p, token, id: allowedIps.items[0]?.id ?? '' };
}

describe('the list', () => {
  test('accepts addresses and networks of both families, without duplicates', async () => {
    const { p, token } = await signedIn();
    const add = (ip: string) => p.try(allowedIp.add, { ip }, { token });
    for (const ip of ['198.51.100.7', '10.0.0.0/8', '2001:db8::/32', '::1']) expect((await add(ip)).status).toBe(200);
    for (const ip of ['198.51.100.7/32', '::ffff:198.51.100.7', '10.1.2.3/8'])
      expect((await add(ip)).body.code).toBe('allowedIp:error.taken');
    for (const ip of ['', '300.1.1.1', '10.0.0.0/33', 'example.com'])
      expect(Object.keys((await add(ip)).body.fields ?? {})).toEqual(['ip']);
  });

  test('requires a recent password confirmation for each change', async () => {
    const { p, token, id } = await restricted();
    p.clock.now += 11 * 60_000;
    const calls = [p.try(allowedIp.add, { ip: '::1' }, { token }), p.try(allowedIp.toggle, { enabled: false }, { token })];
    for (const answer of await Promise.all([...calls, p.try(allowedIp.remove, { allowedIpId: id }, { token })]))
      expect([answer.status, answer.body.code]).toEqual([409, 'auth:error.confirm']);
  });
});

describe('lockout protection', () => {
  test('it can’t be turned on from outside the list, and the caller’s address can’t be removed', async () => {
    const { p, token } = await signedIn();
    const turnOn = () => p.try(allowedIp.toggle, { enabled: true }, { token });
    expect((await turnOn()).body.code).toBe('allowedIp:error.lockout');
    await p.ok(allowedIp.add, { ip: AWAY }, { token });
    expect((await turnOn()).body.code).toBe('allowedIp:error.lockout');
    const { allowedIps } = await p.ok(allowedIp.add, { ip: HOME }, { token });
    expect((await turnOn()).status).toBe(200);
    const idOf = (ip: string) => allowedIps.items.find((item) => item.ip === ip)?.id ?? '';
    expect((await p.try(allowedIp.remove, { allowedIpId: idOf(HOME) }, { token })).body.code).toBe('allowedIp:error.lockout');
    expect((await p.try(allowedIp.remove, { allowedIpId: idOf(AWAY) }, { token })).status).toBe(200);
    expect((await p.try(allowedIp.remove, { allowedIpId: idOf(AWAY) }, { token })).status).toBe(404);
  });

  test('a sign-in from elsewhere gets an emailed code that allows the address, once', async () => {
    const { p } = await restricted();
    expect((await signIn(p, AWAY, 'wrong-password')).body).toMatchObject({ code: 'auth:error.credentials' });
    const { status, body } = await signIn(p, AWAY);
    expect([status, body.code]).toEqual([409, 'auth:error.ipBlocked']);
    const { verificationId } = body.recovery as { verificationId: string };
    // A second attempt a moment later sends no second email.
    expect((await signIn(p, AWAY)).body.recovery).toBeUndefined();
    const code = sixIn((await p.lastMail(demo.email))?.body);
    const recover = (typed: string) => p.try(auth.allowAddress, { verificationId, code: typed }, { ip: AWAY });
    expect((await recover(other(code))).body.code).toBe('auth:error.code');
    expect((await recover(code)).body).toMatchObject({ ip: AWAY });
    expect((await recover(code)).body.code).toBe('auth:error.codeExpired');
    expect((await signIn(p, AWAY)).status).toBe(200);
    expect((await signIn(p, '203.0.113.10')).status).toBe(409);
  });
});

describe('it applies to every call', () => {
  test('to sessions, refresh and keys; an IPv4-mapped address is the same address', async () => {
    const { p, token } = await restricted();
    const key = (await p.ok(apiKey.add, { name: 'CI', access: { globalConfigs: 'read' } }, { token })).token;
    const fetchStatuses = async (ip: string) => [
      (await p.try(auth.profile, {}, { token, ip })).status,
      (await p.request('POST', '/auth/refresh', { body: {}, headers: { lt: token }, ip })).status,
      (await p.try(domain.list, {}, { token: key, ip })).status,
    ];
    expect(await fetchStatuses(AWAY)).toEqual([401, 401, 409]);
    expect(await fetchStatuses('2001:db8::1')).toEqual([401, 401, 409]);
    expect(await fetchStatuses(HOME)).toEqual([200, 200, 200]);
    expect((await p.try(domain.list, {}, { token: key, ip: '::ffff:192.0.2.77' })).status).toBe(200);
  });

  test('it closes open streams of other addresses', async () => {
    const { p, token } = await signedIn();
    const stream = new Request(`http://provider${task.stream.path}`, { headers: { authorization: `Bearer ${token}` } });
    await using events = new EventReader(await p.provider.answer(stream, { ip: AWAY }));
    await events.until('ready');
    await p.ok(allowedIp.add, { ip: HOME }, { token });
    await p.ok(allowedIp.toggle, { enabled: true }, { token });
    expect((await events.until('end', 1000)).data.reason).toBe('session');
  });
});
