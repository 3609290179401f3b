import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closedPorts } from '../../../../tests/support/listen.ts';
import { cloudContract, codeOf, signal } from '../../../../tests/support/openstack/contract.ts';
import { type FakeCloud, startFakeCloud } from '../../../../tests/support/openstack/fakeCloud.ts';
import { compareShapes, readShapes, recordShapes } from '../../../../tests/support/openstack/shapes.ts';
import { createServer, findServersByNasimId, getServer, listServers, stopServer, toSocketUrl } from './compute.ts';
import { type CloudError, isCloudError, toCloudError } from './errors.ts';
import { listImages } from './image.ts';
import { listNetworks } from './network.ts';
import { listVolumes } from './volume.ts';

describe('the cloud for tests', () => {
  let recording: ReturnType<typeof recordShapes>;
  beforeAll(() => {
    recording = recordShapes();
  });
  afterAll(() => recording.stop());
  cloudContract('like a real one', async () => {
    const cloud = await startFakeCloud();
    const [small, large] = [...cloud.state.flavors.keys()];
    return {
      session: cloud.connect(),
      flavors: [small ?? '', large ?? ''],
      imageId: cloud.image.id,
      externalNetworkId: cloud.external.id,
      uploadsImages: true,
      extendsInUse: true,
      hasBackups: true,
    };
  });
  const real = readShapes();
  test.skipIf(!real)(`responds as a real one${real ? '' : ' (skipped: none was recorded, see tests/support/openstack/shapes.ts)'}`, () => {
    expect(Object.keys(recording.shapes).length).toBeGreaterThan(60);
    expect(compareShapes(recording.shapes, real ?? {})).toEqual([]);
  });
});

const order = ({ state, image }: FakeCloud, nasimId = 'srv-1') => ({
  nasimId,
  name: 'web',
  flavorId: [...state.flavors.keys()][0] ?? '',
  imageId: image.id,
  portIds: [],
  adminPassword: 'the password of the server',
});
const failure = (work: Promise<unknown>): Promise<CloudError> =>
  work.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: unknown) => {
      if (isCloudError(error)) return error;
      throw error;
    },
  );
const logins = /POST \/auth\/tokens/;

test('one token per project, and another one before it ends', async () => {
  let now = Date.parse('2030-01-01T00:00:00Z');
  const cloud = await startFakeCloud({ clock: () => now });
  const session = cloud.connect();
  const project = cloud.state.addProject('customer', ['member']);
  const list = () => listServers(session.project(project.id), {}, signal());
  await Promise.all(Array.from({ length: 20 }, list));
  expect(cloud.state.count(0, logins)).toBe(1);
  // One microversion for all, and 20 lists.
  expect(cloud.state.requests.filter((request) => request.startsWith('compute')).length).toBe(21);
  now += 57 * 60_000;
  await list();
  expect(cloud.state.count(0, logins)).toBe(1);
  now += 2 * 60_000;
  await list();
  expect(cloud.state.count(0, logins)).toBe(2);
  expect(cloud.state.count(0, / 401/)).toBe(0);
});

test('a revoked token is replaced once', async () => {
  const cloud = await startFakeCloud();
  const session = cloud.connect();
  const own = await session.own(signal());
  await listServers(own, {}, signal());
  cloud.state.tokens.clear();
  await listServers(own, {}, signal());
  expect(cloud.state.count(0, logins)).toBe(2);
  cloud.state.inject({ service: 'compute', how: 'unauthorized', times: 2 });
  expect(await codeOf(listServers(own, {}, signal()))).toBe('unauthorized');
  expect(cloud.state.count(0, logins)).toBe(3);
});

