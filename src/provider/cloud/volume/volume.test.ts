import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { breakable, started } from '../../../../tests/support/volume-cases.ts';
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

test('says in four languages why a volume is refused, and nothing is written', async () => {
  const { p, token } = await started();
  for (const locale of locales) {
    const t = translator(locale);
    const before = await snapshot(p);
    const refused = async (input: object) => {
      const { status, body } = await p.try(volume.create, { name: 'uploads', size: 50, ...input }, { token, locale });
      return [status, body.fields ?? body.message];
    };
    const name = { params: { name: 'Archive' } };
    expect(await refused({ name: 'my disk' }), locale).toEqual([422, { name: t('volume:error.name') }]);
    expect(await refused({ size: 9 }), locale).toEqual([422, { size: t('volume:error.size', { min: 10, max: 10_000 }) }]);
    expect(await refused({ mountPoint: '/mnt/../etc' }), locale).toEqual([422, { mountPoint: t('volume:error.mountPoint') }]);
    expect(await refused({ mountPoint: "/mnt/a'; rm" }), locale).toEqual([422, { mountPoint: t('volume:error.mountPoint') }]);
    expect(await refused({ name: 'Archive' }), locale).toEqual([409, { name: t('volume:error.taken', name.params) }]);
    expect(await refused({ datacenterId: 13 }), locale).toEqual([422, { datacenterId: t('volume:error.center') }]);
    expect(await refused({ datacenterId: 11, serverId }), locale).toEqual([422, { datacenterId: t('volume:error.center') }]);
    const other = await p.try(volume.attach, { volumeId: freeVolumeId, serverId: offServerId }, { token, locale });
    expect([other.status, other.body.message], locale).toEqual([
      409,
      t('volume:error.otherCenter', { name: 'archive', server: 'staging-01' }),
    ]);
    const smaller = await p.try(volume.resize, { volumeId, size: 100 }, { token, locale });
    expect([smaller.status, smaller.body.fields], locale).toEqual([422, { size: t('volume:error.shrinks', { size: 100 }) }]);
    expect((await p.try(volume.attach, { volumeId, serverId }, { token, locale })).body.message, locale).toBe(t('volume:reason.attached'));
    expect((await p.try(volume.detach, { volumeId: freeVolumeId }, { token, locale })).body.message, locale).toBe(
      t('volume:reason.detached'),
    );
    expect(await snapshot(p), locale).toBe(before);
  }
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

test('a removed server’s volumes are kept, detached', async () => {
  const { p, token, get, rest } = await started();
  await p.ok(serverAction.delete, { serverId, confirm: 'web-fra-01' }, { token });
  await rest();
  expect((await p.try(server.get, { serverId }, { token })).status).toBe(404);
  expect(await get(volumeId)).toMatchObject({ state: 'ready', server: null });
  await p.ok(wallet.balance, {}, { token });
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
