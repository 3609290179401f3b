import { describe, expect, test } from 'vitest';
import { addresses, startDns } from '../../../../tests/support/dns.ts';
import { selfSigned, startOrigin } from '../../../../tests/support/origin.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { makeProvider } from '../../index.ts';

const { domainId } = demo;
const MINUTE = 60_000;
/** Milliseconds; more than a busy machine needs for a response that comes. */
const AMPLE = 10_000;

async function started(env: Record<string, string> = {}) {
  const p = await startProvider({ env: { CHECK_ALLOW: '127.0.0.0/8', ...env } });
  const token = await p.signIn();
  // Leaves the clusters of the demo data out of the counts.
  await p.store.write('test', (tx) => tx.updateTable('clusterServer').set({ nextCheckAt: null }).execute());
  const run = () => p.provider.services.jobs.runDue();
  return {
    p,
    token,
    run,
    /** Runs one round of checks, a minute later: a bit more, because a check is due a minute after the last one began. */
    async round() {
      p.clock.now += MINUTE + 100;
      await run();
    },
    create: async (servers: { address: string; port?: number }[], monitoring: object = {}, name = 'Checked') =>
      (
        await p.ok(
          cluster.create,
          {
            domainId,
            name,
            servers,
            port: 80,
            protocol: 'http',
            algorithm: 'roundRobin',
            monitoring: { requestType: 'http', expectedResponseTime: AMPLE, ...monitoring },
          },
          { token },
        )
      ).cluster,
    get: async (clusterId: string) => (await p.ok(cluster.get, { domainId, clusterId }, { token: await p.signIn() })).cluster,
    test: async (server: { address: string; port: number }, monitoring: object = {}) =>
      (
        await p.ok(
          cluster.test,
          { domainId, server, monitoring: { requestType: 'http' as const, expectedResponseTime: AMPLE, ...monitoring } },
          { token },
        )
      ).result,
  };
}
const local = (port: number) => ({ address: '127.0.0.1', port });

