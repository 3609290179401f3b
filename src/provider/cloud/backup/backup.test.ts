import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { rest, runJobs, stopOrRestart } from '../../../../tests/support/jobs.ts';
import { charged, readAccountId } from '../../../../tests/support/ledger.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { backup } from '../../../lib/contract/cloud/backup.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { DAY, HOUR } from '../../../lib/time.ts';
import { DriverRefusal } from '../../drivers/driver.ts';
import { cloudJobs } from '../jobs.ts';

const { serverId, volumeId, freeVolumeId, backupId, lastBackupId, offServerId } = demo;
const plan = { every: 'day', weekday: 0, hour: 2, keep: 2, fullEvery: 2 } as const;

async function started() {
  const { p, token } = await signedIn();
  const list = async (input: object = {}) => (await p.ok(backup.list, input, { token: await p.signIn() })).backups;
  const get = async (id: string) => (await list()).find((one) => one.id === id);
  const create = (input: object) => p.try(backup.create, { name: 'one', type: 'full', volumeId: freeVolumeId, ...input }, { token });
  const schedule = async (input: object) => p.ok(backup.updateSchedule, { enabled: true, ...plan, ...input }, { token: await p.signIn() });
  return { p, token, list, get, create, schedule, cost: () => charged(p, 'backup:%') };
}

test('the first backup is full, an incremental one depends on the last, and the chain is deleted from its end', async () => {
  const { p, token, get, create } = await started();
  const early = await create({ type: 'incremental' });
  expect([early.status, early.body.code]).toEqual([409, 'backup:error.fullRequired']);
  const first = await p.ok(backup.create, { volumeId: freeVolumeId, name: 'one', type: 'full' }, { token });
  expect(first.backup).toMatchObject({ status: 'creating', size: null, source: { kind: 'volume', name: 'archive' }, diskSize: 250 });
  expect((await create({ name: 'two' })).body.code).toBe('backup:reason.busy');
  await rest(p, 10);
  expect(await get(first.backup.id)).toMatchObject({ status: 'ready', size: expect.any(Number), dependents: [] });
  const second = await p.ok(backup.create, { volumeId: freeVolumeId, name: 'two', type: 'incremental' }, { token });
  expect(second.backup.parentId).toBe(first.backup.id);
  await rest(p, 10);
  const refused = await p.try(backup.delete, { backupId: first.backup.id }, { token });
  expect([refused.status, refused.body.code, refused.body.dependents]).toEqual([
    409,
    'backup:error.dependents',
    [{ id: second.backup.id, name: 'two' }],
  ]);
  expect(refused.body.message).toContain('two');
  await p.ok(backup.delete, { backupId: second.backup.id }, { token });
  await rest(p, 10);
  await p.ok(backup.delete, { backupId: first.backup.id }, { token });
  expect((await get(first.backup.id))?.status).toBe('removing');
  await rest(p, 10);
  expect(await get(first.backup.id)).toBeUndefined();
  expect(await p.provider.services.drivers.compute?.images.observe(first.backup.id, AbortSignal.timeout(5_000))).toBeNull();
});

test('a backup is renamed: among those of its disk the name is unique', async () => {
  const { p, token, get, create } = await started();
  const edit = (input: object) => p.try(backup.edit, { backupId: lastBackupId, name: 'before-migration', ...input }, { token });
  expect((await edit({ description: 'Old schema' })).status).toBe(200);
  expect(await get(lastBackupId)).toMatchObject({ name: 'before-migration', description: 'Old schema' });
  // The description stays when it isn’t given, and the name may be that of a backup of another disk.
  expect((await create({ name: 'archive-1' })).status).toBe(200);
  expect((await edit({ name: 'archive-1' })).status).toBe(200);
  expect(await get(lastBackupId)).toMatchObject({ name: 'archive-1', description: 'Old schema' });
  const refused = await edit({ backupId, name: 'ARCHIVE-1' });
  expect([refused.status, refused.body.code, refused.body.fields?.name]).toEqual([409, 'backup:error.taken', expect.any(String)]);
  expect((await edit({ name: 'no spaces' })).status).toBe(422);
  expect((await p.try(backup.edit, { backupId, name: 'mine' }, { token: await p.signIn(demo.second) })).status).toBe(404);
  await p.ok(backup.delete, { backupId: lastBackupId }, { token });
  expect((await edit({})).body.code).toBe('backup:reason.removing');
});

