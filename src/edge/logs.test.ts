import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyFor, startOrigin, startTestEdge, until } from '../../tests/support/edge.ts';
import { deny, wall } from '../lib/rules/cdn/edge/sample.ts';

let origin: Awaited<ReturnType<typeof startOrigin>>;
beforeAll(async () => {
  origin = await startOrigin((_, response) => response.end('hello'));
});
afterAll(() => origin.stop());

test('every request has a line with what was decided, without cookies and secrets', async () => {
  const edge = await startTestEdge();
  await edge.push(policyFor(origin.port, wall({ rules: [{ ...deny('ip', '127.0.0.1'), id: 'mine' }] })));
  const blocked = await edge.get('/a?token=abc&q=1', {
    headers: { cookie: 'sid=secret', 'user-agent': 'test', referer: 'https://r.example/?key=1' },
  });
  await edge.push(policyFor(origin.port));
  await edge.get('/b');
  await until(() => edge.control.lines().length === 2);
  const [first, second] = edge.control.lines();
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
    server: `127.0.0.1:${origin.port}`,
  });
  await edge.stop();
});
