import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EventReader } from '../../../tests/support/events.ts';
import { move, readAccountId } from '../../../tests/support/ledger.ts';
import { jobContext, notifyAccount } from '../../../tests/support/notices.ts';
import { listeningProcesses, startProvider, startSecond, type TestProvider } from '../../../tests/support/provider.ts';
import { storedOne, updateStored } from '../../../tests/support/stored.ts';
import { auth } from '../../lib/contract/account/auth.ts';
import { dns } from '../../lib/contract/cdn/dns.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import { task } from '../../lib/contract/core/task.ts';
import { demo } from '../../lib/contract/fields.ts';
import { TOKEN_MS } from '../core/session/tokens.ts';
import { moveTask, startTask } from '../jobs/tasks.ts';
import { makeLive } from './live.ts';

const { domainId } = demo;
const record = { domainId, name: 'live', type: 'A', content: '203.0.113.200', ttl: 'auto', proxy: false } as const;

const follow = async ({ provider }: Pick<TestProvider, 'provider'>, token: string, headers: Record<string, string> = {}, search = '') => {
  const left = new AbortController();
  const request = { headers: { authorization: `Bearer ${token}`, ...headers }, signal: left.signal };
  const response = await provider.answer(new Request(`http://provider${task.stream.path}${search}`, request), { ip: '192.0.2.1' });
  const events = new EventReader(response);
  onTestFinished(() => events.cancel().catch(() => {}));
  return { events, response, left };
};

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  return { p, token, accountId: await readAccountId(p) };
}
/** With a stream that is ready. */
async function following() {
  const running = await started();
  const { events } = await follow(running.p, running.token);
  await events.until('ready');
  return { ...running, events };
}

describe('a stream', () => {
  test('sends events, and is neither cached nor compressed', async () => {
    const { p, token } = await started();
    const { events, response } = await follow(p, token);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect((await events.next())?.name).toBe('ready');
    expect(await events.isQuiet(100)).toBe(true);
  });

  test('reports a write after its commit, with the call that made it', async () => {
    const { p, token, events } = await following();
    const { headers } = await p.try(dns.create, record, { token });
    const received = [await events.next(), await events.next(), await events.next()];
    const by = headers.get('x-request-id');
    expect(received.map((event) => event?.data)).toEqual(expect.arrayContaining(['dns', 'domain', 'zone'].map((group) => ({ group, by }))));
    expect(new Set(received.map((event) => event?.name))).toEqual(new Set(['domain']));
  });

  test('reports no refused writes, and no other customers’ changes', async () => {
    const { p, token } = await started();
    const omid = await p.signIn(demo.second);
    const { events } = await follow(p, omid);
    const own = await follow(p, token);
    await events.until('ready');
    await own.events.until('ready');
    await p.ok(dns.create, record, { token });
    expect(await own.events.groups(3)).toEqual(['dns', 'domain', 'zone']);
    expect((await p.try(dns.create, record, { token })).status).toBe(409);
    expect(await events.isQuiet(150)).toBe(true);
    expect(await own.events.isQuiet(50)).toBe(true);
  });

  test('reports everything that a call affects: a paid domain changes the balance', async () => {
    const { p, token, events } = await following();
    await p.ok(domain.add, { name: 'priced.example', plan: 'eco', acceptTerms: true, termsVersion: '2026-11' }, { token });
    expect(await events.groups(4)).toEqual(['domain', 'transaction', 'wallet', 'walletDetail']);
  });

  test('reports the results of jobs: notifications, tasks and bookings without a call', async () => {
    const { p, accountId, events } = await following();
    await notifyAccount(p, accountId);
    expect(await events.next()).toMatchObject({ name: 'notification', data: { group: 'notification', by: '' } });
    const id = await p.store.write('job', (tx) =>
      startTask(tx, jobContext(p), { accountId, kind: 'zone.deploy', entity: { type: 'domain', id: domainId, name: 'parvaz.example' } }),
    );
    expect((await events.next())?.name).toBe('task');
    await p.store.write('job', (tx) => moveTask(tx, jobContext(p), id, { status: 'done', percent: 100 }));
    expect((await events.next())?.name).toBe('task');
    await move(p, accountId, 1000);
    expect((await events.next())?.name).toBe('balance');
  });

  test('combines events of the same moment', async () => {
    const { p, token, events } = await following();
    // No matter how long the twenty calls take, all fall into the interval in which events are combined.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (let i = 0; i < 20; i++) await p.ok(dns.create, { ...record, name: `live-${i}` }, { token });
      await vi.runOnlyPendingTimersAsync();
    } finally {
      vi.useRealTimers();
    }
    let count = 0;
    while (!(await events.isQuiet(80))) count++;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(20);
  });
});

