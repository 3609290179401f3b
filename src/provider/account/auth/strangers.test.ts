import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { mailedCode, other, right } from '../../../../tests/support/twoFactor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { DAY, MINUTE } from '../../../lib/time.ts';

const wrong = { ...right, password: 'not-the-password' };
const BROWSER = 'x-browser-token';

/** Wrong passwords from one network. */
async function guess(p: TestProvider, count: number, headers: Record<string, string> = {}, network = '203.0.113', input: object = wrong) {
  const answers = [];
  for (let i = 0; i < count; i++) answers.push(await p.try(auth.login, input, { ip: `${network}.${(i % 250) + 1}`, headers }));
  return answers.map(({ status }) => status);
}
async function createBrowser(p: TestProvider, input: object = right, headers: Record<string, string> = {}) {
  const { status, body } = await p.try(auth.login, input, { ip: '192.0.2.1', headers });
  expect(status).toBe(200);
  return { [BROWSER]: String(body.browserToken) };
}

describe('strangers’ wrong passwords', () => {
  test('lock out their own network with growing delays, and not the owner', async () => {
    const p = await startProvider();
    expect(await guess(p, 11)).toEqual([...Array(10).fill(422), 429]);
    expect((await p.try(auth.login, right, { ip: '203.0.113.99' })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '198.51.100.7' })).status).toBe(200);
    const waits = [];
    for (let round = 0; round < 5; round++) {
      let answer = await p.try(auth.login, wrong, { ip: '203.0.113.9' });
      while (answer.status === 422) answer = await p.try(auth.login, wrong, { ip: '203.0.113.9' });
      const wait = Number(answer.headers.get('retry-after'));
      waits.push(wait / 60);
      p.clock.now += 1000 * wait;
    }
    // Minutes: a quarter of an hour, the rest of the hour, both again, and the rest of the day.
    expect(waits).toEqual([15, 45, 15, 45, 22 * 60]);
  });

  test('don’t block a browser that signed in before, even in the same network', async () => {
    const p = await startProvider();
    const browser = await createBrowser(p);
    await guess(p, 11);
    // The network tries other accounts too.
    for (let i = 0; i < 61; i++) await p.try(auth.login, { ...wrong, username: `a${i}@nasim.example` }, { ip: '203.0.113.1' });
    expect((await p.try(auth.login, right, { ip: '203.0.113.1' })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '203.0.113.1', headers: browser })).status).toBe(200);
  });

  test('don’t use up the password confirmations of a signed-in owner', async () => {
    const p = await startProvider();
    const token = await p.signIn();
    await guess(p, 11);
    expect(await p.ok(password.confirm, { password: demo.password }, { token })).toEqual({ done: true });
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await p.try(password.confirm, { password: 'no' }, { token, ip: `10.0.${i}.1` })).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });

  test('count for each /64', async () => {
    const p = await startProvider();
    for (let i = 0; i < 10; i++) expect((await p.try(auth.login, wrong, { ip: `2001:db8:0:7::${i}` })).status).toBe(422);
    expect((await p.try(auth.login, right, { ip: '2001:db8:0:7::99' })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '2001:db8:0:8::99' })).status).toBe(200);
  });

  test('from many networks together are limited for unknown browsers only; right ones don’t count', async () => {
    const p = await startProvider();
    const browser = await createBrowser(p);
    for (let i = 0; i < 3; i++) await createBrowser(p);
    const statuses: number[] = [];
    for (let network = 0; network < 11; network++) statuses.push(...(await guess(p, 10, {}, `10.0.${network}`)));
    expect(statuses.indexOf(429)).toBe(100);
    expect((await p.try(auth.login, right, { ip: '198.51.100.7' })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '198.51.100.7', headers: browser })).status).toBe(200);
  });

  test.each([
    ['an address', () => '203.0.113.9'],
    // A customer has at least a /64 of these, in whichever notation.
    ['a network of IPv6', (i: number) => (i % 2 ? `2001:db8:0:7::${i + 1}` : `2001:db8:0:7:${i}:0:0:1`)],
  ])('from %s for many accounts lock it out of all of them', async (_name, ip) => {
    const p = await startProvider();
    const statuses = [];
    for (let i = 0; i < 61; i++)
      statuses.push((await p.try(auth.login, { ...wrong, username: `a${i}@nasim.example` }, { ip: ip(i) })).status);
    expect(statuses.indexOf(429)).toBe(60);
    expect((await p.try(auth.login, right, { ip: ip(99) })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '2001:db8:0:8::1' })).status).toBe(200);
  });
});

