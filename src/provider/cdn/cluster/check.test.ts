import { describe, expect, test } from 'vitest';
import { started } from '../../../../tests/support/clusterCheck.ts';
import { addresses, startDns } from '../../../../tests/support/dns.ts';
import { selfSigned, startOrigin } from '../../../../tests/support/origin.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { cdnJobs } from '../jobs.ts';

const { domainId } = demo;
const local = (port: number) => ({ address: '127.0.0.1', port });

describe('monitoring', () => {
  test('a server goes up, down and up again after the configured number of consecutive results; each change sends one notification', async () => {
    const { p, create, run, round, get } = await started();
    const origin = await startOrigin();
    const { id } = await create([local(origin.port)], { failuresBeforeDown: 2, successesBeforeUp: 2, path: '/health' });
    await run();
    expect((await get(id)).servers[0]).toMatchObject({ health: 'unknown', lastStatus: 200 });
    expect(origin.requests).toEqual(['GET /health parvaz.example']);
    await round();
    const up = (await get(id)).servers[0];
    expect(up).toMatchObject({ health: 'up', lastStatus: 200, lastMs: expect.any(Number) });
    expect(up?.recent.at(-1)).toBe('up');
    origin.answer = (_, response) => response.writeHead(503).end();
    await round();
    expect((await get(id)).servers[0]).toMatchObject({ health: 'up', lastStatus: 503, reason: 'status' });
    const versionOf = async () => (await stored(p, 'live', { group: 'cluster' }))[0]?.version ?? 0;
    const before = await versionOf();
    await round();
    expect((await get(id)).servers[0]?.health).toBe('down');
    // Open windows get a live update.
    expect(await versionOf()).toBe(before + 1);
    for (let i = 0; i < 3; i++) await round();
    const listNotices = async () => (await p.ok(notification.list, {}, { token: await p.signIn() })).notifications;
    expect((await listNotices()).map(({ title, description }) => [title, description])).toEqual([
      [
        'A server is down',
        `127.0.0.1:${origin.port} in cluster “Checked” (parvaz.example) has failed its health checks and is marked as down.`,
      ],
    ]);
    origin.answer = (_, response) => response.end('ok');
    await round();
    await round();
    expect((await get(id)).servers[0]?.health).toBe('up');
    expect((await listNotices()).map(({ title }) => title)).toEqual(['A server is up again', 'A server is down']);
  });

  test('a server that times out delays no other server, however many there are', async () => {
    const { create, run, get } = await started();
    const slow = await startOrigin(() => {});
    const fast = await startOrigin();
    const many = Array.from({ length: 20 }, (_, i) => ({ address: `127.0.0.${i + 1}`, port: slow.port }));
    // Listens on 127.0.0.1 only: the others refuse the connection at once, this one accepts it and stays silent.
    const { id } = await create(many, { expectedResponseTime: 800 }, 'Slow');
    const quick = await create([local(fast.port)], {}, 'Quick');
    await run();
    expect((await get(quick.id)).servers[0]).toMatchObject({ lastStatus: 200 });
    const reasons = (await get(id)).servers.map(({ reason }) => reason);
    expect([reasons[0], new Set(reasons.slice(1))]).toEqual(['timeout', new Set(['refused'])]);
  });

  test('servers of a domain that isn’t active aren’t contacted; once it is, they are', async () => {
    const { p, create, run, get } = await started();
    const origin = await startOrigin();
    const { id } = await create([local(origin.port)]);
    await updateStored(p, 'domain', { id: domainId }, { status: 'pendingNsChange' });
    await run();
    expect(origin.requests).toEqual([]);
    await updateStored(p, 'domain', { id: domainId }, { status: 'active' });
    // As the schedule does every minute.
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, cdnJobs.checkClusters, {}));
    await run();
    expect(origin.requests).toHaveLength(1);
    expect((await get(id)).servers[0]).toMatchObject({ lastStatus: 200 });
  });

  test('a server that is no longer monitored is not checked, and its state is unknown', async () => {
    const { p, token, create, run, round, get } = await started();
    const origin = await startOrigin();
    const { id } = await create([local(origin.port)], { successesBeforeUp: 1 });
    await run();
    expect((await get(id)).servers[0]?.health).toBe('up');
    await p.ok(cluster.edit, { domainId, clusterId: id, monitoring: null }, { token });
    await round();
    expect(origin.requests).toHaveLength(1);
    const after = await get(id);
    expect([after.monitoring, after.servers[0]?.health, after.servers[0]?.lastCheck]).toEqual([undefined, 'unknown', undefined]);
  });
});

