import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { compareAll, controlledEdge, readDesired } from '../../../../tests/support/edgeControl.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { operatorEdge } from '../../../lib/contract/cdn/operatorEdge.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorDesk } from '../../../lib/contract/operator/operatorDesk.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import type { EdgeHeartbeat, EdgeReport, HeartbeatAnswer } from '../../../lib/rules/cdn/edge/bundle.ts';
import { HOUR, MINUTE } from '../../../lib/time.ts';
import { readSteering } from '../../drivers/dns/steering.ts';
import { steerEdges } from '../edge/steer.ts';

const load = { requests: 10, cpu: 0.2, connections: 5, maxConnections: 1000, memory: 50, maxMemory: 100, disk: 0, maxDisk: 100 };
const SECOND = 1000;

async function started(env: Record<string, string> = {}) {
  const p = await startProvider({ env: { EDGE_DRIVER: 'node', DNS_DRIVER: 'node', ...env } });
  const operator = { token: await p.signInOperator() };
  const { services } = p.provider;
  const { request } = controlledEdge(p);
  const list = () => p.ok(operatorEdge.list, {}, operator);
  const find = async (id: string) => (await list()).edges.find((one) => one.id === id);
  /** An edge, as the portal sees it. */
  const edge = (id: string, key?: string, headers: Record<string, string> = {}) => {
    let nonce: string | null = null;
    const send = (more: Partial<EdgeHeartbeat> = {}) =>
      request('POST', '/edge/heartbeat', {
        ...(key && { key }),
        headers,
        body: {
          edgeId: id,
          hostname: '192.0.2.9:80',
          nonce,
          at: p.clock.now,
          listening: true,
          caughtUp: true,
          place: 0,
          load,
          ...more,
        } satisfies EdgeHeartbeat,
      });
    return {
      send,
      async beat(more: Partial<EdgeHeartbeat> = {}) {
        for (let attempt = 0; attempt < 2; attempt++) {
          const answer = await send({ nonce, ...more });
          expect(answer.status).toBe(200);
          const body = (await answer.json()) as HeartbeatAnswer;
          nonce = body.nonce;
          if (body.accepted) return body;
        }
        throw new Error('two heartbeats were refused');
      },
    };
  };
  const joinWith = (token: string, key: string) => request('POST', '/edge/join', { key: null, body: { token, key } });
  const add = async (name: string, addresses: string[], placeId: string | null = null) => {
    const { edgeId, command } = await p.ok(operatorEdge.add, { name, placeId, addresses }, operator);
    const token = /EDGE_TOKEN=(\S+)/.exec(command)?.[1] ?? '';
    return { edgeId, token };
  };
  /** One that has joined. */
  const joined = async (name: string, addresses: string[], placeId: string | null = null) => {
    const { edgeId, token } = await add(name, addresses, placeId);
    const key = Buffer.from(name.padEnd(32, '.')).toString('base64url').slice(0, 43);
    expect((await joinWith(token, key)).status).toBe(200);
    return { id: edgeId, key, ...edge(edgeId, key) };
  };
  const answered = async () => (await readSteering(p.store.reader, services.env))?.edges.flatMap(({ addresses }) => addresses);
  const steer = () => steerEdges(services, p.clock.now);
  return { p, operator, services, request, list, find, edge, joinWith, add, joined, answered, steer };
}

test('an edge joins with a token for one key, within an hour, and its own key works from then on', async () => {
  const { p, request, find, joinWith, add, edge } = await started();
  const { edgeId, token } = await add('Frankfurt 1', ['192.0.2.10']);
  expect(await find(edgeId)).toMatchObject({ name: 'Frankfurt 1', health: 'waiting', inDns: false, sharedKey: false, load: null });
  const [key, other] = ['a'.repeat(43), 'b'.repeat(43)];
  expect((await request('GET', '/edge/bundle?wait=0', { key })).status).toBe(401);
  expect((await joinWith(`${token}x`, key)).status).toBe(409);
  const answer = await joinWith(token, key);
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ edgeId })]);
  // The answer was lost: the same key is accepted again, another isn't.
  expect((await joinWith(token, key)).status).toBe(200);
  expect((await joinWith(token, other)).status).toBe(409);
  expect((await request('GET', '/edge/bundle?wait=0', { key })).status).toBe(200);
  await edge(edgeId, key).beat();
  expect(await find(edgeId)).toMatchObject({ health: 'healthy', behind: 0, load: { requests: 10, cache: 0.25 }, clockOffset: 0 });
  // Its key is its own: it can't report for another edge.
  expect((await edge('other', key).send()).status).toBe(409);
  expect((await edge(edgeId).send()).status).toBe(409);

  const late = await add('Frankfurt 2', ['192.0.2.11']);
  p.clock.now += HOUR;
  expect((await joinWith(late.token, other)).status).toBe(409);
  expect(await find(late.edgeId)).toMatchObject({ health: 'expired' });
});