test('two backups of one disk can’t start at the same time', async () => {
  const { create } = await started();
  const both = await Promise.all([create({}), create({ name: 'two' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a backup is restored to a server after typing its name; the disk must be large enough', async () => {
  const { p, token } = await started();
  const restore = (input: object) => p.try(backup.restore, { backupId, serverId, confirm: 'web-fra-01', ...input }, { token });
  expect((await restore({ confirm: 'web' })).status).toBe(422);
  expect((await restore({ serverId: offServerId, confirm: 'staging-01' })).body.code).toBe('backup:error.diskTooSmall');
  expect((await restore({ serverId: undefined, volumeId: freeVolumeId, confirm: 'archive' })).body.code).toBe('backup:error.otherKind');
  expect((await restore({})).status).toBe(200);
  expect((await p.ok(server.get, { serverId }, { token })).server.state).toBe('restoring');
  const busy = await p.try(backup.create, { serverId, name: 'now', type: 'full' }, { token });
  expect(busy.body.code).toBe('backup:reason.sourceBusy');
  await rest(p, 12);
  expect((await p.ok(server.get, { serverId }, { token })).server.state).toBe('ready');
});

test('the option adds a tenth to the server’s rate, also for the rest of a prepaid period, and a revert removes it', async () => {
  const { p, token, schedule } = await started();
  const rate = async () => (await p.ok(server.get, { serverId }, { token })).cost.hourlyMicroMills;
  const before = await rate();
  const { monthly } = await p.ok(backup.schedule, { serverId }, { token });
  expect(monthly).toBe(2_920);
  expect((await schedule({ serverId })).schedule).toMatchObject({ enabled: true, nextAt: expect.stringMatching(/T02:00:00/) });
  expect(await rate()).toBe(before * 1.1);
  // A resize keeps the option.
  await p.ok(serverAction.resize, { serverId, cpu: 16, ram: 32, disk: 200 }, { token });
  const resized = await rate();
  await schedule({ serverId, enabled: false });
  expect(Math.round((resized / (await rate())) * 10)).toBe(11);
  await updateStored(p, 'server', { id: serverId }, { expiresAt: p.clock.now + DAY });
  expect((await p.try(backup.updateSchedule, { serverId, enabled: true, ...plan }, { token })).body.code).toBe('backup:error.oneDay');
});

test('a schedule takes one backup per window, full ones as configured, and keeps the minimum', async () => {
  const { p, list, schedule } = await started();
  await schedule({ volumeId: freeVolumeId });
  const of = async () => (await list({ volumeId: freeVolumeId })).map(({ type, status }) => `${type} ${status}`);
  for (let day = 0; day < 5; day++) {
    p.clock.now = (Math.floor(p.clock.now / DAY) + 1) * DAY + 2 * HOUR;
    await runJobs(p, cloudJobs.runSchedules);
    await runJobs(p, cloudJobs.runSchedules);
    await rest(p, 14);
  }
  // f i f i f: the first chain was deleted when the second was complete, the second when the third has two.
  expect(await of()).toEqual(['full ready', 'incremental ready', 'full ready']);
});

test('scheduled backups of a server with the option are included; everything else is charged by size, each hour once', async () => {
  const { p, cost, schedule } = await started();
  const from = p.clock.now;
  await p.store.write('test', async (tx) => {
    await tx.deleteFrom('backup').where('id', '!=', backupId).execute();
    // 1,000 GB cost 60 mills an hour.
    await tx.updateTable('backup').set({ meteredUntil: from, size: 1e12 }).execute();
  });
  p.clock.now = from + 5 * HOUR - 1;
  await runJobs(p, cloudJobs.meterBackups);
  await runJobs(p, cloudJobs.meterBackups);
  expect(await cost()).toBe(300);
  await schedule({ serverId });
  await updateStored(p, 'backup', {}, { isScheduled: true });
  p.clock.now += 5 * HOUR;
  await runJobs(p, cloudJobs.meterBackups);
  expect(await cost()).toBe(300);
  await schedule({ serverId, enabled: false });
  p.clock.now += HOUR;
  await runJobs(p, cloudJobs.meterBackups);
  expect(await cost()).toBe(360);
});

test('if the driver refuses, the backup has failed with the reason, is free and can be deleted', async () => {
  const { p, token, get, cost } = await started();
  const { drivers } = p.provider.services;
  if (!drivers.compute) throw new Error('no compute driver');
  const real = drivers.compute;
  const apply = async () => {
    throw new DriverRefusal('server:reason.noServer');
  };
  drivers.compute = { ...real, images: { ...real.images, apply } };
  const { backup: made } = await p.ok(backup.create, { volumeId: freeVolumeId, name: 'one', type: 'full' }, { token });
  await rest(p, 10);
  expect(await get(made.id)).toMatchObject({ status: 'failed', problem: expect.any(String) });
  await runJobs(p, cloudJobs.meterBackups);
  expect(await cost()).toBe(0);
  await p.ok(backup.delete, { backupId: made.id }, { token });
  await rest(p, 10);
  expect(await get(made.id)).toBeUndefined();
});

test('a server shows when its last backup was taken; backups survive their server', async () => {
  const { p, token, get } = await started();
  const { backups } = (await p.ok(server.get, { serverId }, { token })).server;
  expect(backups).toMatchObject({ count: 3, every: null, lastAt: (await get(lastBackupId))?.createdAt });
  await p.ok(serverAction.delete, { serverId, confirm: 'web-fra-01' }, { token });
  await rest(p, 10);
  expect((await get(lastBackupId))?.source).toMatchObject({ name: 'web-fra-01', exists: false });
});

test('a refused backup says why in the caller’s language, and nothing is written', async () => {
  const { p, token } = await started();
  const t = translator('fa');
  const before = await snapshot(p);
  for (const [input, expected] of [
    [{ name: 'a b' }, [422, { name: t('backup:error.name') }]],
    [{ serverId }, [422, { volumeId: t('backup:error.source') }]],
    [{ type: 'incremental' }, [409, t('backup:error.fullRequired')]],
  ] as const) {
    const wanted = { volumeId: freeVolumeId, name: 'one', type: 'full', ...input };
    const { status, body } = await p.try(backup.create, wanted, { token, locale: 'fa' });
    expect([status, body.fields ?? body.message]).toEqual(expected);
  }
  expect(await snapshot(p)).toBe(before);
});

test('a volume is restored while detached, and its backup can’t be deleted meanwhile', async () => {
  const { p, token, list } = await started();
  const [of] = await list({ volumeId });
  const restore = () => p.try(backup.restore, { backupId: of?.id ?? '', volumeId, confirm: 'shop-db' }, { token });
  const attached = await restore();
  expect([attached.status, attached.body.code]).toEqual([409, 'backup:error.attached']);
  await p.ok(volume.detach, { volumeId }, { token });
  await rest(p, 3);
  expect((await restore()).status).toBe(200);
  const state = async () => (await p.ok(volume.list, {}, { token })).volumes.find(({ id }) => id === volumeId)?.state;
  expect(await state()).toBe('restoring');
  expect((await p.try(backup.delete, { backupId: of?.id ?? '' }, { token })).body.code).toBe('backup:error.inRestore');
  await rest(p, 10);
  expect(await state()).toBe('ready');
});

test('a missed window is reported to the owner and not caught up', async () => {
  const { p, list, schedule } = await started();
  await schedule({ volumeId: freeVolumeId });
  p.clock.now = (Math.floor(p.clock.now / DAY) + 1) * DAY + 5 * HOUR;
  await runJobs(p, cloudJobs.runSchedules);
  expect(await list({ volumeId: freeVolumeId })).toEqual([]);
  const { notifications } = await p.ok(notification.list, {}, { token: await p.signIn() });
  expect(notifications.map(({ title }) => title)).toContain(translator('en')('backup:missed.title'));
});

test('while the account is stopped backups cost nothing', async () => {
  const { p, cost } = await started();
  await updateStored(p, 'backup', { id: backupId }, { size: 1e12 });
  const accountId = await readAccountId(p);
  const all = (what: 'suspend' | 'restore', reason: 'balance' | 'cap') => stopOrRestart(p, what, { accountId, reason });
  p.clock.now += HOUR;
  await all('suspend', 'balance');
  await all('suspend', 'cap');
  const before = await cost();
  p.clock.now += 30 * HOUR;
  await runJobs(p, cloudJobs.meterBackups);
  await all('restore', 'balance');
  await runJobs(p, cloudJobs.meterBackups);
  expect(await cost()).toBe(before);
  await all('restore', 'cap');
  p.clock.now += HOUR;
  await runJobs(p, cloudJobs.meterBackups);
  expect(await cost()).toBeGreaterThan(before);
});