describe('monitoring', () => {
  test('a server goes up, down and up again after the configured number of consecutive results; each change sends one notification', async () => {
    const { p, token, create, run, round, get } = await started();
    const origin = await startOrigin();
    const { id } = await create([local(origin.port)], { failuresBeforeDown: 2, successesBeforeUp: 2, path: '/health' });
    await run();
    expect((await get(id)).servers[0]).toMatchObject({ health: 'unknown', lastStatus: 200 });
    expect(origin.heard).toEqual(['GET /health parvaz.example']);
    await round();
    const up = (await get(id)).servers[0];
    expect(up).toMatchObject({ health: 'up', lastStatus: 200, lastMs: expect.any(Number) });
    expect(up?.recent.at(-1)).toBe('up');
    origin.answer = (_, response) => response.writeHead(503).end();
    await round();
    expect((await get(id)).servers[0]).toMatchObject({ health: 'up', lastStatus: 503, reason: 'status' });
    const versionOf = async () =>
      (await p.store.reader.selectFrom('live').select('version').where('group', '=', 'cluster').executeTakeFirst())?.version ?? 0;
    const seen = await versionOf();
    await round();
    expect((await get(id)).servers[0]?.health).toBe('down');
    // Open windows get a live update.
    expect(await versionOf()).toBe(seen + 1);
    for (let i = 0; i < 3; i++) await round();
    const told = async () => (await p.ok(notification.list, {}, { token: await p.signIn() })).notifications;
    expect((await told()).map(({ title, description }) => [title, description])).toEqual([
      [
        'A server is down',
        `127.0.0.1:${origin.port} in cluster “Checked” (parvaz.example) has failed its health checks and is marked as down.`,
      ],
    ]);
    origin.answer = (_, response) => response.end('ok');
    await round();
    await round();
    expect((await get(id)).servers[0]?.health).toBe('up');
    expect((await told()).map(({ title }) => title)).toEqual(['A server is up again', 'A server is down']);
    expect(token).toBeTruthy();
  });

  test('the results of a window are counted per step', async () => {
    const { p, create, run, round } = await started();
    const origin = await startOrigin();
    const { id } = await create([local(origin.port)]);
    await run();
    await round();
    await origin.stop();
    await round();
    const { health } = await p.ok(cluster.health, { domainId, clusterId: id, window: '30m' }, { token: await p.signIn() });
    expect(health).toMatchObject([{ address: '127.0.0.1', port: origin.port, up: false, reason: 'refused' }]);
    expect(health[0]?.series.map(({ checks, failed, ms }) => [checks, failed, ms !== null])).toEqual([
      [1, 0, true],
      [1, 0, true],
      [1, 1, false],
    ]);
    const month = await p.ok(cluster.health, { domainId, clusterId: id, window: '1M' }, { token: await p.signIn() });
    expect(month.health[0]?.series).toMatchObject([{ checks: 3, failed: 1 }]);
    p.clock.now += 2 * 86_400_000;
    await p.store.write('test', async (tx) => {
      await tx.updateTable('clusterServer').set({ nextCheckAt: null }).execute();
      await p.provider.services.jobs.enqueue(tx, 'sweep');
    });
    await run();
    expect(await p.store.reader.selectFrom('clusterHealth').select('step').execute()).toEqual([{ step: 3_600_000 }]);
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

  test('one customer occupies at most 16 places at once', async () => {
    const { create, run, get } = await started();
    let [open, most] = [0, 0];
    const silent = await Promise.all(
      Array.from({ length: 20 }, () =>
        startOrigin((request) => {
          most = Math.max(most, ++open);
          request.on('close', () => open--);
        }),
      ),
    );
    const { id } = await create(
      silent.map(({ port }) => local(port)),
      { expectedResponseTime: 500 },
      'Silent',
    );
    await run();
    expect((await get(id)).servers.map(({ reason }) => reason)).toEqual(silent.map(() => 'timeout'));
    expect(most).toBeLessThanOrEqual(16);
  });

  test('two processes make each check once', async () => {
    const { p, create, run } = await started();
    const origin = await startOrigin();
    await create(Array.from({ length: 15 }, (_, i) => ({ address: `127.0.${i + 1}.1`, port: origin.port })).concat(local(origin.port)), {
      path: '/once',
    });
    const second = await makeProvider({ env: p.env, store: p.store, clock: () => p.clock.now });
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'cluster.check', { key: 'cluster.check:second' }));
    await Promise.all([run(), second.services.jobs.runDue()]);
    expect(origin.heard).toHaveLength(1);
    const rows = await p.store.reader.selectFrom('clusterHealth').select('checks').where('step', '=', 60_000).execute();
    expect(rows.map(({ checks }) => checks)).toEqual(Array.from({ length: 16 }, () => 1));
  });

  test('servers of a domain that isn’t active aren’t contacted; once it is, they are', async () => {
    const { p, create, run, get } = await started();
    const origin = await startOrigin();
    const { id } = await create([local(origin.port)]);
    const set = (status: 'pendingNsChange' | 'active') =>
      p.store.write('test', (tx) => tx.updateTable('domain').set({ status }).where('id', '=', domainId).execute());
    await set('pendingNsChange');
    await run();
    expect(origin.heard).toEqual([]);
    await set('active');
    // As the schedule does every minute.
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'cluster.check'));
    await run();
    expect(origin.heard).toHaveLength(1);
    expect((await get(id)).servers[0]).toMatchObject({ lastStatus: 200 });
  });

  test('one target of many clusters is checked at most once a second, whoever they belong to', async () => {
    const { p, create, run } = await started();
    const times: number[] = [];
    const origin = await startOrigin((_, response) => {
      times.push(performance.now());
      response.end('ok');
    });
    for (const name of ['One', 'Two', 'Three']) await create([local(origin.port)], {}, name);
    await run();
    const rows = await p.store.reader.selectFrom('clusterHealth').select('checks').where('step', '=', 60_000).execute();
    expect(rows.map(({ checks }) => checks)).toEqual([1, 1, 1]);
    expect(times).toHaveLength(3);
    // The checks begin a second apart; on a busy machine, the first one may arrive late.
    for (const [i, time] of times.slice(1).entries()) expect(time - (times[i] ?? 0)).toBeGreaterThan(500);
  });

  test('shutdown doesn’t wait for slow servers, and an aborted check has no result', async () => {
    const { p, create, get } = await started();
    const slow = await startOrigin(() => {});
    const { id } = await create([local(slow.port)]);
    const second = await makeProvider({ env: p.env, store: p.store, clock: () => p.clock.now });
    const running = second.services.jobs.runDue();
    while (slow.heard.length === 0) await new Promise((go) => setTimeout(go, 10));
    // The store is shared with the other process and stays open.
    await second.services.jobs.stop();
    await running;
    // The server had ten seconds before the check would have failed.
    expect((await get(id)).servers[0]).not.toHaveProperty('lastCheck');
  });

  test('a server that is no longer monitored is not checked, and its state is unknown', async () => {
    const { p, token, create, run, round, get } = await started();
    const origin = await startOrigin();
    const { id } = await create([local(origin.port)], { successesBeforeUp: 1 });
    await run();
    expect((await get(id)).servers[0]?.health).toBe('up');
    await p.ok(cluster.edit, { domainId, clusterId: id, monitoring: null }, { token });
    await round();
    expect(origin.heard).toHaveLength(1);
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
    expect(await check(at, { expectedStatusCodes: ['3xx'], expectedHeaders: { 'X-App': 'shop' } })).toMatchObject({
      ok: true,
      status: 302,
    });
    expect(await check(at, { expectedStatusCodes: ['3xx'], expectedHeaders: { 'X-App': 'blog' } })).toMatchObject({ reason: 'header' });
    expect(await check(at, { expectedStatusCodes: ['3xx'], expectedHeaders: { 'X-None': '' } })).toMatchObject({ reason: 'header' });
  });

  test('sends the configured host and headers, and falls back to the next method when one is refused', async () => {
    const { test: check } = await started();
    const seen: string[] = [];
    const origin = await startOrigin((request, response) => {
      seen.push(`${request.method} ${request.headers.host} ${request.headers['x-key']}`);
      response.writeHead(request.method === 'HEAD' ? 405 : 200).end();
    });
    const monitoring = { methodWhitelist: ['HEAD', 'GET'], hostHeader: 'Shop.Example:8443', sentHeaders: { 'X-Key': 'k' } };
    expect(await check(local(origin.port), monitoring)).toMatchObject({ ok: true, status: 200 });
    expect(seen).toEqual(['HEAD shop.example:8443 k', 'GET shop.example:8443 k']);
    expect(await check(local(origin.port), { ...monitoring, methodWhitelist: ['HEAD'] })).toMatchObject({ ok: false, status: 405 });
  });

  test('times out: no response, and a body without end', async () => {
    const { test: check } = await started();
    const late = await startOrigin((_, response) => void setTimeout(() => response.end('ok'), 350));
    expect(await check(local(late.port))).toMatchObject({ ok: true, status: 200 });
    const silent = await startOrigin(() => {});
    expect(await check(local(silent.port), { expectedResponseTime: 500 })).toMatchObject({ ok: false, status: null, reason: 'timeout' });
    const endless = await startOrigin((_, response) => {
      response.writeHead(200);
      const pour = setInterval(() => response.write('x'.repeat(65_536)), 5);
      response.on('close', () => clearInterval(pour));
    });
    expect(await check(local(endless.port))).toMatchObject({ ok: true, status: 200 });
    const drip = await startOrigin((_, response) => void response.writeHead(200).write('x'));
    expect(await check(local(drip.port))).toMatchObject({ ok: true, status: 200 });
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
    expect(origin.heard).toEqual(['GET / parvaz.example']);
  });
});