test('an edge with the shared key appears by itself; once removed, it is refused', async () => {
  const { p, operator, find, edge, request } = await started();
  const shared = edge('edge-1');
  await shared.beat();
  const known = await find('edge-1');
  expect(known).toMatchObject({ name: null, sharedKey: true, health: 'healthy', inDns: false });
  await p.ok(operatorEdge.remove, { edgeId: 'edge-1', version: known?.version ?? 0 }, operator);
  expect((await shared.send()).status).toBe(410);
  const body = { edgeId: 'edge-1', hostname: '', versions: {}, refused: {}, startedAt: 1 };
  expect((await request('POST', '/edge/report', { body })).status).toBe(410);
  expect(await find('edge-1')).toBeUndefined();
});

test('the key of a removed edge is refused by every call; a new command makes the old key useless', async () => {
  const { p, operator, request, find, joined, joinWith } = await started({ EDGE_ADDRESSES: '192.0.2.1' });
  const edge = await joined('Frankfurt 1', ['192.0.2.10']);
  const { command } = await p.ok(operatorEdge.renewToken, { edgeId: edge.id, version: 0 }, operator);
  expect((await request('GET', '/edge/bundle?wait=0', { key: edge.key })).status).toBe(401);
  const next = 'c'.repeat(43);
  expect((await joinWith(/EDGE_TOKEN=(\S+)/.exec(command)?.[1] ?? '', next)).status).toBe(200);
  expect(await p.try(operatorEdge.remove, { edgeId: edge.id, version: 0 }, operator)).toMatchObject({
    status: 409,
    body: { code: 'error:versionConflict' },
  });
  await p.ok(operatorEdge.remove, { edgeId: edge.id, version: 1 }, operator);
  for (const [method, path] of [
    ['GET', '/edge/bundle?wait=0'],
    ['POST', '/edge/report'],
    ['POST', '/edge/heartbeat'],
    ['POST', '/log/ingest'],
  ] as const) {
    const answer = await request(method, path, { key: next, ...(method === 'POST' && { body: {} }) });
    expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([path, 410, 'operatorEdge:refused.removed']);
  }
  expect(await find(edge.id)).toBeUndefined();
  const logs = (await p.ok(operatorLog.list, {}, operator)).logs;
  expect(logs.map(({ action, entity }) => `${entity.type}.${action} ${entity.name}`)).toEqual([
    'edge.delete Frankfurt 1',
    'edge.request Frankfurt 1',
    'edge.create Frankfurt 1',
  ]);
});

test('a repeated heartbeat doesn’t count, and neither does an edge’s clock', async () => {
  const { p, find, joined } = await started();
  const edge = await joined('Frankfurt 1', ['192.0.2.10']);
  const first = await edge.beat({ at: p.clock.now + HOUR });
  expect(await find(edge.id)).toMatchObject({ health: 'healthy', clockOffset: 3600 });
  await edge.beat({ listening: false });
  // Recorded before, with the nonce of that time.
  const replayed = await edge.send({ nonce: first.nonce });
  expect(await replayed.json()).toMatchObject({ accepted: false });
  expect(await find(edge.id)).toMatchObject({ health: 'stopped' });
});

