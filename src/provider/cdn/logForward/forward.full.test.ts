import { describe, expect, test, vi } from 'vitest';
import { started } from '../../../../tests/support/log-forward-forward.ts';
import { type Receiver, startReceiver } from '../../../../tests/support/receiver.ts';
import { logForward } from '../../../lib/contract/cdn/logForward.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { batchBytes, batchEntries } from '../../../lib/rules/cdn/logForward/options.ts';
import { batchOf } from './batch.ts';

const { domainId, logTargetId: targetId } = demo;
const named = (receiver: Receiver) => receiver.names().map((name) => name.replace('A ', ''));

describe('delivery', () => {
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
    await p.store.write('test', async (tx) => {
      const [row] = await tx
        .selectFrom('changeLog')
        .selectAll()
        .where('domainId', '=', domainId)
        .orderBy('place', 'desc')
        .limit(1)
        .execute();
      if (!row?.place) throw new Error('no entry');
      const rows = Array.from({ length: 1200 }, (_, i) => ({
        ...row,
        id: `many-${i}`,
        entityName: String(i),
        place: Number(row.place) + 1 + i,
      }));
      for (let i = 0; i < rows.length; i += 100)
        await tx
          .insertInto('changeLog')
          .values(rows.slice(i, i + 100))
          .execute();
      await tx
        .updateTable('logPlace')
        .set({ place: Number(row.place) + 1200 })
        .where('domainId', '=', domainId)
        .execute();
    });
    await run();
    expect(receiver.batches.map(({ entries }) => entries.length)).toEqual([batchEntries, batchEntries, 200]);
    expect(receiver.names()).toEqual(Array.from({ length: 1200 }, (_, i) => String(i)));
    expect((await get()).waiting).toBe(0);
  });

  test('a batch has at most a megabyte, and at least one entry', () => {
    const entries = (bytes: number) => Array.from({ length: 9 }, (_, i) => ({ place: i + 1, line: { text: 'é'.repeat(bytes / 2) } }));
    const batch = batchOf('t', 'json', entries(batchBytes / 4));
    expect([batch?.place, batch?.id]).toEqual([3, 't.1-3']);
    expect(Buffer.byteLength(batch?.body ?? '')).toBeLessThanOrEqual(batchBytes);
    expect(batchOf('t', 'ndjson', entries(batchBytes * 2))?.place).toBe(1);
    expect(batchOf('t', 'ndjson', [])).toBeNull();
  });

  test('a target that was off, or without the plan, receives what it missed once it is on again', async () => {
    const { p, receiver, run, get, add, token } = await started();
    const plan = (code: 'com' | 'pro') =>
      p.store.write('test', (tx) => tx.updateTable('domain').set({ plan: code }).where('id', '=', domainId).execute());
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
