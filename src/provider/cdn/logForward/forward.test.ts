import { describe, expect, test, vi } from 'vitest';
import { started } from '../../../../tests/support/log-forward-forward.ts';
import { isSigned, type Receiver } from '../../../../tests/support/receiver.ts';
import { logForward } from '../../../lib/contract/cdn/logForward.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { waitAfter } from '../../../lib/rules/core/delivery.ts';
import { makeProvider } from '../../index.ts';

const { domainId, logTargetId: targetId } = demo;
const HOUR = 3_600_000;
const secret = 'Zq7-mN3x_Lw9.Ty5k';
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
});

describe('failure', () => {
  test('is retried with growing delays, in order, together with newer entries', async () => {
    const { p, receiver, run, get, add } = await started();
    receiver.answer = (response) => void response.writeHead(503).end();
    await add('a');
    await run();
    const failing = await get();
    expect(failing).toMatchObject({
      state: 'failing',
      waiting: 1,
      lastError: { reason: 'status', message: expect.stringContaining('503') },
    });
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
    const seen = receiver.batches.length;
    p.clock.now += HOUR;
    await run();
    expect(receiver.batches).toHaveLength(seen);
    const fresh = await p.signIn();
    const told = (await p.ok(notification.list, {}, { token: fresh })).notifications.filter(({ title }) =>
      title.includes('Log forwarding'),
    );
    expect(told.map(({ link }) => link)).toEqual(['/domains/parvaz.example/settings']);
    expect((await p.lastMail(demo.email))?.body).toContain('status 500');
    receiver.answer = (response) => void response.end();
    await p.ok(logForward.update, { domainId, targetId, enabled: true, version: suspended.version }, { token: fresh });
    receiver.batches.length = 0;
    await run();
    expect(named(receiver)[0]).toBe('a');
    expect(await get()).toMatchObject({ state: 'delivering' });
  });
});

test('after a crash between the request and storing its outcome, the same batch is sent again', async () => {
  const { p, receiver, run, get, add } = await started();
  const { place } = await p.store.reader.selectFrom('logTarget').select('place').where('id', '=', targetId).executeTakeFirstOrThrow();
  await add('a');
  await run();
  // The state of the store when the process is killed before it writes.
  await p.store.write('test', (tx) => tx.updateTable('logTarget').set({ place, deliveredAt: null }).where('id', '=', targetId).execute());
  await p.provider.services.jobs.stop();
  const next = await makeProvider({ env: p.env, store: p.store, clock: () => p.clock.now });
  await p.store.write('test', (tx) => next.services.jobs.enqueue(tx, 'log.forward'));
  await next.services.jobs.runDue();
  expect(named(receiver)).toEqual(['a', 'a']);
  expect(new Set(receiver.batches.map(({ headers }) => headers['x-nasim-batch'])).size).toBe(1);
  expect((await get()).waiting).toBe(0);
});
