import { expect, test } from 'vitest';
import { started } from '../../../../tests/support/backup-cases.ts';
import { snapshot } from '../../../../tests/support/calls.ts';
import { backup } from '../../../lib/contract/cloud/backup.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { DriverRefusal } from '../../drivers/driver.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { serverId, freeVolumeId, backupId, lastBackupId, offServerId } = demo;
const plan = { every: 'day', weekday: 0, hour: 2, keep: 2, fullEvery: 2 } as const;

test('the first backup is full, an incremental one depends on the last, and the chain is deleted from its end', async () => {
  const { p, token, get, rest, take } = await started();
  const early = await take({ type: 'incremental' });
  expect([early.status, early.body.code]).toEqual([409, 'backup:error.fullRequired']);
  const first = await p.ok(backup.create, { volumeId: freeVolumeId, name: 'one', type: 'full' }, { token });
  expect(first.backup).toMatchObject({ status: 'creating', size: null, source: { kind: 'volume', name: 'archive' }, diskSize: 250 });
  expect((await take({ name: 'two' })).body.code).toBe('backup:reason.busy');
  await rest();
  expect(await get(first.backup.id)).toMatchObject({ status: 'ready', size: expect.any(Number), dependents: [] });
  const second = await p.ok(backup.create, { volumeId: freeVolumeId, name: 'two', type: 'incremental' }, { token });
  expect(second.backup.parentId).toBe(first.backup.id);
  await rest();
  const refused = await p.try(backup.delete, { backupId: first.backup.id }, { token });
  expect([refused.status, refused.body.code, refused.body.dependents]).toEqual([
    409,
    'backup:error.dependents',
    [{ id: second.backup.id, name: 'two' }],
  ]);
  expect(refused.body.message).toContain('two');
  await p.ok(backup.delete, { backupId: second.backup.id }, { token });
  await rest();
  await p.ok(backup.delete, { backupId: first.backup.id }, { token });
  expect((await get(first.backup.id))?.status).toBe('removing');
  await rest();
  expect(await get(first.backup.id)).toBeUndefined();
  expect(await p.provider.services.drivers.compute?.images.observe(first.backup.id, AbortSignal.timeout(5_000))).toBeNull();
});