test('a wrong password, and a project without a role', async () => {
  const cloud = await startFakeCloud();
  const wrong = await failure(cloud.connect({ password: 'another secret' }).own(signal()));
  expect(wrong).toMatchObject({ service: 'identity', code: 'unauthorized', status: 401 });
  expect(JSON.stringify(wrong) + wrong.stack).not.toContain('another secret');
  const { id } = cloud.state.addProject('of somebody else', []);
  expect(await codeOf(listServers(cloud.connect().project(id), {}, signal()))).toBe('unauthorized');
});

test('a creation whose response is lost is found by its ID', async () => {
  const cloud = await startFakeCloud();
  const own = await cloud.connect().own(signal());
  cloud.state.inject({ service: 'compute', method: 'POST', how: 'lost' });
  const lost = await failure(createServer(own, order(cloud), signal()));
  expect(lost).toMatchObject({ code: 'lost', status: 0, isUncertain: true, isTemporary: true });
  expect(await findServersByNasimId(own, 'srv-1', signal())).toHaveLength(1);
  cloud.state.inject({ service: 'compute', method: 'POST', how: 'dropped' });
  expect(await codeOf(createServer(own, order(cloud, 'srv-2'), signal()))).toBe('lost');
  expect(await findServersByNasimId(own, 'srv-2', signal())).toEqual([]);
  expect(cloud.state.count(0, /POST \/servers$/)).toBe(2);
});

test('a read whose connection ended is repeated once', async () => {
  const cloud = await startFakeCloud();
  const own = await cloud.connect().own(signal());
  cloud.state.inject({ service: 'network', how: 'dropped' });
  expect((await listNetworks(own, {}, signal())).length).toBe(1);
  cloud.state.inject({ service: 'network', how: 'dropped', times: 2 });
  expect(await codeOf(listNetworks(own, {}, signal()))).toBe('lost');
});

test('limits and faults of services', async () => {
  const cloud = await startFakeCloud();
  const own = await cloud.connect().own(signal());
  const fail = (how: 'rateLimited' | 'overLimit' | 'conflict' | 'broken', retryAfter = 7) => {
    cloud.state.inject({ service: 'volume', path: /^\/volumes/, how, retryAfter });
    return failure(listVolumes(own, {}, signal()));
  };
  expect(await fail('rateLimited')).toMatchObject({ code: 'rateLimited', retryAfterMs: 7_000, isTemporary: true });
  expect(await fail('overLimit')).toMatchObject({ code: 'rateLimited', retryAfterMs: 7_000 });
  expect(await fail('overLimit', 0)).toMatchObject({ code: 'quota', retryAfterMs: null, isTemporary: false });
  expect(await fail('conflict')).toMatchObject({ code: 'conflict', isUncertain: false });
  expect(await fail('broken')).toMatchObject({ code: 'unavailable', status: 500, type: 'computeFault', isUncertain: true });
  const restore = cloud.state.stop('volume');
  expect(await failure(listVolumes(own, {}, signal()))).toMatchObject({ service: 'volume', code: 'unavailable', status: 503 });
  // The others still respond.
  expect(await listImages(own, {}, signal())).toHaveLength(1);
  restore();
  expect(await listVolumes(own, {}, signal())).toEqual([]);
});

test('a cloud that isn’t there, or doesn’t respond', async () => {
  const cloud = await startFakeCloud();
  const down = await failure(cloud.connect({ authUrl: `http://127.0.0.1:${closedPorts[0]}` }).own(signal()));
  expect(down).toMatchObject({ service: 'identity', code: 'unavailable', status: 0, isUncertain: false });
  const session = cloud.connect({ timeoutMs: 2_000 });
  cloud.state.inject({ service: 'identity', how: 'slow', ms: 60_000 });
  expect(await failure(session.own(signal()))).toMatchObject({ service: 'identity', code: 'lost' });
  const own = await session.own(signal());
  cloud.state.inject({ service: 'image', how: 'slow', ms: 60_000 });
  expect(await failure(listImages(own, {}, signal()))).toMatchObject({ code: 'lost', isUncertain: true });
  // The caller's own end isn't an error of the cloud.
  const stop = new AbortController();
  cloud.state.inject({ service: 'image', how: 'slow', ms: 60_000 });
  const listing = listImages(own, {}, stop.signal);
  const ended = expect(listing).rejects.toThrow('stopped by the caller');
  await wait(20);
  stop.abort(new Error('stopped by the caller'));
  await ended;
});

