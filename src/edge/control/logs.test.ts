import { expect, test } from 'vitest';
import { policyFor, startControl, startTestEdge, until } from '../../../tests/support/edge.ts';
import { deny, wall } from '../../../tests/support/edgeSample.ts';
import { get as rawGet } from '../../../tests/support/raw.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';

const { edge, get, lines: loggedEntries, origin, push } = sharedEdge((_, response) => response.end('hello'));

test('every request has a line with what was decided, without cookies and secrets', async () => {
  await push(wall({ rules: [{ ...deny('ip', '127.0.0.1'), id: 'mine' }] }));
  const blocked = await get('/a?token=abc&q=1', {
    headers: { cookie: 'sid=secret', 'user-agent': 'test', referer: 'https://r.example/?key=1' },
  });
  await push();
  await get('/b');
  await until(() => loggedEntries().length === 2);
  const [first, second] = loggedEntries();
  expect(first).toMatchObject({
    id: blocked.headers['x-request-id'],
    domainId: 'd1',
    host: 'example.com',
    ip: '127.0.0.1',
    method: 'GET',
    path: '/a',
    query: 'token=***&q=1',
    userAgent: 'test',
    referer: 'https://r.example/',
    protocol: 'http/1.1',
    tls: null,
    status: 403,
    outcome: 'blocked',
    layer: 'firewall',
    ruleId: 'mine',
    reason: 'firewallDeny',
    originStatus: null,
  });
  expect(JSON.stringify(first)).not.toMatch(/secret|abc/);
  expect(second).toMatchObject({
    status: 200,
    outcome: 'forwarded',
    bytes: 5,
    originBytes: 5,
    originStatus: 200,
    server: `127.0.0.1:${origin().port}`,
  });
});

test('while the portal refuses lines they wait, and a batch that is sent again keeps its ID', async () => {
  await push();
  edge().control.state.refuseLogs = true;
  const ids = await Promise.all(Array.from({ length: 150 }, async () => (await get('/')).headers['x-request-id']));
  await until(() => edge().control.state.refused > 1);
  expect(loggedEntries()).toHaveLength(2);
  edge().control.state.refuseLogs = false;
  await until(() => loggedEntries().length === 2 + ids.length);
  const sent = loggedEntries().slice(2);
  expect(new Set(sent.map(({ id }) => id))).toEqual(new Set(ids));
});

test('a line has the target as received where it was written differently, also when it was refused', async () => {
  await push();
  const before = loggedEntries().length;
  const send = (target: string) => rawGet(edge().addresses.http, target, { host: 'example.com' });
  for (const target of ['/plain?q=1', '/.//a?token=abc', '/a\\b?token=abc', '/a#b']) await send(target);
  await until(() => loggedEntries().length === before + 4);
  expect(loggedEntries().slice(before)).toMatchObject([
    { path: '/plain', query: 'q=1', status: 200 },
    { path: '/a', query: 'token=***', target: '/.//a?token=***', status: 200 },
    { path: '/a\\b', query: 'token=***', status: 400, outcome: 'failed' },
    { path: '/a#b', query: '', status: 400, outcome: 'failed' },
  ]);
  expect(loggedEntries().slice(before)[0]).not.toHaveProperty('target');
});

test('an edge whose clock is wrong logs requests with the time of the portal', async () => {
  const control = await startControl();
  control.state.ahead = -600_000;
  const wrong = await startTestEdge(control);
  await wrong.push(policyFor(origin().port));
  // From its first heartbeat on.
  await until(async () => {
    await wrong.get('/');
    return control.lines().some(({ at }) => Math.abs(at - (Date.now() - 600_000)) < 60_000);
  });
  await wrong.stop();
  await control.stop();
});
