import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { rest, runJobs, stopOrRestart, whenever } from '../../../../tests/support/jobs.ts';
import { charged, move, readAccountId } from '../../../../tests/support/ledger.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { volumeRate } from '../../../lib/rules/cloud/rates.ts';
import { HOUR } from '../../../lib/time.ts';
import { DriverRefusal } from '../../drivers/driver.ts';
import { cloudJobs } from '../jobs.ts';

const { serverId, volumeId, freeVolumeId, offServerId } = demo;

async function started() {
  const { p, token } = await signedIn();
  const get = async (id: string) => (await p.ok(volume.list, {}, { token: await p.signIn() })).volumes.find((one) => one.id === id);
  const create = (input: object = {}) => p.try(volume.create, { name: 'uploads', size: 50, ...input }, { token });
  const meter = () => runJobs(p, cloudJobs.meterVolumes);
  const cost = (id: string) => charged(p, `volume:${id}:%`);
  return { p, token, get, create, meter, cost };
}
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

test('a volume is created, attached with a server, enlarged, detached and deleted; each reaches the driver', async () => {
  const { p, token, get } = await started();
  const made = await p.ok(volume.create, { name: 'uploads', size: 50, serverId, fileSystem: 'xfs' }, { token });
  const { id } = made.volume;
  expect(made.volume).toMatchObject({
    state: 'creating',
    mountPoint: '/mnt/uploads',
    dataCenter: 'Frankfurt',
    server: { id: serverId, name: 'web-fra-01' },
    device: expect.stringMatching(/^\/dev\/disk\/by-id\/virtio-[0-9a-f]{20}$/),
  });
  await rest(p);
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
  await rest(p);
  await p.ok(volume.detach, { volumeId: id }, { token });
  await rest(p);
  expect(await get(id)).toMatchObject({ state: 'ready', size: 80, server: null });
  expect(await compute?.volumes.observe(id, AbortSignal.timeout(5_000))).toBe(2);
  expect((await p.try(volume.remove, { volumeId: id, confirm: 'upload' }, { token })).status).toBe(422);
  await p.ok(volume.remove, { volumeId: id, confirm: 'Uploads' }, { token });
  expect((await get(id))?.state).toBe('removing');
  await rest(p);
  expect(await get(id)).toBeUndefined();
  expect(await compute?.volumes.observe(id, AbortSignal.timeout(5_000))).toBeNull();
});

test('a refused call says why in the caller’s language, and nothing is written', async () => {
  const { p, token } = await started();
  const t = translator('fa');
  const before = await snapshot(p);
  const create = { name: 'uploads', size: 50 };
  const otherCenter = t('volume:error.otherCenter', { name: 'archive', server: 'staging-01' });
  for (const [call, input, expected] of [
    [volume.create, { ...create, name: 'my disk' }, [422, { name: t('volume:error.name') }]],
    [volume.create, { ...create, size: 9 }, [422, { size: t('volume:error.size', { min: 10, max: 10_000 }) }]],
    [volume.create, { ...create, mountPoint: '/mnt/../etc' }, [422, { mountPoint: t('volume:error.mountPoint') }]],
    [volume.create, { ...create, mountPoint: "/mnt/a'; rm" }, [422, { mountPoint: t('volume:error.mountPoint') }]],
    [volume.create, { ...create, name: 'Archive' }, [409, { name: t('volume:error.taken', { name: 'Archive' }) }]],
    [volume.create, { ...create, datacenterId: 13 }, [422, { datacenterId: t('volume:error.center') }]],
    [volume.create, { ...create, datacenterId: 11, serverId }, [422, { datacenterId: t('volume:error.center') }]],
    [volume.attach, { volumeId: freeVolumeId, serverId: offServerId }, [409, otherCenter]],
    [volume.attach, { volumeId, serverId }, [409, t('volume:reason.attached')]],
    [volume.detach, { volumeId: freeVolumeId }, [409, t('volume:reason.detached')]],
    [volume.resize, { volumeId, size: 100 }, [422, { size: t('volume:error.shrinks', { size: 100 }) }]],
  ] as const) {
    const { status, body } = await p.try(call, input, { token, locale: 'fa' });
    expect([status, body.fields ?? body.message], JSON.stringify(input)).toEqual(expected);
  }
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
  const { p, cost } = await started();
  const from = p.clock.now;
  await move(p, await readAccountId(p), 1_000_000_000);
  await p.store.write('test', async (tx) => {
    await tx.deleteFrom('server').execute();
    await tx.deleteFrom('volume').where('id', '!=', freeVolumeId).execute();
    // 13 GB cost 1.3 mills an hour.
    await tx.updateTable('volume').set({ meteredUntil: from, billedSize: 13, size: 13 }).execute();
  });
  await whenever(p, cloudJobs.meterVolumes, async () => {
    const hours = Math.ceil((p.clock.now - from) / HOUR);
    expect(await cost(freeVolumeId)).toBe(Math.floor((hours * volumeRate(13, 'ssd')) / 1_000_000));
  });
}, 60_000);

