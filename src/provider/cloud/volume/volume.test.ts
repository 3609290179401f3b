import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { volumeRate } from '../../../lib/rules/cloud/rates.ts';
import { uuidv7 } from '../../core/ids.ts';
import { book } from '../../core/ledger/ledger.ts';
import { DriverRefusal } from '../../drivers/driver.ts';

const HOUR = 3_600_000;
const { serverId, volumeId, freeVolumeId, offServerId } = demo;

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const list = async () => (await p.ok(volume.list, {}, { token: await p.signIn() })).volumes;
  const get = async (id: string) => (await list()).find((one) => one.id === id);
  const rest = async (rounds = 8) => {
    for (let i = 0; i < rounds; i++) {
      await p.provider.services.jobs.runDue();
      p.clock.now += 3_000;
    }
  };
  const meter = async () => {
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'volume.meter'));
    await p.provider.services.jobs.runDue();
  };
  /** Cost of a volume so far in mills. */
  const charged = async (id: string) => {
    const row = await p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .select((e) => e.fn.sum<number>('amount').as('sum'))
      .where('reference', 'like', `volume:${id}:%`)
      .where('amount', '>', 0)
      .executeTakeFirstOrThrow();
    return Number(row.sum ?? 0);
  };
  const create = (input: object = {}) => p.try(volume.create, { name: 'uploads', size: 50, ...input }, { token });
  return { p, token, list, get, rest, meter, charged, create };
}

test('a volume is created, attached with a server, enlarged, detached and deleted; each reaches the driver', async () => {
  const { p, token, get, rest } = await started();
  const made = await p.ok(volume.create, { name: 'uploads', size: 50, serverId, fileSystem: 'xfs' }, { token });
  const { id } = made.volume;
  expect(made.volume).toMatchObject({
    state: 'creating',
    mountPoint: '/mnt/uploads',
    dataCenter: 'Frankfurt',
    server: { id: serverId, name: 'web-fra-01' },
    device: expect.stringMatching(/^\/dev\/disk\/by-id\/virtio-[0-9a-f]{20}$/),
  });
  await rest();
  expect(await get(id)).toMatchObject({ state: 'ready', problem: null });
  expect((await p.ok(task.get, { taskId: made.taskId }, { token })).task.status).toBe('done');
  expect((await p.ok(server.get, { serverId }, { token })).server).toMatchObject({ state: 'ready', volumes: 2 });
  const removal = await p.try(volume.remove, { volumeId: id, confirm: 'uploads' }, { token });
  expect([removal.status, removal.body.code, removal.body.server]).toEqual([
    409,
    'volume:error.inUse',
    { id: serverId, name: 'web-fra-01' },
  ]);
  await p.ok(volume.resize, { volumeId: id, size: 80 }, { token });
  expect(await get(id)).toMatchObject({ state: 'growing', size: 80 });
  const { compute } = p.provider.services.drivers;
  await rest();
  await p.ok(volume.detach, { volumeId: id }, { token });
  await rest();
  expect(await get(id)).toMatchObject({ state: 'ready', size: 80, server: null });
  expect(await compute?.volumes.observe(id, AbortSignal.timeout(5_000))).toBe(2);
  expect((await p.try(volume.remove, { volumeId: id, confirm: 'upload' }, { token })).status).toBe(422);
  await p.ok(volume.remove, { volumeId: id, confirm: 'Uploads' }, { token });
  expect((await get(id))?.state).toBe('removing');
  await rest();
  expect(await get(id)).toBeUndefined();
  expect(await compute?.volumes.observe(id, AbortSignal.timeout(5_000))).toBeNull();
});

