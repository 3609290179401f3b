import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { mailedCode, right } from '../../../../tests/support/twoFactor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { deviceFingerprint, parseDevice } from '../../core/session/device.ts';

const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

async function signIn(p: TestProvider, ip: string, userAgent: string): Promise<string> {
  const { status, body } = await p.try(auth.login, right, { ip, headers: { 'user-agent': userAgent } });
  expect(status).toBe(200);
  return String(body.token);
}
const readNotice = async (p: TestProvider, token: string) =>
  (await p.ok(notification.list, {}, { token })).notifications.map(({ title, description, event }) => ({ title, description, event }));

describe('a sign-in from a new location', () => {
  test('sends a notification with browser, system and address; one from a known location doesn’t', async () => {
    const p = await startProvider();
    await signIn(p, '203.0.113.7', chrome(140));
    await signIn(p, '203.0.113.99', chrome(141));
    expect(await readNotice(p, await signIn(p, '203.0.113.7', chrome(141)))).toEqual([]);
    expect(await readNotice(p, await signIn(p, '203.0.113.7', firefox))).toEqual([
      {
        title: 'New sign-in to your account',
        description: expect.stringMatching(/^Firefox on Linux, from IP address 203\.0\.113\.7\./),
        event: 'login',
      },
    ]);
    expect(await readNotice(p, await signIn(p, '198.51.100.7', chrome(141)))).toHaveLength(2);
    expect(await readNotice(p, await signIn(p, '198.51.100.8', 'curl/8.0'))).toHaveLength(3);
    expect((await readNotice(p, await signIn(p, '198.51.100.9', 'curl/8.1')))[0]?.description).toMatch(
      /^From an unknown program at IP address 198\.51\.100\.8/,
    );
  });

  test('isn’t reported for the first sign-in, but is if earlier ones were cleaned up', async () => {
    const p = await startProvider();
    expect(await readNotice(p, await signIn(p, '203.0.113.7', firefox))).toEqual([]);
    await p.store.write('t', (tx) => tx.deleteFrom('session').execute());
    expect(await readNotice(p, await signIn(p, '203.0.113.7', firefox))).toHaveLength(1);
  });

  test('that was refused isn’t reported', async () => {
    const p = await startProvider();
    const token = await signIn(p, '203.0.113.7', firefox);
    await p.try(auth.login, { ...right, password: 'wrong-password' }, { ip: '192.0.2.66', headers: { 'user-agent': chrome(1) } });
    expect(await readNotice(p, token)).toEqual([]);
  });

  test('doesn’t include the sign-up or the sign-in after it', async () => {
    const p = await startProvider();
    const email = 'new@mail.example';
    const { verification } = await p.ok(auth.register, { email, password: 'a-long-password', accountType: 'personal', acceptTerms: true });
    const sent = { verificationId: verification.verificationId, code: await mailedCode(p, email) };
    const { body } = await p.try(auth.registerVerify, sent);
    expect(await readNotice(p, String(body.token))).toEqual([]);
    expect(await readNotice(p, await p.signIn(email, 'a-long-password'))).toEqual([]);
  });
});

test('browser and system of a user agent', () => {
  const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const android = 'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko)';
  for (const [userAgent, browser, system] of [
    [chrome(140), 'Chrome', 'Windows'],
    [firefox, 'Firefox', 'Linux'],
    [`${chrome(140)} Edg/140.0.0.0`, 'Edge', 'Windows'],
    [`${chrome(140)} OPR/120.0.0.0`, 'Opera', 'Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, 'Safari', 'macOS'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS'],
    [`${android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
    ['', '', ''],
  ] as const)
    expect(parseDevice(userAgent), userAgent).toEqual({ browser, system });
});

test('a location is the network of an address', () => {
  expect(deviceFingerprint('2001:db8:1:2::3', firefox)).toBe(deviceFingerprint('2001:db8:1:2:ffff::9', firefox));
  expect(deviceFingerprint('2001:db8:1:2::3', firefox)).not.toBe(deviceFingerprint('2001:db8:1:3::3', firefox));
  expect(deviceFingerprint('192.0.2.1', firefox)).not.toBe(deviceFingerprint('192.0.3.1', firefox));
});
