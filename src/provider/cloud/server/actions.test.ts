import { expect, test } from 'vitest';
import { breakable, rest, start } from '../../../../tests/support/server-actions.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { actionFault } from '../../../lib/rules/cloud/server/actions.ts';

const serverId = demo.serverId;
const HOUR = 3_600_000;

test('a restart has a task with progress, an event and a state, and ends', async () => {
  const { p, token, get } = await start();
  const { taskId, server: begun } = await p.ok(serverAction.restart, { serverId }, { token });
  expect(begun).toMatchObject({ state: 'restarting', taskId, percent: 0 });
  p.clock.now += 3_000;
  await p.provider.services.jobs.runDue();
  p.clock.now += 3_000;
  await p.provider.services.jobs.runDue();
  expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({ status: 'running', entity: { name: 'web-fra-01' } });
  await rest(p, get);
  expect(await get()).toMatchObject({ state: 'ready', power: 'on', problem: null, taskId: null });
  expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({ status: 'done', percent: 100 });
  const { events } = await p.ok(server.events, { serverId }, { token });
  expect(events[0]).toMatchObject({ action: 'restart', status: 'done', actor: demo.email });
});

test('during an action, others are refused with the reason that the button shows', async () => {
  const { p, token, get } = await start();
  await p.ok(serverAction.reboot, { serverId }, { token });
  const refused = await p.try(serverAction.powerOff, { serverId }, { token });
  expect([refused.status, refused.body.code]).toEqual([409, actionFault({ ...(await get()) }, 'powerOff')]);
  expect(refused.body.state).toBe('restarting');
  await rest(p, get);
  await p.ok(server.edit, { serverId, protect: true }, { token });
  const confirmed = { serverId, confirm: 'web-fra-01' };
  for (const call of [serverAction.delete, serverAction.reload, serverAction.rebuild])
    expect((await p.try(call, confirmed, { token })).body.code).toBe('server:reason.protected');
});

test('destructive actions require typing the name', async () => {
  const { p, token } = await start();
  for (const call of [serverAction.delete, serverAction.reload, serverAction.rebuild]) {
    const { status, body } = await p.try(call, { serverId, confirm: 'web' }, { token });
    expect([status, body.fields?.confirm]).toEqual([422, 'Type web-fra-01 to confirm.']);
  }
});

test('a removed server is deleted when the driver has removed it', async () => {
  const { p, token, get } = await start();
  const removed = await p.ok(serverAction.delete, { serverId, confirm: 'WEB-fra-01' }, { token });
  expect(removed.server.state).toBe('removing');
  for (let i = 0; i < 5; i++) {
    await p.provider.services.jobs.runDue();
    p.clock.now += 3_000;
  }
  expect((await p.try(server.get, { serverId }, { token })).status).toBe(404);
  expect((await p.ok(task.get, { taskId: removed.taskId }, { token })).task.status).toBe('done');
  expect((await get(demo.offServerId)).name).toBe('staging-01');
});

test('a one-time password is shown once; a new one is returned once and not stored', async () => {
  const { p, token, get } = await start();
  expect((await get()).hasPassword).toBe(true);
  expect(await p.ok(server.password, { serverId }, { token })).toEqual({ password: 'breeze-demo-server', username: 'root' });
  expect((await p.try(server.password, { serverId }, { token })).body.code).toBe('server:error.noPassword');
  const { password } = await p.ok(serverAction.changePassword, { serverId }, { token });
  expect(password).toMatch(/^\w{20}$/);
  await rest(p, get);
  const { password: kept } = await p.store.reader
    .selectFrom('server')
    .select('password')
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  expect(kept).toBeNull();
});

