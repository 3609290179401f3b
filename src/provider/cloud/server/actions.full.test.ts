import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakable, rest, start } from '../../../../tests/support/server-actions.ts';
import { backup } from '../../../lib/contract/cloud/backup.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { actionFault } from '../../../lib/rules/cloud/server/actions.ts';
import { isBusy } from '../../../lib/rules/cloud/server/states.ts';

const serverId = demo.serverId;
const HOUR = 3_600_000;

test('a custom server whose size equals a predefined one costs its parts, with backups and after a reverted resize', async () => {
  const { p, token, get } = await start();
  // 4 cores, 8 GB, 100 GB: 42,000,000 as parts, 40,000,000 as “pro”.
  await p.store.write('test', (tx) =>
    tx.updateTable('server').set({ plan: null, hourlyRate: 42_000_000 }).where('id', '=', serverId).execute(),
  );
  const rate = async () => (await p.ok(server.get, { serverId }, { token })).cost.hourlyMicroMills;
  const schedule = { serverId, every: 'week', weekday: 1, hour: 3, keep: 2, fullEvery: 2 } as const;
  await p.ok(backup.updateSchedule, { ...schedule, enabled: true }, { token });
  expect(await rate()).toBe(46_200_000);
  await p.ok(backup.updateSchedule, { ...schedule, enabled: false }, { token });
  expect(await rate()).toBe(42_000_000);
  await p.ok(serverAction.resize, { serverId, cpu: 8, ram: 16, disk: 100, keepDisk: true }, { token });
  await rest(p, get);
  await p.ok(serverAction.revertResize, { serverId }, { token });
  await rest(p, get);
  expect(await get()).toMatchObject({ plan: null });
  await p.ok(backup.updateSchedule, { ...schedule, enabled: true }, { token });
  expect(await rate()).toBe(46_200_000);
});

test('licenses stay in the rate of another size; a one-day server can’t be resized', async () => {
  const { p, token, get } = await start();
  const row = () => p.store.reader.selectFrom('server').selectAll().where('id', '=', serverId).executeTakeFirstOrThrow();
  const settings = { ...(JSON.parse((await row()).settings) as object), extra: { cpanel: true, plesk: false } };
  await p.store.write('t', (tx) =>
    tx
      .updateTable('server')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', serverId)
      .execute(),
  );
  await p.ok(serverAction.resize, { serverId, cpu: 8, ram: 16, disk: 100 }, { token });
  expect((await row()).hourlyRate).toBe(78_000_000 + 24_600_000);
  await rest(p, get);
  await p.store.write('t', (tx) =>
    tx
      .updateTable('server')
      .set({ expiresAt: p.clock.now + 20 * HOUR, hourlyRate: 0 })
      .where('id', '=', serverId)
      .execute(),
  );
  const { status, body } = await p.try(serverAction.resize, { serverId, cpu: 1, ram: 1, disk: 100 }, { token });
  expect([status, body.code]).toEqual([409, 'server:error.oneDay']);
});

test('if the driver is down, the server shows it with the next retry, and the action completes once it is back', async () => {
  const { p, broken, token, get } = await breakable();
  broken.with = new Error('no route to host');
  await p.ok(serverAction.restart, { serverId }, { token });
  for (let i = 0; i < 4; i++) {
    await p.provider.services.jobs.runDue();
    p.clock.now += 3_000;
  }
  const waiting = await get();
  expect(waiting).toMatchObject({ state: 'restarting', problem: { nextAttemptAt: expect.any(String) } });
  broken.with = null;
  await rest(p, get, 120);
  expect(await get()).toMatchObject({ state: 'ready', problem: null });
});

test('random actions: a handler accepts exactly what the table allows, and no action is lost', async () => {
  const { p, token, get } = await start();
  const simple = ['powerOn', 'powerOff', 'restart', 'reboot', 'rescue', 'unrescue', 'changePassword'] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...simple), fc.boolean()), { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const [action, waits] of steps) {
        const before = await get();
        const fault = actionFault(before, action);
        const { status, body } = await p.try(serverAction[action], { serverId }, { token });
        expect(fault === null ? status : [status, body.code]).toEqual(fault === null ? 200 : [409, fault]);
        if (waits) await rest(p, get);
      }
      await rest(p, get);
      const after = await get();
      expect(isBusy(after.state)).toBe(false);
      const held = await p.provider.services.drivers.compute?.progress(serverId, AbortSignal.timeout(5_000));
      expect(held).toMatchObject({ phase: null, power: after.power });
      const open = await p.store.reader
        .selectFrom('serverEvent')
        .select('id')
        .where('serverId', '=', serverId)
        .where('status', '=', 'running')
        .execute();
      expect(open).toEqual([]);
    }),
    { numRuns: 12 },
  );
}, 60_000);
