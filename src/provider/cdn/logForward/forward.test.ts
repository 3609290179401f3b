import { describe, expect, test, vi } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { isSigned, type Receiver, startReceiver } from '../../../../tests/support/receiver.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { logForward } from '../../../lib/contract/cdn/logForward.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { batchBytes, batchEntries } from '../../../lib/rules/cdn/logForward/options.ts';
import { waitAfter } from '../../../lib/rules/core/delivery.ts';
import { HOUR } from '../../../lib/time.ts';
import { makeProvider } from '../../index.ts';
import { cdnJobs } from '../jobs.ts';
import { createBatch } from './batch.ts';

const { domainId, logTargetId: targetId } = demo;
const secret = 'Zq7-mN3x_Lw9.Ty5k';

/** Points the demo target to a receiver. */
async function started(input: Partial<Input<typeof logForward.update>> = {}) {
  const p = await startProvider({ env: { CHECK_ALLOW: '127.0.0.0/8' } });
  const receiver = await startReceiver();
  let token = await p.signIn();
  await p.ok(logForward.update, { domainId, targetId, target: receiver.url, enabled: true, ...input }, { token });
  const { jobs } = p.provider.services;
  const run = async () => {
    await p.store.write('test', (tx) => jobs.enqueue(tx, cdnJobs.forwardLogs, {}));
    await jobs.runDue();
  };
  const get = async () => {
    token = await p.signIn();
    const found = (await p.ok(logForward.list, { domainId }, { token })).targets[0];
    if (!found) throw new Error('no target');
    return found;
  };
  const add = (name: string) =>
    p.ok(dns.create, { domainId, name, type: 'A', content: '203.0.113.5', ttl: 'auto', proxy: false }, { token });
  // The entry that the change of the target itself created.
  await run();
  receiver.batches.length = 0;
  return { p, receiver, run, get, add, token: () => token };
}

const named = (receiver: Receiver) => receiver.names().map((name) => name.replace('A ', ''));