test('one caller that ends doesn’t end the token of the others', async () => {
  const cloud = await startFakeCloud();
  const session = cloud.connect();
  cloud.state.inject({ service: 'identity', how: 'slow', ms: 500 });
  const stop = new AbortController();
  let hasToken = false;
  const ended = [session.own(stop.signal), session.own(stop.signal)].map((one) => expect(one).rejects.toThrow('stopped by the caller'));
  const other = session.own(signal()).then((scope) => {
    hasToken = true;
    return scope;
  });
  stop.abort(new Error('stopped by the caller'));
  await Promise.all(ended);
  expect(hasToken).toBe(false);
  expect((await other).projectId).toBe(cloud.state.ownProject.id);
  expect(cloud.state.count(0, logins)).toBe(1);
});

test('the highest microversion of both', async () => {
  const use = async (compute: string) => {
    const cloud = await startFakeCloud({ versions: { compute } });
    const own = await cloud.connect().own(signal());
    return codeOf(listServers(own, {}, signal()));
  };
  expect(await use('2.100')).toBe('none');
  expect(await use('2.67')).toBe('none');
  expect(await use('2.53')).toBe('unsupported');
});

test('a region that the catalog doesn’t have', async () => {
  const cloud = await startFakeCloud();
  const own = await cloud.connect().own(signal());
  expect(await failure(listServers(own.inRegion('elsewhere'), {}, signal()))).toMatchObject({ service: 'compute', code: 'unsupported' });
});

test('a server that fits on no host', async () => {
  const cloud = await startFakeCloud({ actionMs: 0 });
  const own = await cloud.connect().own(signal());
  const { id: flavorId } = cloud.state.addFlavor('large-full', 64, 512_000, 25);
  cloud.state.quotas.set(`compute ${own.projectId}`, { cores: -1, ram: -1 });
  const { id } = await createServer(own, { ...order(cloud), flavorId }, signal());
  expect(await getServer(own, id, signal())).toMatchObject({ status: 'ERROR', fault: { code: 500, message: 'No valid host was found. ' } });
});

test('2,000 servers in 200 projects are listed with 8 requests', async () => {
  const cloud = await startFakeCloud({ actionMs: 0 });
  const session = cloud.connect();
  const projects = Array.from({ length: 200 }, (_, index) => cloud.state.addProject(`customer ${index}`, ['member']));
  for (const project of projects) cloud.state.quotas.set(`compute ${project.id}`, { cores: -1, ram: -1, instances: -1 });
  for (const [index, { id }] of projects.entries())
    for (let count = 0; count < 10; count++) {
      const server = {
        name: 'web',
        flavorRef: order(cloud).flavorId,
        imageRef: cloud.image.id,
        metadata: { nasim_id: `srv-${index}-${count}` },
      };
      cloud.perform('compute', 'POST', '/servers', id, { server });
    }
  const own = await session.own(signal());
  // The microversion is negotiated once.
  await getServer(own, 'unknown', signal());
  const from = cloud.state.requests.length;
  const servers = await listServers(own, { allProjects: true }, signal());
  expect(new Set(servers.map(({ nasimId }) => nasimId)).size).toBe(2_000);
  expect(cloud.state.count(from)).toBe(8);
  // At rest, nothing has changed since.
  const since = new Date(Date.now() + 1_000).toISOString();
  expect(await listServers(own, { allProjects: true, changesSince: since }, signal())).toEqual([]);
  expect(cloud.state.count(from)).toBe(9);
  expect(cloud.connections()).toBeLessThanOrEqual(16);
}, 60_000);