describe('a known browser', () => {
  test('isn’t made up: other tokens, changed ones and old ones are those of a stranger, and it opens no session', async () => {
    const p = await startProvider();
    const { [BROWSER]: browser = '' } = await createBrowser(p);
    const access = await p.signIn();
    await guess(p, 10);
    for (const token of ['x', access, `${browser.slice(0, -4)}AAAA`, `${btoa('{"alg":"none"}')}.${browser.split('.')[1]}.`])
      expect((await p.try(auth.login, right, { ip: '203.0.113.1', headers: { [BROWSER]: token } })).status).toBe(429);
    expect((await p.try(auth.profile, {}, { token: browser })).status).toBe(401);
    expect((await p.try(auth.refresh, {}, { headers: { lt: browser } })).status).toBe(401);
    p.clock.now += 180 * DAY;
    expect(await guess(p, 10)).toEqual(Array(10).fill(422));
    expect((await p.try(auth.login, right, { ip: '203.0.113.1', headers: { [BROWSER]: browser } })).status).toBe(429);
  });

  test('has a limit of its own, which neither another address nor another sign-in elsewhere lifts', async () => {
    const p = await startProvider();
    const browser = await createBrowser(p);
    expect(await guess(p, 11, browser)).toEqual([...Array(10).fill(422), 429]);
    expect((await p.try(auth.login, right, { ip: '198.51.100.7', headers: browser })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '203.0.113.9' })).status).toBe(200);
    expect((await p.try(auth.login, right, { ip: '198.51.100.7', headers: browser })).status).toBe(429);
  });

  test('is known to the accounts that signed in with it, and keeps its limits', async () => {
    const p = await startProvider();
    const mine = await createBrowser(p, { ...right, username: demo.second });
    await guess(p, 10);
    // Another customer's browser is a stranger here.
    expect((await p.try(auth.login, right, { ip: '203.0.113.1', headers: mine })).status).toBe(429);
    const both = await createBrowser(p, right, mine);
    expect((await p.try(auth.login, right, { ip: '203.0.113.1', headers: both })).status).toBe(200);
    expect(await guess(p, 10, both, '10.0.0', { ...wrong, username: demo.second })).toEqual(Array(10).fill(422));
    expect((await p.try(auth.login, { ...right, username: demo.second }, { headers: await createBrowser(p, right, both) })).status).toBe(
      429,
    );
  });
});

describe('a password reset', () => {
  const forgot = async (p: TestProvider, ip: string, headers: Record<string, string> = {}) => {
    const { status, body } = await p.try(auth.forgot, { username: demo.email }, { ip, headers });
    return { status, resetId: String((body.reset as { resetId: string } | undefined)?.resetId) };
  };

  test('isn’t used up by strangers: neither its requests, nor its code, nor its attempts', async () => {
    const p = await startProvider();
    const mine = await forgot(p, '198.51.100.7');
    const code = await mailedCode(p);
    // A stranger requests codes until there are no more, and guesses at them.
    const statuses = [];
    for (let i = 0; i < 6; i++) {
      const theirs = await forgot(p, '203.0.113.1');
      statuses.push(theirs.status);
      const wrongOne = { resetId: theirs.resetId, code: other(await mailedCode(p)), newPassword: 'a-guess-at-it' };
      for (let j = 0; j < 4; j++) await p.try(auth.reset, wrongOne, { ip: `203.0.113.${j}` });
      p.clock.now += MINUTE;
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429]);
    const reset = { resetId: mine.resetId, code, newPassword: 'my-new-password' };
    expect((await p.try(auth.reset, reset, { ip: '198.51.100.7' })).status).toBe(200);
    expect((await forgot(p, '198.51.100.7')).status).toBe(200);
  });

  test('is open to a known browser when many networks have used up the rest', async () => {
    const p = await startProvider();
    const browser = await createBrowser(p);
    const statuses = [];
    for (let network = 0; network < 31; network++) statuses.push((await forgot(p, `10.0.${network}.1`)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    expect((await forgot(p, '10.0.40.1')).status).toBe(429);
    const mine = await forgot(p, '10.0.40.1', browser);
    expect(mine.status).toBe(200);
    const reset = { resetId: mine.resetId, code: await mailedCode(p), newPassword: 'my-new-password' };
    expect((await p.try(auth.reset, reset, { ip: '10.0.40.1', headers: browser })).status).toBe(200);
  });

  test('does the same work for a known and an unknown address before it responds', async () => {
    const p = await startProvider();
    let statements: string[] = [];
    const recorder: KyselyPlugin = {
      transformQuery({ node }) {
        statements.push(`${node.kind} ${/"IdentifierNode","name":"(\w+)"/.exec(JSON.stringify(node))?.[1]}`);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { write, reader } = p.store;
    p.store.write = (lock, work) => write(lock, (tx) => work(tx.withPlugin(recorder) as typeof tx)); // it stays a transaction
    p.store.reader = reader.withPlugin(recorder);
    const workFor = async (username: string) => {
      statements = [];
      expect((await p.try(auth.forgot, { username })).status).toBe(200);
      return statements;
    };
    // The first request from a network starts its limits.
    await workFor('first@nasim.example');
    const known = await workFor(demo.email);
    expect(known.length).toBeGreaterThan(5);
    expect(await workFor('nobody@nasim.example')).toEqual(known);
  });
});