describe('delivery', () => {
  test('a target receives entries written after it was added, once and in order, as the guide describes', async () => {
    const { p, receiver, run, get, add } = await started({ secret });
    for (const name of ['a', 'b', 'c']) await add(name);
    expect(await get()).toMatchObject({ state: 'waiting', waiting: 3 });
    await run();
    await run();
    expect(named(receiver)).toEqual(['a', 'b', 'c']);
    const [batch] = receiver.batches;
    expect(batch?.headers).toMatchObject({ 'content-type': 'application/x-ndjson; charset=utf-8', 'user-agent': 'Nasim-Log-Forward/1.0' });
    expect(batch && isSigned(batch, secret)).toBe(true);
    expect(batch?.entries[0]).toEqual({
      id: expect.any(String),
      time: new Date(p.clock.now).toISOString(),
      log: 'activity',
      domain: 'parvaz.example',
      title: 'DNS record added',
      actor: { type: 'user', name: demo.email },
      via: 'panel',
      ip: '192.0.2.1',
      group: 'dns',
      action: 'create',
      entity: { type: 'dnsRecord', id: expect.any(String), name: 'A a' },
      changes: expect.arrayContaining([{ field: 'content', before: null, after: '203.0.113.5' }]),
      complete: true,
    });
    expect(await get()).toMatchObject({ state: 'delivering', waiting: 0, lastDeliveredAt: expect.any(String) });
  });

  test('is triggered by the change itself', async () => {
    const { p, receiver, add } = await started({ format: 'json' });
    await add('soon');
    await vi.waitFor(async () => {
      await p.provider.services.jobs.runDue();
      expect(named(receiver)).toEqual(['soon']);
    });
    expect(receiver.batches[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('follows the order of commits: an entry with an older time, or from a slower clock, isn’t skipped', async () => {
    const { p, receiver, run, add } = await started();
    await add('first');
    await run();
    p.clock.now -= 60_000;
    await add('older');
    await Promise.all(['x', 'y', 'z'].map(add));
    await run();
    expect(named(receiver).slice(0, 2)).toEqual(['first', 'older']);
    expect(new Set(named(receiver))).toEqual(new Set(['first', 'older', 'x', 'y', 'z']));
    expect(receiver.names()).toHaveLength(5);
  });

  test('many entries are sent in batches', async () => {
    const { p, receiver, run, get } = await started();
    const row = (await stored(p, 'changeLog', { domainId })).at(-1);
    if (!row?.place) throw new Error('no entry');
    const place = Number(row.place);
    const rows = Array.from({ length: 1200 }, (_, i) => ({ ...row, id: `many-${i}`, entityName: String(i), place: place + 1 + i }));
    await p.store.write('test', async (tx) => {
      for (let i = 0; i < rows.length; i += 100)
        await tx
          .insertInto('changeLog')
          .values(rows.slice(i, i + 100))
          .execute();
    });
    await updateStored(p, 'logPlace', { domainId }, { place: place + 1200 });
    await run();
    expect(receiver.batches.map(({ entries }) => entries.length)).toEqual([batchEntries, batchEntries, 200]);
    expect(receiver.names()).toEqual(Array.from({ length: 1200 }, (_, i) => String(i)));
    expect((await get()).waiting).toBe(0);
  });

  test('a batch has at most a megabyte, and at least one entry', () => {
    const entries = (bytes: number) => Array.from({ length: 9 }, (_, i) => ({ place: i + 1, line: { text: 'é'.repeat(bytes / 2) } }));
    const batch = createBatch('t', 'json', entries(batchBytes / 4));
    expect([batch?.place, batch?.id]).toEqual([3, 't.1-3']);
    expect(Buffer.byteLength(batch?.body ?? '')).toBeLessThanOrEqual(batchBytes);
    expect(createBatch('t', 'ndjson', entries(batchBytes * 2))?.place).toBe(1);
    expect(createBatch('t', 'ndjson', [])).toBeNull();
  });

  test('a target that was off, or without the plan, receives what it missed once it is on again', async () => {
    const { p, receiver, run, get, add, token } = await started();
    const plan = (code: 'com' | 'pro') => updateStored(p, 'domain', { id: domainId }, { plan: code });
    await plan('com');
    await add('unpaid');
    await run();
    expect([receiver.batches, await get()]).toMatchObject([[], { state: 'paused', waiting: 1 }]);
    await plan('pro');
    await p.ok(logForward.update, { domainId, targetId, enabled: false }, { token: token() });
    await run();
    expect(receiver.batches).toEqual([]);
    await p.ok(logForward.update, { domainId, targetId, enabled: true }, { token: token() });
    await run();
    expect(named(receiver)[0]).toBe('unpaid');
  });

  test('a target that times out delays no other target', async () => {
    const { p, receiver, run, add, token } = await started();
    const silent = await startReceiver();
    silent.answer = () => {};
    await p.ok(logForward.create, { domainId, target: silent.url }, { token: token() });
    await add('a');
    const whole = run();
    await vi.waitFor(() => expect(named(receiver)).toContain('a'));
    await silent.stop();
    await whole;
  });
});

describe('failure', () => {
  test('is retried with growing delays, in order, together with newer entries', async () => {
    const { p, receiver, run, get, add } = await started();
    receiver.answer = (response) => void response.writeHead(503).end();
    await add('a');
    await run();
    const failing = await get();
    const lastError = { reason: 'status', message: expect.stringContaining('503') };
    expect(failing).toMatchObject({ state: 'failing', waiting: 1, lastError });
    expect(Date.parse(failing.nextTryAt ?? '') - p.clock.now).toBeLessThan(12_000);
    await add('b');
    // Not before it is due, even when triggered.
    await run();
    expect(receiver.batches).toHaveLength(1);
    p.clock.now += 12_000;
    await run();
    expect(receiver.batches.map(({ entries }) => entries.length)).toEqual([1, 2]);
    receiver.answer = (response) => void response.end();
    p.clock.now += 24_000;
    // The queue runs it when it is due.
    await p.provider.services.jobs.runDue();
    const delivered = await get();
    expect(delivered).toMatchObject({ state: 'delivering', waiting: 0 });
    expect(delivered).not.toHaveProperty('lastError');
    expect(named(receiver)).toEqual(['a', 'a', 'b', 'a', 'b']);
    expect(receiver.batches[1]?.headers['x-nasim-batch']).toBe(receiver.batches[2]?.headers['x-nasim-batch']);
  });

  test('doubles the delay each time, up to an hour, with jitter', () => {
    expect([1, 2, 3, 9, 10, 60].map((attempts) => waitAfter(attempts, 0) / 1000)).toEqual([10, 20, 40, 2560, 3600, 3600]);
    expect(waitAfter(2, 1)).toBe(10_000);
  });

  test('for a day turns the target off and notifies the customer once; turned on again, it continues where it stopped', async () => {
    const { p, receiver, run, get, add } = await started();
    receiver.answer = (response) => void response.writeHead(500).end();
    await add('a');
    for (let hour = 0; hour <= 24; hour++) {
      await run();
      p.clock.now += HOUR;
    }
    await run();
    const suspended = await get();
    expect(suspended).toMatchObject({ state: 'suspended', enabled: false, suspendedAt: expect.any(String) });
    const count = receiver.batches.length;
    p.clock.now += HOUR;
    await run();
    expect(receiver.batches).toHaveLength(count);
    const fresh = await p.signIn();
    const { notifications } = await p.ok(notification.list, {}, { token: fresh });
    const notices = notifications.filter(({ title }) => title.includes('Log forwarding'));
    expect(notices.map(({ link }) => link)).toEqual(['/domains/parvaz.example/settings']);
    expect((await p.lastMail(demo.email))?.body).toContain('status 500');
    receiver.answer = (response) => void response.end();
    await p.ok(logForward.update, { domainId, targetId, enabled: true, version: suspended.version }, { token: fresh });
    receiver.batches.length = 0;
    await run();
    expect(named(receiver)[0]).toBe('a');
    expect(await get()).toMatchObject({ state: 'delivering' });
  });

  test('a change of the target in the meantime overrides the outcome', async () => {
    const { p, receiver, run, get, add, token } = await started();
    const other = await startReceiver();
    receiver.answer = async (response) => {
      await p.ok(logForward.update, { domainId, targetId, target: other.url }, { token: token() });
      response.end();
    };
    await add('a');
    await run();
    expect(named(receiver)).toEqual(['a']);
    expect(named(other)[0]).toBe('a');
    expect(await get()).toMatchObject({ state: 'delivering', waiting: 0 });
  });
});

test('after a crash between the request and storing its outcome, the same batch is sent again', async () => {
  const { p, receiver, run, get, add } = await started();
  const { place } = await storedOne(p, 'logTarget', { id: targetId });
  await add('a');
  await run();
  // The state of the store when the process is killed before it writes.
  await updateStored(p, 'logTarget', { id: targetId }, { place, deliveredAt: null });
  await p.provider.services.jobs.stop();
  const next = await makeProvider({ env: p.env, store: p.store, clock: () => p.clock.now });
  await p.store.write('test', (tx) => next.services.jobs.enqueue(tx, cdnJobs.forwardLogs, {}));
  await next.services.jobs.runDue();
  expect(named(receiver)).toEqual(['a', 'a']);
  expect(new Set(receiver.batches.map(({ headers }) => headers['x-nasim-batch'])).size).toBe(1);
  expect((await get()).waiting).toBe(0);
});