test('secrets aren’t in messages of errors', async () => {
  const body = JSON.stringify({
    badRequest: { code: 400, message: "Invalid input for field/attribute adminPass. Value: hunter2. 'hunter2' is wrong" },
  });
  const error = toCloudError({ service: 'compute', status: 400, headers: {}, body, secrets: ['hunter2'] });
  expect(error.message).toBe("compute: Invalid input for field/attribute adminPass. Value: ***. '***' is wrong");
  const cloud = await startFakeCloud();
  const session = cloud.connect();
  const own = await session.own(signal());
  expect(JSON.stringify([session, own])).not.toMatch(/gAAAAA|secret of the cloud/);
});

test.each([
  ['identity', 404, { error: { code: 404, message: 'Could not find project: x.', title: 'Not Found' } }, 'notFound', 'error'],
  [
    'compute',
    403,
    { forbidden: { code: 403, message: 'Quota exceeded for cores: Requested 2, but already used 20 of 20 cores' } },
    'quota',
    'forbidden',
  ],
  [
    'network',
    409,
    { NeutronError: { type: 'OverQuota', message: "Quota exceeded for resources: ['port'].", detail: '' } },
    'quota',
    'OverQuota',
  ],
  ['image', 409, { message: 'Image is in use', code: '409 Conflict', title: 'Conflict' }, 'conflict', null],
  ['network', 503, '<html>', 'unavailable', null],
  ['compute', 406, { computeFault: { message: 'Version 2.99 is not supported by the API.', code: 406 } }, 'badRequest', 'computeFault'],
  ['compute', 429, null, 'rateLimited', null],
  ['compute', 501, { notImplemented: { message: 'Unable to get diagnostics', code: 501 } }, 'unsupported', 'notImplemented'],
] as const)('an error of %s with %i', (service, status, body, code, type) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const error = toCloudError({ service, status, headers: { 'x-openstack-request-id': 'req-1' }, body: text });
  expect(error).toMatchObject({ service, status, code, type, requestId: 'req-1' });
});

test('Retry-After as a date', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  const headers = { 'retry-after': 'Tue, 01 Jan 2030 00:01:00 GMT' };
  expect(toCloudError({ service: 'compute', status: 429, headers, body: '', now }).retryAfterMs).toBe(60_000);
});

test.each([
  ['http://proxy:6080/vnc_auto.html?path=%3Ftoken%3Dabc', 'ws://proxy:6080/?token=abc'],
  ['https://proxy/vnc_auto.html?path=%3Ftoken%3Dabc', 'wss://proxy/?token=abc'],
  ['https://proxy/console/vnc_auto.html?path=console/websockify%3Ftoken%3Dabc', 'wss://proxy/console/websockify?token=abc'],
  ['http://proxy:6080/vnc_auto.html?token=abc', 'ws://proxy:6080/?token=abc'],
  ['ws://proxy:6083/?token=abc', 'ws://proxy:6083/?token=abc'],
])('the address of a console %s', (url, socket) => {
  expect(toSocketUrl(url).href).toBe(socket);
});

test('actions that come too early', async () => {
  let now = Date.parse('2030-01-01T00:00:00Z');
  const cloud = await startFakeCloud({ clock: () => now, actionMs: 1_000 });
  const own = await cloud.connect().own(signal());
  const { id } = await createServer(own, order(cloud), signal());
  // It isn't on a host yet, then it is busy.
  expect(await codeOf(stopServer(own, id, signal()))).toBe('notFound');
  now += 1_000;
  expect(await codeOf(stopServer(own, id, signal()))).toBe('conflict');
  now += 3_000;
  expect(await getServer(own, id, signal())).toMatchObject({ status: 'ACTIVE', taskState: null });
  await stopServer(own, id, signal());
  expect(await codeOf(stopServer(own, id, signal()))).toBe('conflict');
});