test('a heartbeat is answered with the hash of the last report, so that an edge needn’t repeat it', async () => {
  const { p, edge, request } = await started();
  const { beat } = edge('edge-1');
  expect((await beat()).report).toBeNull();
  const body = { edgeId: 'edge-1', hostname: '', versions: {}, refused: {}, startedAt: 1, place: 0 } satisfies EdgeReport;
  expect((await request('POST', '/edge/report', { body })).status).toBe(200);
  expect((await beat()).report).toBe(createHash('sha256').update(JSON.stringify(body)).digest('hex'));
  // Without a report, its heartbeats keep it connected.
  p.clock.now += 2 * MINUTE;
  await beat();
  expect((await p.ok(provider.capabilities, {})).capabilities.edge).toBe('connected');
});

test('a report that was recorded before the last one is refused', async () => {
  const { p, request } = await started();
  await compareAll(p);
  const report = async (more: Partial<EdgeReport>) => {
    const body = { edgeId: 'edge-1', hostname: '', versions: {}, refused: {}, startedAt: 1, place: 3, ...more } satisfies EdgeReport;
    const answer = await request('POST', '/edge/report', { body });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await report({ place: 3 })).toEqual([200, undefined]);
  expect(await report({ place: 2 })).toEqual([409, 'operatorEdge:refused.recorded']);
  expect(await report({ place: 3 })).toEqual([200, undefined]);
  // A start with older files, and a portal whose database was restored.
  expect(await report({ place: 2, startedAt: 2 })).toEqual([200, undefined]);
  expect(await report({ place: 1_000, startedAt: 2 })).toEqual([200, undefined]);
  expect(await report({ place: 2, startedAt: 2 })).toEqual([200, undefined]);
});

test('the operator sees an edge whose disk can’t be written', async () => {
  const { p, operator, find, request } = await started();
  const warnings = [
    { kind: 'diskFailing', name: 'edge', path: '/srv/edge', count: null, at: new Date(p.clock.now).toISOString() },
  ] as const;
  const report = (more: Partial<EdgeReport>) =>
    request('POST', '/edge/report', {
      body: { edgeId: 'edge-1', hostname: 'one', versions: {}, refused: {}, startedAt: 1, ...more } satisfies EdgeReport,
    });
  await report({ warnings });
  expect(await find('edge-1')).toMatchObject({ diskFailing: true });
  expect((await p.ok(operatorDesk.today, {}, operator)).warnings).toMatchObject([{ kind: 'diskFailing', host: 'one' }]);
  await report({});
  expect(await find('edge-1')).toMatchObject({ diskFailing: false });
});

test('releases may differ by one: both sides say so, and the operator sees it', async () => {
  const { find, edge, request } = await started();
  const old = { 'x-edge-release': '9.0.0' };
  const answer = await edge('edge-1', undefined, old).send();
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([426, 'operatorEdge:refused.release']);
  expect(answer.headers.get('x-portal-release')).toMatch(/^\d+\.\d+\.\d+/);
  expect((await request('GET', '/edge/bundle?wait=0', { headers: old })).status).toBe(426);
  expect(await find('edge-1')).toMatchObject({ health: 'incompatible', release: '9.0.0' });
});

test('DNS answers with healthy edges, leaves a lost one within 15 s, and takes it back when it was healthy for a while', async () => {
  const { p, find, joined, answered, steer } = await started();
  const [one, two] = [await joined('One', ['192.0.2.10', '2001:db8::10']), await joined('Two', ['192.0.2.20'])];
  await steer();
  expect(await answered()).toBeUndefined();
  await one.beat();
  await two.beat({ caughtUp: false });
  await steer();
  expect(await answered()).toEqual(['192.0.2.10', '2001:db8::10']);
  await two.beat();
  await steer();
  expect(await answered()).toEqual(['192.0.2.10', '2001:db8::10', '192.0.2.20']);
  p.clock.now += 10 * SECOND;
  await one.beat();
  p.clock.now += 5 * SECOND;
  await steer();
  expect(await answered()).toEqual(['192.0.2.10', '2001:db8::10']);
  expect(await find(two.id)).toMatchObject({ health: 'lost', inDns: false, load: null });
  // It doesn’t come back at once, and later each time.
  const untilBack = async () => {
    for (let seconds = 0; ; seconds += 5) {
      await one.beat();
      await two.beat();
      await steer();
      if ((await answered())?.includes('192.0.2.20')) return seconds;
      p.clock.now += 5 * SECOND;
    }
  };
  expect(await untilBack()).toBe(30);
  await two.beat({ listening: false });
  await steer();
  expect(await answered()).not.toContain('192.0.2.20');
  await two.beat();
  await steer();
  expect((await find(two.id))?.returnsAt).toBe(new Date(p.clock.now + MINUTE).toISOString());
  expect(await untilBack()).toBe(60);
  // Nobody is healthy: the last ones are answered rather than none.
  const before = await answered();
  p.clock.now += HOUR;
  await steer();
  expect(await answered()).toEqual(before);
});

