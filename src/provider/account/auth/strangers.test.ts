import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { password } from '../../../lib/contract/account/password.ts';
import { demo } from '../../../lib/contract/fields.ts';

const right = { username: demo.email, password: demo.password };
const wrong = { username: demo.email, password: 'not-the-password' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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
  test('lock out their own network with growing delays, and not the owner', async () => {
    const p = await startProvider();
    expect(await guess(p, 11)).toEqual([...Array(10).fill(422), 429]);
    expect((await p.try(auth.login, right, { ip: '203.0.113.99' })).status).toBe(429);
    expect((await p.try(auth.login, right, { ip: '198.51.100.7' })).status).toBe(200);
    const waits = [];
    for (let round = 0; round < 5; round++) {
      for (
        let answer = await p.try(auth.login, wrong, { ip: '203.0.113.9' });
        ;
        answer = await p.try(auth.login, wrong, { ip: '203.0.113.9' })
      ) {
        if (answer.status === 422) continue;
        waits.push(Number(answer.headers.get('retry-after')) / 60);
        p.clock.now += 1000 * Number(answer.headers.get('retry-after'));
        break;
      }
    }
    // Minutes: a quarter of an hour, the rest of the hour, both again, and the rest of the day.
    expect(waits).toEqual([15, 45, 15, 45, 22 * 60]);
  });

  test('don’t block a browser that signed in before, even in the same network', async () => {
    const p = await startProvider();
    const browser = await browserOf(p);
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
});

describe('a known browser', () => {
  test('isn’t made up: other tokens, changed ones and old ones are those of a stranger, and it opens no session', async () => {
    const p = await startProvider();
    const { [BROWSER]: browser = '' } = await browserOf(p);
    const access = await p.signIn();
    await guess(p, 10);
    for (const token of ['x', access, `${browser.slice(0, -4)}AAAA`, `${btoa('{"alg":"none"}')}.${browser.split('.')[1]}.`])
      expect((await p.try(auth.login, right, { ip: '203.0.113.1', headers: { [BROWSER]: token } })).status).toBe(429);
    expect((await p.try(auth.profile, {}, { token: browser })).status).toBe(401);
    expect((await p.try(auth.refresh, {}, { headers: { lt: browser } })).status).toBe(401);
    p.clock.now += 180 * 24 * HOUR;
    expect(await guess(p, 10)).toEqual(Array(10).fill(422));
    expect((await p.try(auth.login, right, { ip: '203.0.113.1', headers: { [BROWSER]: browser } })).status).toBe(429);
  });
});

describe('a password reset', () => {
  const codeOf = async (p: TestProvider) => /\d{6}/.exec((await p.lastMail(demo.email))?.subject ?? '')?.[0] ?? 'no mail';
  const other = (code: string) => (code === '000000' ? '000001' : '000000');
  const forgot = async (p: TestProvider, ip: string, headers: Record<string, string> = {}) => {
    const { status, body } = await p.try(auth.forgot, { username: demo.email }, { ip, headers });
    return { status, resetId: String((body.reset as { resetId: string } | undefined)?.resetId) };
  };

  test('isn’t used up by strangers: neither its requests, nor its code, nor its attempts', async () => {
    const p = await startProvider();
    const mine = await forgot(p, '198.51.100.7');
    const code = await codeOf(p);
    // A stranger requests codes until there are no more, and guesses at them.
    const statuses = [];
    for (let i = 0; i < 6; i++) {
      const theirs = await forgot(p, '203.0.113.1');
      statuses.push(theirs.status);
      for (let j = 0; j < 4; j++)
        await p.try(
          auth.reset,
          { resetId: theirs.resetId, code: other(await codeOf(p)), newPassword: 'a-guess-at-it' },
          { ip: `203.0.113.${j}` },
        );
      p.clock.now += MINUTE;
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429]);
    expect((await p.try(auth.reset, { resetId: mine.resetId, code, newPassword: 'my-new-password' }, { ip: '198.51.100.7' })).status).toBe(
      200,
    );
    expect((await forgot(p, '198.51.100.7')).status).toBe(200);
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