test('a resize without the disk is on trial: kept, or reverted with its rate', async () => {
  const { p, token, get } = await start();
  const before = await p.ok(server.get, { serverId }, { token });
  const bigger = { serverId, cpu: 8, ram: 16, disk: 100, keepDisk: true };
  await p.ok(serverAction.resize, bigger, { token });
  await rest(p, get);
  expect(await get()).toMatchObject({
    state: 'resized',
    cpu: 8,
    ram: 16,
    disk: { size: 100 },
    previousSize: { cpu: 4, ram: 8, disk: 100 },
    plan: null,
  });
  await p.ok(serverAction.revertResize, { serverId }, { token });
  await rest(p, get);
  const after = await p.ok(server.get, { serverId }, { token });
  expect(after.server).toMatchObject({ state: 'ready', cpu: 4, ram: 8, previousSize: null, plan: 'pro-2023' });
  expect(after.cost.hourlyMicroMills).toBe(before.cost.hourlyMicroMills);
  await p.ok(serverAction.resize, bigger, { token });
  await rest(p, get);
  await p.ok(serverAction.confirmResize, { serverId }, { token });
  await rest(p, get);
  expect(await get()).toMatchObject({ state: 'ready', cpu: 8, previousSize: null });
  expect((await p.try(serverAction.resize, { serverId, cpu: 8, ram: 16, disk: 50 }, { token })).body.fields).toHaveProperty('disk');
});

test('a resize charges the difference for the rest of a prepaid period, and a revert refunds it', async () => {
  const { p, token, get } = await start();
  const balance = async () => (await p.ok(wallet.balance, {}, { token })).balance;
  const prepay = (hours: number) =>
    p.store.write('t', (tx) =>
      tx
        .updateTable('server')
        .set({ period: 'month', meteredUntil: p.clock.now + hours * HOUR })
        .where('id', '=', serverId)
        .execute(),
    );
  await prepay(100);
  const before = await balance();
  // 8 cores at 4, 16 GB at 2.5 and 100 GB at 0.06 mills an hour, in place of the plan's 40: 38 more for 100 hours.
  await p.ok(serverAction.resize, { serverId, cpu: 8, ram: 16, disk: 100, keepDisk: true }, { token });
  expect(await balance()).toBe(before - 3_800);
  await rest(p, get);
  const hours = await p.store.reader.selectFrom('server').select('meteredUntil').where('id', '=', serverId).executeTakeFirstOrThrow();
  const left = Math.floor((hours.meteredUntil - p.clock.now) / HOUR);
  await p.ok(serverAction.revertResize, { serverId }, { token });
  expect(await balance()).toBe(before - 3_800 + 38 * left);
  await rest(p, get);
  await prepay(8760);
  const { status, body } = await p.try(serverAction.resize, { serverId, cpu: 32, ram: 128, disk: 100 }, { token });
  expect([status, body.code]).toEqual([402, 'server:error.balance']);
  expect(await get()).toMatchObject({ state: 'ready', cpu: 4 });
});

test('a batch reports for each server whether it started', async () => {
  const { p, token } = await start();
  const { results } = await p.ok(serverAction.batch, { serverIds: [serverId, demo.offServerId, 'none'], action: 'powerOff' }, { token });
  expect(results.map(({ taskId, message }) => [taskId !== null, message])).toEqual([
    [true, null],
    [false, 'The server is powered off. Power it on first.'],
    [false, 'Resource not found.'],
  ]);
});

test('if the driver refuses, the state is failed, with the reason, and a retry succeeds', async () => {
  const { p, broken, token, get } = await breakable();
  broken.refuses = true;
  const { taskId } = await p.ok(serverAction.restart, { serverId }, { token });
  await rest(p, get);
  expect(await get()).toMatchObject({
    state: 'failed',
    problem: { message: 'The server doesn’t exist on the host.', nextAttemptAt: null },
  });
  expect((await p.ok(task.get, { taskId }, { token })).task.status).toBe('failed');
  broken.refuses = false;
  expect((await p.ok(serverAction.retry, { serverId }, { token })).server.state).toBe('restarting');
  await rest(p, get);
  expect(await get()).toMatchObject({ state: 'ready', problem: null });
});
