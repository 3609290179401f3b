import { describe, expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { GB, partSize } from '../../../lib/rules/cloud/space/limits.ts';
import { balanceOf } from '../../core/ledger/ledger.ts';
import { hourlyCharge } from './meter.ts';

const HOUR = 3_600_000;

async function start(env: Record<string, string> = {}) {
  const p = await startProvider({ env });
  const token = await p.signIn();
  const spaceId = demo.spaceId;
  const list = async (prefix = '') => {
    const { objects, folders } = await p.ok(spaceObject.list, { spaceId, prefix }, { token });
    return [...folders, ...objects.map(({ key }) => key)];
  };
  const upload = (key: string, text: string, more: object = {}) =>
    p.try(spaceObject.upload, { spaceId, key, ...more }, { token, file: new File([text], 'file', { type: 'text/plain' }) });
  return { p, token, spaceId, list, upload };
}

describe('spaces', () => {
  test('a bucket left by an interrupted creation is used by the next space with its name', async () => {
    const { p, token } = await start();
    await p.provider.services.objects?.createSpace('left-over', 1);
    await p.ok(space.create, { name: 'left-over', datacenterId: 10, size: 5 }, { token });
    const upload = { spaceId: (await p.ok(space.list, {}, { token })).spaces.find(({ name }) => name === 'left-over')?.id ?? '', key: 'a' };
    expect((await p.try(spaceObject.upload, upload, { token, file: new File(['more than a byte'], 'a') })).status).toBe(200);
  });

  test('a slow object store blocks no other call; until it responds, the space is invisible and its name is taken', async () => {
    const { p, token } = await start();
    const store = p.provider.services.objects;
    if (!store) throw new Error('the tests have an object store');
    const create = store.createSpace.bind(store);
    const { promise, resolve } = Promise.withResolvers<void>();
    store.createSpace = async (name, bytes) => {
      await promise;
      return create(name, bytes);
    };
    const input = { name: 'slow-one', datacenterId: 10, size: 5 };
    const first = p.try(space.create, input, { token });
    await expect.poll(() => p.store.reader.selectFrom('space').select('id').where('reservedAt', 'is not', null).execute()).toHaveLength(1);
    expect((await p.ok(space.list, {}, { token })).spaces.map(({ name }) => name)).not.toContain('slow-one');
    expect((await p.try(space.create, input, { token })).body.code).toBe('space:error.taken');
    await p.ok(space.resize, { spaceId: demo.spaceId, size: 60 }, { token });
    resolve();
    expect((await first).status).toBe(200);
    expect((await p.ok(space.list, {}, { token })).spaces.map(({ name }) => name)).toContain('slow-one');
  });

  test('a failing store releases the name, and a reservation of a crashed process expires', async () => {
    const { p, token } = await start();
    const store = p.provider.services.objects;
    if (!store) throw new Error('the tests have an object store');
    const create = store.createSpace.bind(store);
    store.createSpace = async () => {
      throw new Error('the disk is full');
    };
    const input = { name: 'second-try', datacenterId: 10, size: 5 };
    expect((await p.try(space.create, input, { token })).status).toBe(500);
    store.createSpace = create;
    const { space: made } = await p.ok(space.create, input, { token });
    await p.store.write('test', (tx) => tx.updateTable('space').set({ reservedAt: p.clock.now }).where('id', '=', made.id).execute());
    expect((await p.try(space.create, input, { token })).body.code).toBe('space:error.taken');
    p.clock.now += 11 * 60_000;
    await p.ok(space.create, input, { token });
  });
});

describe('objects', () => {
  test('a large object is uploaded in parts, each of which can be sent again', async () => {
    const { p, token, spaceId, list } = await start();
    const content = Buffer.alloc(partSize + 10, 'x');
    const send = (offset: number, uploadId?: string) =>
      p.try(
        spaceObject.upload,
        { spaceId, key: 'big.bin', size: content.length, offset, uploadId },
        { token, file: new File([content.subarray(offset, offset + partSize)], 'big.bin') },
      );
    const first = await send(0);
    expect(first.body).toMatchObject({ received: partSize, object: null });
    const id = String(first.body.uploadId);
    expect((await send(0, id)).body).toMatchObject({ uploadId: id });
    expect(await list()).not.toContain('big.bin');
    expect((await send(partSize, id)).body).toMatchObject({ uploadId: null, object: { key: 'big.bin', size: content.length } });
    expect((await send(partSize, id)).body.code).toBe('space:error.uploadGone');
    expect((await send(100, id)).status).toBe(422);
    const entries = await p.store.reader.selectFrom('changeLog').select('action').where('entityType', '=', 'spaceObject').execute();
    expect(entries).toHaveLength(1);
  });
});

describe('metering', () => {
  /** Runs the job as the schedule does, at `hours` after the start. */
  async function metered() {
    const { p, token } = await start();
    const began = Math.floor(p.clock.now / HOUR) * HOUR;
    const stored = { bytes: 0 };
    const objects = p.provider.services.objects;
    if (objects) objects.usage = async (name) => ({ bytes: name === 'demo-media' ? stored.bytes : 0, objects: 1 });
    const account = (await p.store.reader.selectFrom('space').select('accountId').executeTakeFirstOrThrow()).accountId;
    const before = await balanceOf(p.store.reader, account);
    const run = async (hours: number) => {
      p.clock.now = began + hours * HOUR + 11 * 60_000;
      await p.store.write('jobs', (tx) => p.provider.services.jobs.enqueue(tx, 'space.meter', { runAt: p.clock.now }));
      await p.provider.services.jobs.runDue();
    };
    return { p, token, stored, run, charged: async () => before - (await balanceOf(p.store.reader, account)) };
  }

  test('hours missed by a late job count the smaller of the stored sizes before and after', async () => {
    const { stored, run, charged } = await metered();
    stored.bytes = 40 * GB;
    await run(1);
    stored.bytes = 400 * GB;
    await run(11);
    expect(await charged()).toBe(Math.floor((hourlyCharge(40 * GB) * 10 + hourlyCharge(400 * GB)) / 1_000_000));
  });
});