describe('coming back', () => {
  test('with the id of the last event reports exactly the missed changes', async () => {
    const { p, token, events } = await following();
    await p.ok(dns.create, record, { token });
    const received = [await events.next(), await events.next(), await events.next()];
    const id = received[2]?.id ?? '';
    await events.cancel();
    const nothing = await follow(p, token, { 'last-event-id': id });
    await nothing.events.until('ready');
    expect(await nothing.events.isQuiet(100)).toBe(true);
    await nothing.events.cancel();
    await p.ok(dns.create, { ...record, name: 'missed' }, { token });
    const again = await follow(p, token, {}, `?since=${encodeURIComponent(id)}`);
    await again.events.until('ready');
    expect(await again.events.groups(3)).toEqual(['dns', 'domain', 'zone']);
    expect(await again.events.isQuiet(100)).toBe(true);
  });

  test('with an unreadable id reports everything', async () => {
    const { p, token } = await started();
    await p.ok(dns.create, record, { token });
    const { events } = await follow(p, token, {}, '?since=rubbish.x,dns');
    await events.until('ready');
    expect(await events.groups(6)).toEqual(['dns', 'domain', 'transaction', 'wallet', 'walletDetail', 'zone']);
  });

  test('with a time reports changes since then, some of them twice rather than never', async () => {
    const { p, token } = await started();
    await p.ok(dns.create, record, { token });
    const iso = (ms: number) => `?since=${new Date(ms).toISOString()}`;
    const later = await follow(p, token, {}, iso(p.clock.now + 60_000));
    await later.events.until('ready');
    expect(await later.events.isQuiet(100)).toBe(true);
    const earlier = await follow(p, token, {}, iso(p.clock.now));
    await earlier.events.until('ready');
    expect(await earlier.events.groups(3)).toEqual(['dns', 'domain', 'zone']);
  });
});

describe('it ends', () => {
  const ends = async (events: EventReader) => {
    expect((await events.until('end')).data.reason).toBe('session');
    expect(await events.next()).toBeNull();
  };

  test('on sign-out', async () => {
    const { p, token, events } = await following();
    await p.ok(auth.logout, {}, { token });
    await ends(events);
    expect(p.provider.services.live.size).toBe(0);
  });

  test('when its token expires; clients refresh it and reconnect', async () => {
    const { p, events } = await following();
    p.clock.now += TOKEN_MS + 1;
    await ends(events);
  });

  test('when the reader disconnects, by the body or by the connection', async () => {
    const { p, token } = await started();
    const { live } = p.provider.services;
    const [first, second] = [await follow(p, token), await follow(p, token)];
    expect(live.size).toBe(2);
    await first.events.cancel();
    expect(live.size).toBe(1);
    second.left.abort();
    expect(live.size).toBe(0);
  });

  test('when the process is about to stop; no new ones are accepted', async () => {
    const { p, token } = await started();
    const { events } = await follow(p, token);
    await p.provider.drain();
    expect((await events.until('end')).data.reason).toBe('stopping');
    const late = await follow(p, token);
    expect((await late.events.next())?.data.reason).toBe('stopping');
    expect(await late.events.next()).toBeNull();
    expect(p.provider.services.live.size).toBe(0);
  });

  test('when another process ends the session', async () => {
    const { p, events } = await following();
    // Written without this process noticing.
    await updateStored(p, 'session', {}, { endedAt: 1 });
    await ends(events);
  });

  test('for the oldest when a customer opens too many', async () => {
    const { p, token } = await started();
    const all: EventReader[] = [];
    for (let i = 0; i < 11; i++) all.push((await follow(p, token)).events);
    expect((await all[0]?.until('end'))?.data.reason).toBe('limit');
    expect(p.provider.services.live.size).toBe(10);
    await all[1]?.until('ready');
    expect(await all[1]?.isQuiet(50)).toBe(true);
  });
});

