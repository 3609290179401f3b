import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { demo } from '../../../lib/contract/fields.ts';

const right = { username: demo.email, password: demo.password };
const wrong = { username: demo.email, password: 'not-the-password' };
const BROWSER = 'x-browser-token';

/** Wrong passwords from one network. */
async function guess(p: TestProvider, count: number, headers: Record<string, string> = {}, network = '203.0.113', input: object = wrong) {
  const answers = [];
  for (let i = 0; i < count; i++) answers.push(await p.try(auth.login, input, { ip: `${network}.${(i % 250) + 1}`, headers }));
  return answers.map(({ status }) => status);
}
async function browserOf(p: TestProvider, input: object = right, headers: Record<string, string> = {}) {
  const { status, body } = await p.try(auth.login, input, { ip: '192.0.2.1', headers });
  expect(status).toBe(200);
  return { [BROWSER]: String(body.browserToken) };
}

describe('strangers’ wrong passwords', () => {
  test('count for each /64', async () => {
    const p = await startProvider();
    for (let i = 0; i < 10; i++) expect((await p.try(auth.login, wrong, { ip: `2001:db8:0:7::${i}` })).status).toBe(422);
    expect((await p.try(auth.login, right, { ip: '2001:db8:0:7::99' })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '2001:db8:0:8::99' })).status).toBe(200);
  });

  test('from many networks together are limited for unknown browsers only; right ones don’t count', async () => {
    const p = await startProvider();
    const browser = await browserOf(p);
    for (let i = 0; i < 3; i++) await browserOf(p);
    const statuses: number[] = [];
    for (let network = 0; network < 11; network++) statuses.push(...(await guess(p, 10, {}, `10.0.${network}`)));
    expect(statuses.indexOf(429)).toBe(100);
    expect((await p.try(auth.login, right, { ip: '198.51.100.7' })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '198.51.100.7', headers: browser })).status).toBe(200);
  });
});

describe('a known browser', () => {
  test('has a limit of its own, which neither another address nor another sign-in elsewhere lifts', async () => {
    const p = await startProvider();
    const browser = await browserOf(p);
    expect(await guess(p, 11, browser)).toEqual([...Array(10).fill(422), 429]);
    expect((await p.try(auth.login, right, { ip: '198.51.100.7', headers: browser })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '203.0.113.9' })).status).toBe(200);
    expect((await p.try(auth.login, right, { ip: '198.51.100.7', headers: browser })).status).toBe(429);
  });

  test('is known to the accounts that signed in with it, and keeps its limits', async () => {
    const p = await startProvider();
    const mine = await browserOf(p, { ...right, username: demo.second });
    await guess(p, 10);
    // Another customer's browser is a stranger here.
    expect((await p.try(auth.login, right, { ip: '203.0.113.1', headers: mine })).status).toBe(429);
    const both = await browserOf(p, right, mine);
    expect((await p.try(auth.login, right, { ip: '203.0.113.1', headers: both })).status).toBe(200);
    expect(await guess(p, 10, both, '10.0.0', { ...wrong, username: demo.second })).toEqual(Array(10).fill(422));
    expect((await p.try(auth.login, { ...right, username: demo.second }, { headers: await browserOf(p, right, both) })).status).toBe(429);
  });
});

describe('a password reset', () => {
  const codeOf = async (p: TestProvider) => /\d{6}/.exec((await p.lastMail(demo.email))?.subject ?? '')?.[0] ?? 'no mail';
  const forgot = async (p: TestProvider, ip: string, headers: Record<string, string> = {}) => {
    const { status, body } = await p.try(auth.forgot, { username: demo.email }, { ip, headers });
    return { status, resetId: String((body.reset as { resetId: string } | undefined)?.resetId) };
  };

  test('is open to a known browser when many networks have used up the rest', async () => {
    const p = await startProvider();
    const browser = await browserOf(p);
    const statuses = [];
    for (let network = 0; network < 31; network++) statuses.push((await forgot(p, `10.0.${network}.1`)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    expect((await forgot(p, '10.0.40.1')).status).toBe(429);
    const mine = await forgot(p, '10.0.40.1', browser);
    expect(mine.status).toBe(200);
    const reset = { resetId: mine.resetId, code: await codeOf(p), newPassword: 'my-new-password' };
    expect((await p.try(auth.reset, reset, { ip: '10.0.40.1', headers: browser })).status).toBe(200);
  });
});