describe('a check', () => {
  test('checks status and headers, doesn’t follow redirects and doesn’t store cookies', async () => {
    const { test: check } = await started();
    const origin = await startOrigin((_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/', 'set-cookie': 'a=b', 'x-app': 'Shop 1.2' }).end('x'.repeat(200_000)),
    );
    const at = local(origin.port);
    const { headers, ...refused } = await check(at);
    expect(refused).toMatchObject({ ok: false, status: 302, reason: 'status', message: 'Unexpected status 302.' });
    expect(headers).toMatchObject({ location: 'http://127.0.0.1:1/', 'x-app': 'Shop 1.2' });
    expect(Object.keys(headers)).not.toContain('set-cookie');
    const expecting = (expectedHeaders: object) => check(at, { expectedStatusCodes: ['3xx'], expectedHeaders });
    expect(await expecting({ 'X-App': 'shop' })).toMatchObject({ ok: true, status: 302 });
    for (const other of [{ 'X-App': 'blog' }, { 'X-None': '' }]) expect(await expecting(other)).toMatchObject({ reason: 'header' });
  });

  test('sends the configured host and headers, and falls back to the next method when one is refused', async () => {
    const { test: check } = await started();
    const requests: string[] = [];
    const origin = await startOrigin((request, response) => {
      requests.push(`${request.method} ${request.headers.host} ${request.headers['x-key']}`);
      response.writeHead(request.method === 'HEAD' ? 405 : 200).end();
    });
    const monitoring = { methodWhitelist: ['HEAD', 'GET'], hostHeader: 'Shop.Example:8443', sentHeaders: { 'X-Key': 'k' } };
    expect(await check(local(origin.port), monitoring)).toMatchObject({ ok: true, status: 200 });
    expect(requests).toEqual(['HEAD shop.example:8443 k', 'GET shop.example:8443 k']);
    expect(await check(local(origin.port), { ...monitoring, methodWhitelist: ['HEAD'] })).toMatchObject({ ok: false, status: 405 });
  });

  test('distinguishes a closed port, an invalid response and a dropped connection; TCP only connects', async () => {
    const { test: check } = await started();
    const gone = await startOrigin();
    await gone.stop();
    expect(await check(local(gone.port))).toMatchObject({ reason: 'refused' });
    expect(await check(local(gone.port), { requestType: 'tcp' })).toMatchObject({ ok: false, reason: 'refused' });
    const rude = await startOrigin((request) => request.socket.destroy());
    expect(await check(local(rude.port))).toMatchObject({ reason: 'closed' });
    expect(await check(local(rude.port), { requestType: 'tcp' })).toMatchObject({ ok: true, status: null });
    const rubbish = await startOrigin((request) => request.socket.end('hello\r\n\r\n'));
    expect(await check(local(rubbish.port))).toMatchObject({ reason: 'answer' });
    // A server without TLS.
    expect(await check(local(rude.port), { requestType: 'https' })).toMatchObject({ reason: 'tls' });
  });

  test('the certificate is verified for the host, unless verification is off', async () => {
    const { test: check } = await started();
    const origin = await startOrigin((_, response) => response.end('ok'), selfSigned('parvaz.example'));
    expect(await check(local(origin.port), { requestType: 'https' })).toMatchObject({ ok: false, reason: 'certificate' });
    expect(await check(local(origin.port), { requestType: 'https', checkCertificate: false })).toMatchObject({ ok: true, status: 200 });
    expect(origin.requests).toEqual(['GET / parvaz.example']);
  });
});

describe('closed addresses', () => {
  test('are refused by a test, and nothing is sent to documentation addresses', async () => {
    const { p, token, test: check } = await started({ CHECK_ALLOW: '' });
    const origin = await startOrigin();
    const test = (address: string) =>
      p.try(cluster.test, { domainId, server: { address, port: origin.port }, monitoring: { requestType: 'http' } }, { token });
    const mapped = ['::ffff:127.0.0.1', '64:ff9b::7f00:1', '2130706433'];
    for (const address of ['127.0.0.1', '::1', '0.0.0.0', '169.254.169.254', 'localhost', ...mapped])
      expect([address, (await test(address)).status]).toEqual([address, 422]);
    expect(await check({ address: '203.0.113.9', port: 80 })).toMatchObject({ ok: false, ms: 0, reason: 'documentation' });
    expect(origin.requests).toEqual([]);
  });

  test('a host that resolves to one is refused when it is saved, and when it resolves there later', async () => {
    await using dns = await startDns();
    const env = { ...dns.env, CHECK_ALLOW: '' };
    const { p, token, create, run, get, test: check } = await started(env);
    const origin = await startOrigin();
    dns.delegate('rebind.example', { 'ns1.old-dns.test': addresses.old });
    dns.delegate('old-dns.test', { 'ns1.old-dns.test': addresses.old });
    const lead = (...to: string[]) =>
      dns.zone(
        addresses.old,
        'rebind.example',
        to.map((address) => ['a.rebind.example', 'A', address, 1]),
      );
    const server = { address: 'a.rebind.example', port: origin.port };
    lead('127.0.0.1');
    const draft = { name: 'Rebind', servers: [server], port: 80, protocol: 'http', algorithm: 'roundRobin' };
    const refused = await p.try(cluster.create, { domainId, ...draft }, { token });
    expect(refused.body.fields).toEqual({
      'servers.0.address': 'a.rebind.example resolves to 127.0.0.1, which isn’t a public address. Enter a public host name.',
    });
    expect(await check(server)).toMatchObject({ ok: false, reason: 'address' });
    lead('203.0.113.5');
    const { id } = await create([server], { failuresBeforeDown: 1 });
    // A single closed address is enough.
    lead('203.0.113.5', '127.0.0.1');
    await run();
    expect((await get(id)).servers[0]).toMatchObject({ health: 'down', reason: 'address' });
    lead();
    expect(await check(server)).toMatchObject({ reason: 'name' });
    expect(origin.requests).toEqual([]);
  });

  test('the connection goes to the address that was validated: a name is resolved once', async () => {
    await using dns = await startDns();
    const { test: check } = await started(dns.env);
    const origin = await startOrigin();
    dns.delegate('once.example', { 'ns1.old-dns.test': addresses.old });
    dns.delegate('old-dns.test', { 'ns1.old-dns.test': addresses.old });
    dns.zone(addresses.old, 'once.example', [['a.once.example', 'A', '127.0.0.1', 1]]);
    expect(await check({ address: 'a.once.example', port: origin.port })).toMatchObject({ ok: true, status: 200 });
    expect(dns.queries(addresses.resolver).filter((question) => question === 'a.once.example A')).toHaveLength(1);
    expect(origin.requests).toEqual(['GET / parvaz.example']);
  });
});

test('tests are rate limited per customer; invalid input doesn’t count', async () => {
  const { p, token } = await started();
  const test = (address: string) =>
    p.try(cluster.test, { domainId, server: { address, port: 80 }, monitoring: { requestType: 'http' } }, { token });
  for (let i = 0; i < 5; i++) expect((await test('10.0.0.1')).status).toBe(422);
  for (let i = 0; i < 20; i++) expect((await test('203.0.113.9')).status).toBe(200);
  const refused = await test('203.0.113.9');
  expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, 'error:tooManyRequests', true]);
});
