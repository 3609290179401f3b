import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EventReader } from '../../../tests/support/events.ts';
import { follow, started } from '../../../tests/support/live-cases.ts';
import { auth } from '../../lib/contract/account/auth.ts';
import { dns } from '../../lib/contract/cdn/dns.ts';
import { demo } from '../../lib/contract/fields.ts';
import { notify } from '../core/notification/notify.ts';
import { openStore } from '../db/open.ts';
import { makeProvider } from '../index.ts';
import { makeLive } from './live.ts';

const { domainId } = demo;
const record = { domainId, name: 'live', type: 'A', content: '203.0.113.200', ttl: 'auto', proxy: false } as const;

describe('coming back', () => {
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

  test('when another process ends the session', async () => {
    const { p, token } = await started();
    const { events } = await follow(p, token);
    await events.until('ready');
    // Written without this process noticing.
    await p.store.write('t', (tx) => tx.updateTable('session').set({ endedAt: 1 }).execute());
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
  const { p, accountId, clock } = await started();
  const session = await p.store.reader.selectFrom('session').selectAll().executeTakeFirstOrThrow();
  const open = async (stall: number) => {
    const live = makeLive({
      store: p.store,
      clock: () => p.clock.now,
      log: pino({ level: 'silent' }),
      times: { look: 20, gather: 1, beat: 40, stall },
    });
    onTestFinished(() => live.drain());
    const body = await live.open(
      { accountId, sessionId: session.id, endsAt: Number.MAX_SAFE_INTEGER, ip: '192.0.2.1' },
      null,
      new AbortController().signal,
    );
    return { live, body };
  };
  const patient = await open(60_000);
  for (let i = 0; i < 50; i++) {
    await p.store.write('job', (tx) =>
      notify(tx, clock(), { accountId, event: 'login', type: 'message', title: 'domain:added', description: 'domain:lead' }),
    );
  }
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
  // On PostgreSQL the second provider has the same database, on SQLite the same file.
  const store = await openStore({ file: join(p.env.DATA_DIR, 'nasim.sqlite'), databaseUrl: p.databaseUrl, durable: false });
  const other = await makeProvider({ env: p.env, store, clock: () => p.clock.now });
  onTestFinished(() => other.stop());
  const { events } = await follow({ provider: other }, token);
  await events.until('ready');
  await p.ok(dns.create, record, { token });
  expect(await events.groups(3)).toEqual(['dns', 'domain', 'zone']);
  await p.ok(auth.logout, {}, { token });
  expect((await events.until('end', 1000)).data.reason).toBe('session');
});