test.each(locales)('says in %s why a volume is refused, and nothing is written', async (locale) => {
  const { p, token } = await started();
  const t = translator(locale);
  const before = await snapshot(p);
  const refused = async (input: object) => {
    const { status, body } = await p.try(volume.create, { name: 'uploads', size: 50, ...input }, { token, locale });
    return [status, body.fields ?? body.message];
  };
  const name = { params: { name: 'Archive' } };
  expect(await refused({ name: 'my disk' })).toEqual([422, { name: t('volume:error.name') }]);
  expect(await refused({ size: 9 })).toEqual([422, { size: t('volume:error.size', { min: 10, max: 10_000 }) }]);
  expect(await refused({ mountPoint: '/mnt/../etc' })).toEqual([422, { mountPoint: t('volume:error.mountPoint') }]);
  expect(await refused({ mountPoint: "/mnt/a'; rm" })).toEqual([422, { mountPoint: t('volume:error.mountPoint') }]);
  expect(await refused({ name: 'Archive' })).toEqual([409, { name: t('volume:error.taken', name.params) }]);
  expect(await refused({ datacenterId: 13 })).toEqual([422, { datacenterId: t('volume:error.center') }]);
  expect(await refused({ datacenterId: 11, serverId })).toEqual([422, { datacenterId: t('volume:error.center') }]);
  const other = await p.try(volume.attach, { volumeId: freeVolumeId, serverId: offServerId }, { token, locale });
  expect([other.status, other.body.message]).toEqual([409, t('volume:error.otherCenter', { name: 'archive', server: 'staging-01' })]);
  const smaller = await p.try(volume.resize, { volumeId, size: 100 }, { token, locale });
  expect([smaller.status, smaller.body.fields]).toEqual([422, { size: t('volume:error.shrinks', { size: 100 }) }]);
  expect((await p.try(volume.attach, { volumeId, serverId }, { token, locale })).body.message).toBe(t('volume:reason.attached'));
  expect((await p.try(volume.detach, { volumeId: freeVolumeId }, { token, locale })).body.message).toBe(t('volume:reason.detached'));
  expect(await snapshot(p)).toBe(before);
});