test('a removed server’s volumes are kept, detached', async () => {
  const { p, token, get } = await started();
  await p.ok(serverAction.delete, { serverId, confirm: 'web-fra-01' }, { token });
  await rest(p);
  expect((await p.try(server.get, { serverId }, { token })).status).toBe(404);
  expect(await get(volumeId)).toMatchObject({ state: 'ready', server: null });
});

test('if the driver refuses, the state is failed, with the reason, the old size is charged, and a retry succeeds', async () => {
  const { p, token, get, meter, cost, broken } = await breakable();
  broken.with = new DriverRefusal('server:reason.noServer');
  const { taskId } = await p.ok(volume.resize, { volumeId, size: 150 }, { token });
  await rest(p);
  expect(await get(volumeId)).toMatchObject({ state: 'failed', problem: { nextAttemptAt: null, message: expect.any(String) } });
  expect((await p.ok(task.get, { taskId }, { token })).task.status).toBe('failed');
  const before = await cost(volumeId);
  p.clock.now += 2 * HOUR;
  await meter();
  expect(((await cost(volumeId)) - before) % 16).toBe(0);
  broken.with = null;
  await p.ok(volume.retry, { volumeId }, { token: await p.signIn() });
  await rest(p);
  expect(await get(volumeId)).toMatchObject({ state: 'ready', size: 150 });
});

test('hours before a volume exists are free, and started hours are charged at the previous size', async () => {
  const { p, meter, cost, create } = await started();
  const { body } = await create({ size: 100 });
  const { id } = body.volume as { id: string };
  await meter();
  expect(await cost(id)).toBe(0);
  await rest(p);
  await meter();
  expect(await cost(id)).toBe(10);
  p.clock.now += 2 * HOUR;
  await p.ok(volume.resize, { volumeId: id, size: 200 }, { token: await p.signIn() });
  await rest(p);
  await meter();
  // Three hours have started, all at 100 GB.
  expect(await cost(id)).toBe(30);
  p.clock.now += HOUR;
  await meter();
  expect(await cost(id)).toBe(50);
});

test('while the account is stopped a volume is free and can’t be changed, and continues afterward', async () => {
  const { p, meter, cost, get } = await started();
  const accountId = await readAccountId(p);
  const all = (what: 'suspend' | 'restore', reason: 'balance' | 'cap') => stopOrRestart(p, what, { accountId, reason });
  await all('suspend', 'cap');
  await all('suspend', 'balance');
  await all('suspend', 'balance');
  const before = await cost(volumeId);
  p.clock.now += 30 * HOUR;
  await meter();
  expect([await cost(volumeId), (await get(volumeId))?.suspended]).toEqual([before, true]);
  const refused = await p.try(volume.resize, { volumeId, size: 200 }, { token: await p.signIn() });
  expect([refused.status, refused.body.code]).toEqual([409, 'volume:reason.suspended']);
  await all('restore', 'cap');
  expect((await get(volumeId))?.suspended).toBe(true);
  await all('restore', 'balance');
  expect((await get(volumeId))?.suspended).toBe(false);
  await meter();
  // At most the hour that starts now: 100 GB of NVMe.
  expect((await cost(volumeId)) - before).toBeLessThanOrEqual(16);
});

test('if the driver is down, the volume shows it with the next retry, and continues once it is back', async () => {
  const { p, token, get, broken } = await breakable();
  broken.with = new Error('no route to host');
  await p.ok(volume.resize, { volumeId, size: 150 }, { token });
  await rest(p, 3);
  expect(await get(volumeId)).toMatchObject({ state: 'growing', problem: { nextAttemptAt: expect.any(String) } });
  broken.with = null;
  await rest(p, 60);
  expect(await get(volumeId)).toMatchObject({ state: 'ready', size: 150, problem: null });
});

test('a volume that can’t be created releases its server, and can be deleted', async () => {
  const { p, token, get, broken } = await breakable();
  broken.with = new DriverRefusal('server:reason.noServer');
  const made = await p.ok(volume.create, { name: 'uploads', size: 50, serverId }, { token });
  await rest(p);
  expect(await get(made.volume.id)).toMatchObject({ state: 'failed', server: null });
  expect((await p.ok(server.get, { serverId }, { token })).server).toMatchObject({ state: 'ready', volumes: 1 });
  await p.ok(volume.remove, { volumeId: made.volume.id, confirm: 'uploads' }, { token });
  await rest(p);
  expect(await get(made.volume.id)).toBeUndefined();
});