test('two backups of one disk can’t start at the same time', async () => {
  const { take } = await started();
  const both = await Promise.all([take({}), take({ name: 'two' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a backup is restored to a server after typing its name; the disk must be large enough', async () => {
  const { p, token, rest } = await started();
  const restore = (input: object) => p.try(backup.restore, { backupId, serverId, confirm: 'web-fra-01', ...input }, { token });
  expect((await restore({ confirm: 'web' })).status).toBe(422);
  expect((await restore({ serverId: offServerId, confirm: 'staging-01' })).body.code).toBe('backup:error.diskTooSmall');
  expect((await restore({ serverId: undefined, volumeId: freeVolumeId, confirm: 'archive' })).body.code).toBe('backup:error.otherKind');
  expect((await restore({})).status).toBe(200);
  expect((await p.ok(server.get, { serverId }, { token })).server.state).toBe('restoring');
  const busy = await p.try(backup.create, { serverId, name: 'now', type: 'full' }, { token });
  expect(busy.body.code).toBe('backup:reason.sourceBusy');
  await rest(12);
  expect((await p.ok(server.get, { serverId }, { token })).server.state).toBe('ready');
});

test('the option adds a tenth to the server’s rate, also for the rest of a prepaid period, and a revert removes it', async () => {
  const { p, token } = await started();
  const rate = async () => (await p.ok(server.get, { serverId }, { token })).cost.hourlyMicroMills;
  const before = await rate();
  const { monthly } = await p.ok(backup.schedule, { serverId }, { token });
  expect(monthly).toBe(2_920);
  const { schedule } = await p.ok(backup.updateSchedule, { serverId, enabled: true, ...plan }, { token });
  expect(schedule).toMatchObject({ enabled: true, nextAt: expect.stringMatching(/T02:00:00/) });
  expect(await rate()).toBe(before * 1.1);
  // A resize keeps the option.
  await p.ok(serverAction.resize, { serverId, cpu: 16, ram: 32, disk: 200 }, { token });
  const resized = await rate();
  await p.ok(backup.updateSchedule, { serverId, enabled: false, ...plan }, { token });
  expect(Math.round((resized / (await rate())) * 10)).toBe(11);
  const oneDay = await p.store.write('test', (tx) =>
    tx
      .updateTable('server')
      .set({ expiresAt: p.clock.now + DAY })
      .where('id', '=', serverId)
      .executeTakeFirst(),
  );
  expect(oneDay).toBeDefined();
  expect((await p.try(backup.updateSchedule, { serverId, enabled: true, ...plan }, { token })).body.code).toBe('backup:error.oneDay');
});

test('a schedule takes one backup per window, full ones as configured, and keeps the minimum', async () => {
  const { p, token, list, rest, run } = await started();
  await p.ok(backup.updateSchedule, { volumeId: freeVolumeId, enabled: true, ...plan }, { token });
  const of = async () => (await list({ volumeId: freeVolumeId })).map(({ type, status }) => `${type} ${status}`);
  let seen = 0;
  for (let day = 0; day < 5; day++) {
    p.clock.now = (Math.floor(p.clock.now / DAY) + 1) * DAY + 2 * HOUR;
    await run('backup.schedule');
    await run('backup.schedule');
    await rest(14);
    seen++;
  }
  expect(seen).toBe(5);
  // f i f i f: the first chain was deleted when the second was complete, the second when the third has two.
  expect(await of()).toEqual(['full ready', 'incremental ready', 'full ready']);
});

test('scheduled backups of a server with the option are included; everything else is charged by size, each hour once', async () => {
  const { p, run, charged } = await started();
  const from = p.clock.now;
  await p.store.write('test', async (tx) => {
    await tx.deleteFrom('backup').where('id', '!=', backupId).execute();
    // 1,000 GB cost 60 mills an hour.
    await tx.updateTable('backup').set({ meteredUntil: from, size: 1e12 }).execute();
  });
  p.clock.now = from + 5 * HOUR - 1;
  await run('backup.meter');
  await run('backup.meter');
  expect(await charged()).toBe(300);
  await p.ok(backup.updateSchedule, { serverId, enabled: true, ...plan }, { token: await p.signIn() });
  await p.store.write('test', (tx) => tx.updateTable('backup').set({ isScheduled: 1 }).execute());
  p.clock.now += 5 * HOUR;
  await run('backup.meter');
  expect(await charged()).toBe(300);
  await p.ok(backup.updateSchedule, { serverId, enabled: false, ...plan }, { token: await p.signIn() });
  p.clock.now += HOUR;
  await run('backup.meter');
  expect(await charged()).toBe(360);
});

test('if the driver refuses, the backup has failed with the reason, is free and can be deleted', async () => {
  const { p, token, get, rest, run, charged } = await started();
  const { drivers } = p.provider.services;
  if (!drivers.compute) throw new Error('no compute driver');
  const real = drivers.compute;
  const apply = async () => {
    throw new DriverRefusal('server:reason.noServer');
  };
  drivers.compute = { ...real, images: { ...real.images, apply } };
  const { backup: made } = await p.ok(backup.create, { volumeId: freeVolumeId, name: 'one', type: 'full' }, { token });
  await rest();
  expect(await get(made.id)).toMatchObject({ status: 'failed', problem: expect.any(String) });
  await run('backup.meter');
  expect(await charged()).toBe(0);
  await p.ok(backup.delete, { backupId: made.id }, { token });
  await rest();
  expect(await get(made.id)).toBeUndefined();
});

test('a server shows when its last backup was taken; backups survive their server', async () => {
  const { p, token, get, rest } = await started();
  const { backups } = (await p.ok(server.get, { serverId }, { token })).server;
  expect(backups).toMatchObject({ count: 3, every: null, lastAt: (await get(lastBackupId))?.createdAt });
  await p.ok(serverAction.delete, { serverId, confirm: 'web-fra-01' }, { token });
  await rest();
  expect((await get(lastBackupId))?.source).toMatchObject({ name: 'web-fra-01', exists: false });
});

test('says in four languages why a backup is refused, and nothing is written', async () => {
  const { p, token } = await started();
  for (const locale of locales) {
    const t = translator(locale);
    const before = await snapshot(p);
    const refused = async (input: object) => {
      const { status, body } = await p.try(
        backup.create,
        { volumeId: freeVolumeId, name: 'one', type: 'full', ...input },
        { token, locale },
      );
      return [status, body.fields ?? body.message];
    };
    expect(await refused({ name: 'a b' }), locale).toEqual([422, { name: t('backup:error.name') }]);
    expect(await refused({ serverId }), locale).toEqual([422, { volumeId: t('backup:error.source') }]);
    expect(await refused({ type: 'incremental' }), locale).toEqual([409, t('backup:error.fullRequired')]);
    const poor = await p.try(backup.create, { volumeId: 'none', name: 'one', type: 'full' }, { token, locale });
    expect(poor.status, locale).toBe(404);
    expect(await snapshot(p), locale).toBe(before);
  }
});