test('of two volumes with one name, created at the same time, one is created; an empty wallet creates none', async () => {
  const { p, create } = await started();
  const both = await Promise.all([create(), create({ name: 'UPLOADS' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const poor = await p.try(volume.create, { name: 'uploads', size: 50 }, { token: await p.signIn(demo.second) });
  expect([poor.status, poor.body.code, poor.body.needed, poor.body.balance]).toEqual([402, 'volume:error.balance', 120, 0]);
});

test('a volume can be moved between servers, and is attached to one at a time, also at once', async () => {
  const { p, token, get } = await started();
  const attach = () => p.try(volume.attach, { volumeId: freeVolumeId, serverId, mountPoint: '/srv/archive' }, { token });
  const both = await Promise.all([attach(), attach()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await get(freeVolumeId)).toMatchObject({ server: { id: serverId }, mountPoint: '/srv/archive' });
});

test('however late or often the job runs, charges are hours × rate, with fractions of a mill carried over', async () => {
  const { p, meter, charged } = await started();
  const { accountId } = await p.store.reader.selectFrom('volume').select('accountId').where('id', '=', volumeId).executeTakeFirstOrThrow();
  const from = p.clock.now;
  await p.store.write('test', async (tx) => {
    await tx.deleteFrom('server').execute();
    await tx.deleteFrom('volume').where('id', '!=', freeVolumeId).execute();
    // 13 GB cost 1.3 mills an hour.
    await tx.updateTable('volume').set({ meteredUntil: from, billedSize: 13, size: 13 }).where('id', '=', freeVolumeId).execute();
    const newId = () => uuidv7(from);
    const description = { key: 'domain:ledger.demoCredit' } as const;
    await book(tx, { now: from, newId }, { kind: 'topUp', from: 'funding', to: { wallet: accountId }, amount: 1_000_000_000, description });
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30 * HOUR }), fc.integer({ min: 1, max: 3 })), { maxLength: 5 }),
      async (runs) => {
        for (const [wait, times] of runs) {
          p.clock.now += wait;
          for (let i = 0; i < times; i++) await meter();
        }
        await meter();
        const hours = Math.ceil((p.clock.now - from) / HOUR);
        expect(await charged(freeVolumeId)).toBe(Math.floor((hours * volumeRate(13, 'ssd')) / 1_000_000));
      },
    ),
    { numRuns: 10 },
  );
}, 60_000);

test('hours before a volume exists are free, and started hours are charged at the previous size', async () => {
  const { p, token, rest, meter, charged, create } = await started();
  const { body } = await create({ size: 100 });
  const { id } = body.volume as { id: string };
  await meter();
  expect(await charged(id)).toBe(0);
  await rest();
  await meter();
  expect(await charged(id)).toBe(10);
  p.clock.now += 2 * HOUR;
  await p.ok(volume.resize, { volumeId: id, size: 200 }, { token: await p.signIn() });
  await rest();
  await meter();
  // Three hours have started, all at 100 GB.
  expect(await charged(id)).toBe(30);
  p.clock.now += HOUR;
  await meter();
  expect(await charged(id)).toBe(50);
  expect(token).toBeTruthy();
});

test('while the account is stopped a volume is free and can’t be changed, and continues afterward', async () => {
  const { p, meter, charged, get } = await started();
  const { accountId } = await p.store.reader.selectFrom('volume').select('accountId').where('id', '=', volumeId).executeTakeFirstOrThrow();
  const all = async (what: 'suspend' | 'restore', reason: 'balance' | 'cap') => {
    const ctx = { now: p.clock.now, newId: () => uuidv7(p.clock.now), services: p.provider.services };
    await p.store.write(`account:${accountId}`, async (tx) => {
      for (const line of p.provider.services.registry.lines) await line[what]?.(tx, ctx, { accountId, reason });
    });
  };
  await all('suspend', 'cap');
  await all('suspend', 'balance');
  await all('suspend', 'balance');
  const before = await charged(volumeId);
  p.clock.now += 30 * HOUR;
  await meter();
  expect([await charged(volumeId), (await get(volumeId))?.suspended]).toEqual([before, true]);
  const refused = await p.try(volume.resize, { volumeId, size: 200 }, { token: await p.signIn() });
  expect([refused.status, refused.body.code]).toEqual([409, 'volume:reason.suspended']);
  await all('restore', 'cap');
  expect((await get(volumeId))?.suspended).toBe(true);
  await all('restore', 'balance');
  expect((await get(volumeId))?.suspended).toBe(false);
  await meter();
  // At most the hour that starts now: 100 GB of NVMe.
  expect((await charged(volumeId)) - before).toBeLessThanOrEqual(16);
});

test('a removed server’s volumes are kept, detached', async () => {
  const { p, token, get, rest } = await started();
  await p.ok(serverAction.delete, { serverId, confirm: 'web-fra-01' }, { token });
  await rest();
  expect((await p.try(server.get, { serverId }, { token })).status).toBe(404);
  expect(await get(volumeId)).toMatchObject({ state: 'ready', server: null });
  await p.ok(wallet.balance, {}, { token });
});

/** A driver with volumes that fail on request. */
async function breakable() {
  const all = await started();
  const { drivers } = all.p.provider.services;
  if (!drivers.compute) throw new Error('no compute driver');
  const real = drivers.compute;
  const broken: { with: Error | null } = { with: null };
  const apply: typeof real.volumes.apply = async (...args) => {
    if (broken.with) throw broken.with;
    return real.volumes.apply(...args);
  };
  drivers.compute = { ...real, volumes: { ...real.volumes, apply } };
  return { ...all, broken };
}

test('if the driver is down, the volume shows it with the next retry, and continues once it is back', async () => {
  const { p, token, get, rest, broken } = await breakable();
  broken.with = new Error('no route to host');
  await p.ok(volume.resize, { volumeId, size: 150 }, { token });
  await rest(3);
  expect(await get(volumeId)).toMatchObject({ state: 'growing', problem: { nextAttemptAt: expect.any(String) } });
  broken.with = null;
  await rest(60);
  expect(await get(volumeId)).toMatchObject({ state: 'ready', size: 150, problem: null });
});

test('if the driver refuses, the state is failed, with the reason, the old size is charged, and a retry succeeds', async () => {
  const { p, token, get, rest, meter, charged, broken } = await breakable();
  broken.with = new DriverRefusal('server:reason.noServer');
  const { taskId } = await p.ok(volume.resize, { volumeId, size: 150 }, { token });
  await rest();
  expect(await get(volumeId)).toMatchObject({ state: 'failed', problem: { nextAttemptAt: null, message: expect.any(String) } });
  expect((await p.ok(task.get, { taskId }, { token })).task.status).toBe('failed');
  const before = await charged(volumeId);
  p.clock.now += 2 * HOUR;
  await meter();
  expect(((await charged(volumeId)) - before) % 16).toBe(0);
  broken.with = null;
  await p.ok(volume.retry, { volumeId }, { token: await p.signIn() });
  await rest();
  expect(await get(volumeId)).toMatchObject({ state: 'ready', size: 150 });
});

test('a volume that can’t be created releases its server, and can be deleted', async () => {
  const { p, token, get, rest, broken } = await breakable();
  broken.with = new DriverRefusal('server:reason.noServer');
  const made = await p.ok(volume.create, { name: 'uploads', size: 50, serverId }, { token });
  await rest();
  expect(await get(made.volume.id)).toMatchObject({ state: 'failed', server: null });
  expect((await p.ok(server.get, { serverId }, { token })).server).toMatchObject({ state: 'ready', volumes: 1 });
  await p.ok(volume.remove, { volumeId: made.volume.id, confirm: 'uploads' }, { token });
  await rest();
  expect(await get(made.volume.id)).toBeUndefined();
});