test('events for a stalled reader aren’t queued: it gets the newest when it continues, and is dropped eventually', async () => {
  const { p, accountId } = await started();
  const session = await storedOne(p, 'session');
  const open = async (stall: number) => {
    const times = { look: 20, gather: 1, beat: 40, stall };
    const live = makeLive({ store: p.store, clock: () => p.clock.now, log: pino({ level: 'silent' }), times });
    onTestFinished(() => live.drain());
    const caller = { accountId, sessionId: session.id, endsAt: Number.MAX_SAFE_INTEGER, ip: '192.0.2.1' };
    const body = await live.open(caller, null, new AbortController().signal);
    return { live, body };
  };
  const patient = await open(60_000);
  for (let i = 0; i < 50; i++) await notifyAccount(p, accountId);
  await wait(60);
  const reader = new EventReader(new Response(patient.body));
  expect((await reader.next())?.name).toBe('ready');
  // Fifty changes result in one event.
  expect((await reader.next())?.data.group).toBe('notification');
  // A heartbeat may be late on a busy machine; nothing else comes before it.
  do expect(await reader.isQuiet(100)).toBe(true);
  while (reader.beats === 0);
  await reader.cancel();

  const hasty = await open(50);
  await expect.poll(() => hasty.live.size, { timeout: 2000 }).toBe(0);
  const dropped = hasty.body.getReader();
  await expect(dropped.read()).rejects.toThrow('takes nothing');
});

test('two processes on one store see each other’s changes', async () => {
  const { p, token } = await started();
  const { events } = await follow(await startSecond(p), token);
  await events.until('ready');
  await p.ok(dns.create, record, { token });
  expect(await events.groups(3)).toEqual(['dns', 'domain', 'zone']);
  await p.ok(auth.logout, {}, { token });
  expect((await events.until('end', 1000)).data.reason).toBe('session');
});

test.runIf(process.env.TEST_DATABASE === 'postgres')('two processes on PostgreSQL report commits to each other at once', async () => {
  const { p, accountId, token } = await started();
  const other = await startSecond(p);
  // So rarely that only the channel can report a change.
  const times = { look: 3_600_000, gather: 1 };
  const live = makeLive({ store: other.store, clock: () => p.clock.now, log: pino({ level: 'silent' }), times });
  onTestFinished(() => live.drain());
  const session = await storedOne(p, 'session');
  const caller = { accountId, sessionId: session.id, endsAt: Number.MAX_SAFE_INTEGER, ip: '192.0.2.1' };
  const events = new EventReader(new Response(await live.open(caller, null, new AbortController().signal)));
  await events.until('ready');
  const before = await listeningProcesses(p, 2);
  await p.ok(dns.create, record, { token });
  expect(await events.groups(3)).toEqual(['dns', 'domain', 'zone']);
  // Also after the connections were lost.
  for (const pid of before) await sql`select pg_terminate_backend(${pid})`.execute(p.store.reader);
  await listeningProcesses(p, 2, before);
  await p.ok(dns.create, { ...record, name: 'again' }, { token });
  expect(await events.groups(3)).toEqual(['dns', 'domain', 'zone']);
  await p.ok(auth.logout, {}, { token });
  expect((await events.until('end')).data.reason).toBe('session');
});
