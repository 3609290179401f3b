import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { demo } from '../../../lib/contract/fields.ts';

const right = { username: demo.email, password: demo.password };
const wrong = { username: demo.email, password: 'not-the-password' };
const profileWith = (p: TestProvider, token: string) => p.try(auth.profile, {}, { token });
const refreshWith = (p: TestProvider, token: string) => p.try(auth.refresh, {}, { headers: { lt: token } });
const tokenOf = ({ body }: { body: Record<string, unknown> }) => String(body.token);

describe('login', () => {
  test('an unknown address is locked in the same way', async () => {
    const p = await startProvider();
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await p.try(auth.login, { ...wrong, username: 'nobody@nasim.example' })).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });

  test.each([
    ['an address', () => '203.0.113.9'],
    // A customer has at least a /64 of these.
    ['a network of IPv6', (i: number) => `2001:db8:0:7::${i + 1}`],
    ['a network of IPv6, written out', (i: number) => `2001:db8:0:7:${i}:0:0:1`],
  ])('%s that tries many accounts is locked out of all of them', async (_name, ip) => {
    const p = await startProvider();
    const statuses = [];
    for (let i = 0; i < 61; i++)
      statuses.push((await p.try(auth.login, { ...wrong, username: `a${i}@nasim.example` }, { ip: ip(i) })).status);
    expect(statuses.indexOf(429)).toBe(60);
    expect((await p.try(auth.login, right, { ip: ip(99) })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '2001:db8:0:8::1' })).status).toBe(200);
  });
});

describe('refresh', () => {
  test('another program has no such time: a stolen token that was just exchanged ends the session', async () => {
    const p = await startProvider();
    const first = await p.signIn();
    const second = tokenOf(await refreshWith(p, first));
    expect((await p.try(auth.refresh, {}, { headers: { lt: first, 'user-agent': 'curl/8' } })).status).toBe(401);
    expect((await profileWith(p, second)).status).toBe(401);
  });
});