test('an edge that is nearly used up leaves DNS until it has room again', async () => {
  const { joined, answered, steer } = await started();
  const [one, two] = [await joined('One', ['192.0.2.10']), await joined('Two', ['192.0.2.20'])];
  await one.beat();
  await two.beat();
  await steer();
  for (const [cpu, isIn] of [
    [0.94, true],
    [0.95, false],
    [0.85, false],
  ] as const) {
    await two.beat({ load: { ...load, cpu } });
    await steer();
    expect([cpu, (await answered())?.includes('192.0.2.20')]).toEqual([cpu, isIn]);
  }
  // Both: rather than none.
  await one.beat({ load: { ...load, cpu: 1 } });
  await steer();
  expect(await answered()).toEqual(['192.0.2.10', '192.0.2.20']);
});

test('a drained edge and one kept out of DNS aren’t answered; the last one can’t be taken out', async () => {
  const { p, operator, joined, answered, steer, find } = await started();
  const [one, two] = [await joined('One', ['192.0.2.10']), await joined('Two', ['192.0.2.20'])];
  await one.beat();
  await two.beat();
  await steer();
  expect((await p.ok(operatorEdge.setMode, { edgeId: two.id, mode: 'drained', version: 0 }, operator)).version).toBe(1);
  await steer();
  expect(await answered()).toEqual(['192.0.2.10']);
  expect(await two.beat()).toMatchObject({ drain: true });
  for (const refused of [
    p.try(operatorEdge.setMode, { edgeId: one.id, mode: 'hidden', version: 0 }, operator),
    p.try(operatorEdge.remove, { edgeId: one.id, version: 0 }, operator),
    p.try(operatorEdge.update, { edgeId: one.id, name: 'One', placeId: null, addresses: [], version: 0 }, operator),
  ])
    expect(await refused).toMatchObject({ status: 409, body: { code: 'operatorEdge:error.last' } });
  // What an operator took out isn’t a loss: it comes back at once.
  await p.ok(operatorEdge.setMode, { edgeId: two.id, mode: 'active', version: 1 }, operator);
  await two.beat();
  await steer();
  expect(await answered()).toEqual(['192.0.2.10', '192.0.2.20']);
  await p.ok(operatorEdge.setMode, { edgeId: one.id, mode: 'hidden', version: 0 }, operator);
  await steer();
  expect(await answered()).toEqual(['192.0.2.20']);
  expect(await find(one.id)).toMatchObject({ mode: 'hidden', health: 'healthy', inDns: false });
});

test('places: a place is used, becomes full at its capacity, and isn’t removed while it has edges', async () => {
  const { p, operator, joined, list, steer } = await started();
  const form = { name: 'Frankfurt', continent: 'EU', country: 'DE', capacity: 100 } as const;
  const { placeId } = await p.ok(operatorEdge.savePlace, { placeId: null, ...form, version: 0 }, operator);
  expect((await p.try(operatorEdge.savePlace, { placeId: null, ...form, version: 0 }, operator)).body.fields).toHaveProperty('name');
  const edge = await joined('One', ['192.0.2.10'], placeId);
  const place = async (requests: number) => {
    await edge.beat({ load: { ...load, requests } });
    await steer();
    return (await list()).places[0];
  };
  expect(await place(89)).toMatchObject({ edges: 1, requests: 89, isFull: false });
  expect(await place(90)).toMatchObject({ isFull: true });
  expect(await place(75)).toMatchObject({ isFull: true });
  expect(await place(69)).toMatchObject({ isFull: false });
  const removal = { placeId, version: 1 };
  expect((await p.try(operatorEdge.removePlace, removal, operator)).body.code).toBe('operatorEdge:error.placeUsed');
  await p.ok(operatorEdge.update, { edgeId: edge.id, name: 'One', placeId: null, addresses: ['192.0.2.10'], version: 0 }, operator);
  expect((await p.try(operatorEdge.savePlace, { placeId, ...form, version: 0 }, operator)).body.code).toBe('error:versionConflict');
  await p.ok(operatorEdge.savePlace, { placeId, ...form, capacity: null, version: 1 }, operator);
  await p.ok(operatorEdge.removePlace, { placeId, version: 2 }, operator);
  expect((await list()).places).toEqual([]);
});