describe('closed addresses', () => {
  test('are refused by a test, and nothing is sent to documentation addresses', async () => {
    const { p, token, test: check } = await started({ CHECK_ALLOW: '' });
    const origin = await startOrigin();
    const test = (address: string) =>
      p.try(cluster.test, { domainId, server: { address, port: origin.port }, monitoring: { requestType: 'http' } }, { token });
    for (const address of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '0.0.0.0',
      '169.254.169.254',
      'localhost',
      '2130706433',
    ])
      expect([address, (await test(address)).status]).toEqual([address, 422]);
    expect(await check({ address: '203.0.113.9', port: 80 })).toMatchObject({ ok: false, ms: 0, reason: 'documentation' });
    expect(origin.heard).toEqual([]);
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
    const refused = await p.try(
      cluster.create,
      { domainId, name: 'Rebind', servers: [server], port: 80, protocol: 'http', algorithm: 'roundRobin' },
      { token },
    );
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
    expect(origin.heard).toEqual([]);
  });

  test('the connection goes to the address that was validated: a name is resolved once', async () => {
    await using dns = await startDns();
    const { test: check } = await started(dns.env);
    const origin = await startOrigin();
    dns.delegate('once.example', { 'ns1.old-dns.test': addresses.old });
    dns.delegate('old-dns.test', { 'ns1.old-dns.test': addresses.old });
    dns.zone(addresses.old, 'once.example', [['a.once.example', 'A', '127.0.0.1', 1]]);
    expect(await check({ address: 'a.once.example', port: origin.port })).toMatchObject({ ok: true, status: 200 });
    expect(dns.heard(addresses.resolver).filter((question) => question === 'a.once.example A')).toHaveLength(1);
    expect(origin.heard).toEqual(['GET / parvaz.example']);
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
  const other = await p.signIn(demo.second);
  expect(
    (
      await p.try(
        cluster.test,
        { domainId, server: { address: '203.0.113.9', port: 80 }, monitoring: { requestType: 'http' } },
        { token: other },
      )
    ).status,
  ).toBe(404);
});
