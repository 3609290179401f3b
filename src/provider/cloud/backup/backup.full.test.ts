import { expect, test } from 'vitest';
import { started } from '../../../../tests/support/backup-cases.ts';
import { backup } from '../../../lib/contract/cloud/backup.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { uuidv7 } from '../../core/ids.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { volumeId, freeVolumeId, backupId } = demo;
const plan = { every: 'day', weekday: 0, hour: 2, keep: 2, fullEvery: 2 } as const;

test('a volume is restored while detached, and its backup can’t be deleted meanwhile', async () => {
  const { p, token, list, rest } = await started();
  const [of] = await list({ volumeId });
  const restore = () => p.try(backup.restore, { backupId: of?.id ?? '', volumeId, confirm: 'shop-db' }, { token });
  const attached = await restore();
  expect([attached.status, attached.body.code]).toEqual([409, 'backup:error.attached']);
  await p.ok(volume.detach, { volumeId }, { token });
  await rest(3);
  expect((await restore()).status).toBe(200);
  const state = async () => (await p.ok(volume.list, {}, { token })).volumes.find(({ id }) => id === volumeId)?.state;
  expect(await state()).toBe('restoring');
  expect((await p.try(backup.delete, { backupId: of?.id ?? '' }, { token })).body.code).toBe('backup:error.inRestore');
  await rest();
  expect(await state()).toBe('ready');
});

test('a missed window is reported to the owner and not caught up', async () => {
  const { p, token, list, run } = await started();
  await p.ok(backup.updateSchedule, { volumeId: freeVolumeId, enabled: true, ...plan }, { token });
  p.clock.now = (Math.floor(p.clock.now / DAY) + 1) * DAY + 5 * HOUR;
  await run('backup.schedule');
  expect(await list({ volumeId: freeVolumeId })).toEqual([]);
  const { notifications } = await p.ok(notification.list, {}, { token: await p.signIn() });
  expect(notifications.map(({ title }) => title)).toContain(translator('en')('backup:missed.title'));
});

test('while the account is stopped backups cost nothing', async () => {
  const { p, run, charged } = await started();
  const { accountId } = await p.store.reader.selectFrom('backup').select('accountId').where('id', '=', backupId).executeTakeFirstOrThrow();
  await p.store.write('test', (tx) => tx.updateTable('backup').set({ size: 1e12 }).where('id', '=', backupId).execute());
  const all = async (what: 'suspend' | 'restore', reason: 'balance' | 'cap') => {
    const ctx = { now: p.clock.now, newId: () => uuidv7(p.clock.now), services: p.provider.services };
    await p.store.write(`account:${accountId}`, async (tx) => {
      for (const line of p.provider.services.registry.lines) await line[what]?.(tx, ctx, { accountId, reason });
    });
  };
  p.clock.now += HOUR;
  await all('suspend', 'balance');
  await all('suspend', 'cap');
  const before = await charged();
  p.clock.now += 30 * HOUR;
  await run('backup.meter');
  await all('restore', 'balance');
  await run('backup.meter');
  expect(await charged()).toBe(before);
  await all('restore', 'cap');
  p.clock.now += HOUR;
  await run('backup.meter');
  expect(await charged()).toBeGreaterThan(before);
});