test('addresses: two edges can’t have one, origins get requests from all, and those without an edge stay answered', async () => {
  const { p, operator, add, list, joined, steer } = await started({ EDGE_ADDRESSES: '192.0.2.1,192.0.2.10' });
  const edge = await joined('One', ['192.0.2.10']);
  const twice = await p.try(operatorEdge.add, { name: 'Two', placeId: null, addresses: ['192.0.2.10'] }, operator);
  expect(twice).toMatchObject({ status: 422, body: { fields: { addresses: 'Another edge has the address 192.0.2.10.' } } });
  expect((await p.try(operatorEdge.add, { name: 'Two', placeId: 'none', addresses: [] }, operator)).body.fields).toHaveProperty('placeId');
  expect((await p.try(operatorEdge.add, { name: 'Two', placeId: null, addresses: ['edge.example'] }, operator)).status).toBe(422);
  await add('Two', ['2001:db8::20']);
  await edge.beat();
  await steer();
  expect((await list()).fixedAddresses).toEqual(['192.0.2.1']);
  expect((await p.ok(provider.edgeAddresses, {})).addresses).toEqual(['192.0.2.1', '192.0.2.10', '2001:db8::20']);
  // A fixed address is left, so the only edge may go; its address isn’t answered without one.
  await p.ok(operatorEdge.remove, { edgeId: edge.id, version: 0 }, operator);
  await steer();
  expect(await readSteering(p.store.reader, p.provider.services.env)).toEqual({ edges: [], always: ['192.0.2.1'] });
});

test('customers and visitors don’t find these calls', async () => {
  const { p } = await started();
  const customer = { token: await p.signIn() };
  const edge = { edgeId: 'x', version: 0 };
  for (const [call, input] of [
    [operatorEdge.list, {}],
    [operatorEdge.add, { name: 'One', placeId: null, addresses: [] }],
    [operatorEdge.renewToken, edge],
    [operatorEdge.update, { ...edge, name: 'One', placeId: null, addresses: [] }],
    [operatorEdge.setMode, { ...edge, mode: 'active' }],
    [operatorEdge.remove, edge],
    [operatorEdge.savePlace, { placeId: null, name: 'One', continent: 'EU', country: null, capacity: null, version: 0 }],
    [operatorEdge.removePlace, { placeId: 'x', version: 0 }],
  ] as const) {
    expect((await p.try(call, input as never, customer)).status).toBe(404);
    expect((await p.try(call, input as never)).status).toBe(401);
  }
});

test('a customer sees how many edges have a change, and the places that it isn’t at yet', async () => {
  const { p, operator, joined, request } = await started();
  const token = await p.signIn();
  const place = (name: string) =>
    p.ok(operatorEdge.savePlace, { placeId: null, name, continent: 'EU', country: null, capacity: null, version: 0 }, operator);
  const one = await joined('One', ['192.0.2.10'], (await place('Frankfurt')).placeId);
  const two = await joined('Two', ['192.0.2.20'], (await place('Paris')).placeId);
  await compareAll(p);
  const { wantedVersion } = await readDesired(p);
  const report = (edge: { id: string; key: string }, version: number) =>
    request('POST', '/edge/report', {
      key: edge.key,
      body: { edgeId: edge.id, hostname: '', versions: { [demo.domainId]: version }, refused: {}, startedAt: 1 },
    });
  await report(one, wantedVersion);
  await report(two, wantedVersion - 1);
  const live = async () => (await p.ok(domain.get, { domainId: demo.domainId }, { token })).domain.edge;
  expect(await live()).toEqual({ status: 'deploying', edges: 2, confirmed: 1, waitingFor: ['Paris'] });
  await report(two, wantedVersion);
  expect(await live()).toEqual({ status: 'deployed', edges: 2, confirmed: 2 });
});
