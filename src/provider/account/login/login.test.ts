import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { codeAt } from '../../../../tests/support/totp.ts';
import { enableTotp, other } from '../../../../tests/support/twoFactor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { login } from '../../../lib/contract/account/login.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { demo } from '../../../lib/contract/fields.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const signIn = (p: TestProvider, typed: string = demo.password, ip = '203.0.113.7') =>
  p.try(auth.login, { username: demo.email, password: typed }, { ip, headers: { 'user-agent': firefox } });

async function start() {
  const { p, token } = await signedIn();
  p.clock.now += 1000;
  const from = new Date(p.clock.now).toISOString();
  const list = async (input: Input<typeof login.list> = {}) => (await p.ok(login.list, { from, ...input }, { token })).logins;
  return { p, token, list };
}

describe('the sign-in history', () => {
  test('lists result, reason, method, device and address, newest first', async () => {
    const { p, token, list } = await start();
    await signIn(p, 'wrong-password', '198.51.100.1');
    await signIn(p);
    const { secret } = await enableTotp(p, token);
    const { challenge } = (await signIn(p)).body as { challenge: { challengeId: string } };
    const step = (code: string) =>
      p.try(twoFactor.signInVerify, { challengeId: challenge.challengeId, method: 'totp', code }, { ip: '203.0.113.7' });
    const code = codeAt(secret, p.clock.now);
    await step(other(code));
    await step(code);
    expect((await list()).map(({ result, reason, method, browser, os, ip }) => [result, reason, method, browser, os, ip])).toEqual([
      ['success', null, 'totp', '', '', '203.0.113.7'],
      ['failure', 'code', 'totp', '', '', '203.0.113.7'],
      ['success', null, 'password', 'Firefox', 'Linux', '203.0.113.7'],
      ['failure', 'credentials', 'password', 'Firefox', 'Linux', '198.51.100.1'],
    ]);
  });

  test('is filtered by result, address and time, and paginated', async () => {
    const { p, token, list } = await start();
    for (const [typed, ip] of [
      ['wrong', '198.51.100.1'],
      [demo.password, '198.51.100.2'],
      ['wrong', '203.0.113.9'],
    ] as const) {
      await signIn(p, typed, ip);
      p.clock.now += 1000;
    }
    const ips = async (input: Input<typeof login.list>) => (await list(input)).map(({ ip }) => ip);
    expect(await ips({ result: 'failure' })).toEqual(['203.0.113.9', '198.51.100.1']);
    expect(await ips({ result: 'success' })).toEqual(['198.51.100.2']);
    expect(await ips({ q: '198.51' })).toEqual(['198.51.100.2', '198.51.100.1']);
    expect(await ips({ q: '۱۹۸.۵۱' })).toEqual(['198.51.100.2', '198.51.100.1']);
    expect(await ips({ q: '%' })).toEqual([]);
    const page = await p.ok(login.list, { limit: 2 }, { token });
    const next = await p.ok(login.list, { limit: 2, cursor: page.nextCursor ?? '' }, { token });
    expect([...page.logins, ...next.logins].map(({ ip }) => ip)).toEqual(['203.0.113.9', '198.51.100.2', '198.51.100.1', '192.0.2.1']);
    expect((await p.try(login.list, { cursor: 'x' }, { token })).status).toBe(422);
  });

  test('only has the caller’s sign-ins', async () => {
    const { p, token, list } = await start();
    await p.try(password.confirm, { password: 'wrong' }, { token });
    await p.ok(auth.logout, {}, { token: await p.signIn() });
    const stranger = await p.signIn(demo.second);
    expect((await list()).map(({ result }) => result)).toEqual(['success']);
    expect((await p.ok(login.list, {}, { token: stranger })).logins).toHaveLength(1);
  });

  test('is exported with the same filters, in the caller’s language', async () => {
    const { p, token } = await start();
    await signIn(p, 'wrong');
    const { body } = await p.try(login.export, { result: 'failure' }, { token, locale: 'es' });
    const lines = String(body.csv).trim().split('\r\n');
    expect(lines[0]).toBe('Fecha,Resultado,Método,Dispositivo,Dirección IP');
    expect(lines[1]).toContain('Rechazada: Contraseña incorrecta,Contraseña,"Firefox, Linux",203.0.113.7');
    expect([lines.length, body.complete]).toEqual([2, true]);
  });
});
