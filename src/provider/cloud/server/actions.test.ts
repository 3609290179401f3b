import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rest as rounds, runJobs } from '../../../../tests/support/jobs.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { backup } from '../../../lib/contract/cloud/backup.ts';
import { monitoring } from '../../../lib/contract/cloud/monitoring.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { serverCatalog } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { actionFault } from '../../../lib/rules/cloud/server/actions.ts';
import { isBusy } from '../../../lib/rules/cloud/server/states.ts';
import { HOUR } from '../../../lib/time.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { DriverRefusal } from '../../drivers/driver.ts';
import { cloudJobs } from '../jobs.ts';

const serverId = demo.serverId;

async function start() {
  const { p, token } = await signedIn();
  const get = async (id: string = serverId) => (await p.ok(server.get, { serverId: id }, { token })).server;
  /** Runs jobs until the server is idle. */
  const rest = async (most = 60) => {
    for (let i = 0; i < most && isBusy((await get()).state); i++) await rounds(p, 1);
  };
  const act = (call: 'restart' | 'revertResize' | 'confirmResize' | 'retry') => p.ok(serverAction[call], { serverId }, { token });
  const resize = (size: { cpu: number; ram: number; disk: number; keepDisk?: boolean; shown?: { rate: number; due: number } }) =>
    p.try(serverAction.resize, { serverId, ...size }, { token });
  const rate = async () => (await p.ok(server.get, { serverId }, { token })).cost.hourlyMicroMills;
  return { p, token, get, rest, act, resize, rate };
}
const bigger = { cpu: 8, ram: 16, disk: 100, keepDisk: true };
/** The simulated driver fails on request. */
async function breakable() {
  const all = await start();
  const drivers = all.p.provider.services.drivers as { compute: ComputeDriver }; // the default
  const real = drivers.compute;
  const broken: { with: Error | null } = { with: null };
  drivers.compute = {
    ...real,
    async apply(...args) {
      if (broken.with) throw broken.with;
      return real.apply(...args);
    },
    async progress(...args) {
      if (broken.with && !(broken.with instanceof DriverRefusal)) throw broken.with;
      return real.progress(...args);
    },
  };
  return { ...all, broken };
}

test('a restart has a task with progress, an event and a state, and ends', async () => {
  const { p, token, get, rest, act } = await start();
  const { taskId, server: begun } = await act('restart');
  expect(begun).toMatchObject({ state: 'restarting', taskId, percent: 0 });
  p.clock.now += 3_000;
  await rounds(p, 2);
  expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({ status: 'running', entity: { name: 'web-fra-01' } });
  await rest();
  expect(await get()).toMatchObject({ state: 'ready', power: 'on', problem: null, taskId: null });
  expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({ status: 'done', percent: 100 });
  const { events } = await p.ok(server.events, { serverId }, { token });
  expect(events[0]).toMatchObject({ action: 'restart', status: 'done', actor: demo.email });
});

test('an event says what was changed', async () => {
  const { p, token, rest } = await start();
  const group = { groupId: demo.freeServerFirewallId, serverIds: [serverId] };
  await p.ok(network.attach, { networkId: demo.freeNetworkId, serverId }, { token });
  await rest();
  await p.ok(serverFirewall.attach, group, { token });
  await rest();
  await p.ok(serverFirewall.detach, group, { token });
  const { events } = await p.ok(server.events, { serverId }, { token });
  expect(events.slice(0, 3).map(({ title }) => title)).toEqual(['Remove firewall group', 'Apply firewall group', 'Add to network']);
  const { tasks } = await p.ok(task.list, {}, { token });
  expect(tasks[0]?.title).toBe('Remove firewall group');
});

test('during an action, others are refused with the reason that the button shows', async () => {
  const { p, token, get, rest } = await start();
  await p.ok(serverAction.reboot, { serverId }, { token });
  const refused = await p.try(serverAction.powerOff, { serverId }, { token });
  expect([refused.status, refused.body.code]).toEqual([409, actionFault({ ...(await get()) }, 'powerOff')]);
  expect(refused.body.state).toBe('restarting');
  await rest();
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
  await rounds(p, 5);
  expect((await p.try(server.get, { serverId }, { token })).status).toBe(404);
  expect((await p.ok(task.get, { taskId: removed.taskId }, { token })).task.status).toBe('done');
  expect((await get(demo.offServerId)).name).toBe('staging-01');
});

test('a one-time password is shown once; a new one is returned once and not stored', async () => {
  const { p, token, get, rest } = await start();
  expect((await get()).hasPassword).toBe(true);
  expect(await p.ok(server.password, { serverId }, { token })).toEqual({ password: 'breeze-demo-server', username: 'root' });
  expect((await p.try(server.password, { serverId }, { token })).body.code).toBe('server:error.noPassword');
  const { password } = await p.ok(serverAction.changePassword, { serverId }, { token });
  expect(password).toMatch(/^\w{20}$/);
  await rest();
  expect((await storedOne(p, 'server', { id: serverId })).password).toBeNull();
});

test('a system that doesn’t accept a new password goes on with its old one, and the customer reads why', async () => {
  const { p, token, get, rest, act } = await start();
  const drivers = p.provider.services.drivers as { compute: ComputeDriver }; // the default
  const { compute } = drivers;
  const applied: (string | null)[] = [];
  drivers.compute = {
    ...compute,
    apply(spec, signal) {
      if (spec.id === serverId) applied.push(spec.password.value);
      return compute.apply(spec, signal);
    },
    async progress(id, signal) {
      const report = await compute.progress(id, signal);
      const isRefused = id === serverId && report?.phase === null && applied.at(-1) != null;
      return report && (isRefused ? { ...report, failure: { key: 'server:reason.noAgent', params: {} } } : report);
    },
  };
  const { taskId } = await p.ok(serverAction.changePassword, { serverId }, { token });
  await rest();
  expect(await get()).toMatchObject({ state: 'ready', power: 'on', problem: null, hasPassword: false });
  const message = translator('en')('server:reason.noAgent');
  expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({ status: 'failed', message });
  const { events } = await p.ok(server.events, { serverId }, { token });
  expect(events[0]).toMatchObject({ status: 'failed', message });
  // The driver gets a state without it, so nothing of the server has failed there either.
  await rounds(p, 3);
  expect(applied.at(-1)).toBeNull();
  await act('restart');
  await rest();
  expect(await get()).toMatchObject({ state: 'ready', problem: null });
});

test('a server with SSH keys is reinstalled with them and without a password, unless one is given', async () => {
  const { p, token, rest } = await start();
  const { settings } = await storedOne(p, 'server', { id: serverId });
  const sshKeys = ['ssh-ed25519 AAAA office'];
  await updateStored(p, 'server', { id: serverId }, { settings: { ...settings, sshKeys } });
  const confirmed = { serverId, confirm: 'web-fra-01' };
  for (const call of [serverAction.rebuild, serverAction.reload]) {
    expect((await p.ok(call, confirmed, { token })).password).toBeNull();
    expect(await storedOne(p, 'server', { id: serverId })).toMatchObject({ password: null, settings: { sshKeys } });
    await rest();
  }
  await p.ok(serverAction.rebuild, { ...confirmed, password: 'a-password-of-my-own' }, { token });
  expect((await storedOne(p, 'server', { id: serverId })).password).not.toBeNull();
});

test('a server is reinstalled with chosen keys; a key that was removed from the account is named without an ID', async () => {
  const { p, token, rest } = await start();
  const { settings } = await storedOne(p, 'server', { id: serverId });
  const [first, second] = (await p.ok(sshKey.list, {}, { token })).sshKeys;
  if (!first || !second) throw new Error('no demo keys');
  const removed = 'ssh-ed25519 AAAA an old key';
  const line = ({ publicKey, name }: typeof first) => `${publicKey} ${name}`;
  await updateStored(p, 'server', { id: serverId }, { settings: { ...settings, sshKeys: [line(first), removed] } });
  const list = async () => (await p.ok(server.sshKeys, { serverId }, { token })).sshKeys;
  expect(await list()).toMatchObject([
    { id: first.id, name: first.name, fingerprint: first.fingerprint },
    { id: null, name: 'an old key', fingerprint: expect.stringMatching(/^SHA256:/) },
  ]);
  const confirmed = { serverId, confirm: 'web-fra-01' };
  for (const call of [serverAction.rebuild, serverAction.reload]) {
    expect((await p.ok(call, { ...confirmed, sshKeyIds: [second.id, second.id] }, { token })).password).toBeNull();
    expect((await list()).map(({ id }) => id)).toEqual([second.id]);
    await rest();
  }
  expect((await p.ok(serverAction.reload, { ...confirmed, sshKeyIds: [] }, { token })).password).toMatch(/^\w{20}$/);
  expect(await list()).toEqual([]);
  await rest();
  const unknown = await p.try(serverAction.rebuild, { ...confirmed, sshKeyIds: [demo.serverId] }, { token });
  expect([unknown.status, unknown.body.fields?.sshKeyIds]).toEqual([422, expect.any(String)]);
  expect((await p.try(server.sshKeys, { serverId }, { token: await p.signIn(demo.second) })).status).toBe(404);
});

test('a resize without the disk is on trial: kept, or reverted with its rate', async () => {
  const { get, rest, act, resize, rate } = await start();
  const before = await rate();
  await resize(bigger);
  await rest();
  expect(await get()).toMatchObject({
    state: 'resized',
    cpu: 8,
    ram: 16,
    disk: { size: 100 },
    previousSize: { cpu: 4, ram: 8, disk: 100 },
    plan: null,
  });
  await act('revertResize');
  await rest();
  expect(await get()).toMatchObject({ state: 'ready', cpu: 4, ram: 8, previousSize: null, plan: 'pro-2023' });
  expect(await rate()).toBe(before);
  await resize(bigger);
  await rest();
  await act('confirmResize');
  await rest();
  expect(await get()).toMatchObject({ state: 'ready', cpu: 8, previousSize: null });
  expect((await resize({ cpu: 8, ram: 16, disk: 50 })).body.fields).toHaveProperty('disk');
});

test('a trial says when it ends, has figures, and the new size is kept then', async () => {
  const { p, token, get, rest, resize } = await start();
  const before = p.clock.now;
  await resize(bigger);
  await rest();
  const until = before + 7 * 24 * HOUR;
  expect(await get()).toMatchObject({ state: 'resized', power: 'on', trialUntil: new Date(until).toISOString() });
  p.clock.now += 5 * 60_000;
  const { metrics } = await p.ok(monitoring.get, { serverId, window: '1h' }, { token });
  expect(metrics.series[0]?.values.at(-1)).toBeGreaterThan(0);
  // A week later the session has ended.
  const now = async () => (await storedOne(p, 'server', { id: serverId })).state;
  p.clock.now = until - 1;
  await runJobs(p, cloudJobs.endTrials);
  expect(await now()).toBe('resized');
  p.clock.now = until;
  await runJobs(p, cloudJobs.endTrials);
  for (let i = 0; i < 60 && isBusy(await now()); i++) await rounds(p, 1);
  const again = { token: await p.signIn() };
  expect((await p.ok(server.get, { serverId }, again)).server).toMatchObject({
    state: 'ready',
    cpu: 8,
    previousSize: null,
    trialUntil: null,
  });
  const [change] = (await p.ok(log.list, { entityId: serverId, limit: 1 }, again)).logs;
  expect(change).toMatchObject({ actor: { type: 'system' }, action: 'update' });
});

test('a trial of an earlier version ends seven days after the upgrade', async () => {
  const { p, get } = await start();
  const previousSize = { cpu: 2, ram: 4, disk: 100, rate: 1 };
  await updateStored(p, 'server', { id: serverId }, { state: 'resized', previousSize });
  expect((await get()).trialUntil).toBeNull();
  await runJobs(p, cloudJobs.endTrials);
  expect((await get()).trialUntil).toBe(new Date(p.clock.now + 7 * 24 * HOUR).toISOString());
});

test('a resize charges the difference for the rest of a prepaid period, and a revert refunds it', async () => {
  const { p, token, get, rest, act, resize } = await start();
  const balance = async () => (await p.ok(wallet.balance, {}, { token })).balance;
  const prepay = (hours: number) =>
    updateStored(p, 'server', { id: serverId }, { period: 'month', meteredUntil: p.clock.now + hours * HOUR });
  await prepay(100);
  const before = await balance();
  // 8 cores at 4, 16 GB at 2.5 and 100 GB at 0.06 mills an hour, in place of the plan's 40: 38 more for 100 hours.
  await resize(bigger);
  expect(await balance()).toBe(before - 3_800);
  await rest();
  const left = Math.floor(((await storedOne(p, 'server', { id: serverId })).meteredUntil - p.clock.now) / HOUR);
  await act('revertResize');
  expect(await balance()).toBe(before - 3_800 + 38 * left);
  await rest();
  await prepay(8760);
  expect(await resize({ cpu: 32, ram: 128, disk: 100 })).toMatchObject({ status: 402, body: { code: 'server:error.balance' } });
  expect(await get()).toMatchObject({ state: 'ready', cpu: 4 });
});

test('the sizes of a resize are the plans of the order at the same price, with and without the disk, and what is shown is charged', async () => {
  const { p, token, get, rest, resize, rate } = await start();
  const { plans } = await p.ok(serverCatalog.plans, {}, { token });
  const optionsOf = (id: string) => p.ok(serverAction.resizeOptions, { serverId: id }, { token });
  const { current, options } = await optionsOf(demo.offServerId);
  expect(current).toMatchObject({ name: 'Economic', rate: 9_000_000, monthly: 6_570, prepaid: false });
  const named = options.filter((option) => option.named);
  expect(named.map(({ plan }) => plan)).toEqual(['eco-2023', 'com-2023', 'pro-2023']);
  for (const { plan, name, monthly, kept, resized } of named) {
    expect({ name, monthly }).toEqual({
      name: plans.find(({ id }) => id === plan)?.name,
      monthly: plans.find(({ id }) => id === plan)?.price.monthly,
    });
    for (const quote of [kept, resized]) if (quote) expect(quote.monthly, plan).toBe(monthly);
  }
  // Its disk has another type, so it is no Enterprise plan: 16 cores, 32 GB and 200 GB of SSD cost their parts.
  expect(options.at(-1)).toMatchObject({ plan: 'ent-2023', named: false, hourly: 64_000_000 + 80_000_000 + 12_000_000 });

  // A smaller plan keeps the larger disk, which costs what it has in addition: 75 GB at 0.06 mills.
  const eco = (await optionsOf(serverId)).options.find(({ plan }) => plan === 'eco-2023');
  expect(eco).toMatchObject({ named: true, hourly: 9_000_000, extraMonthly: 3_285, resized: null, kept: { rate: 13_500_000, due: 0 } });
  const wanted = { cpu: 1, ram: 2, disk: 25, keepDisk: true };
  expect(await resize({ ...wanted, shown: { rate: 9_000_000, due: 0 } })).toMatchObject({
    status: 409,
    body: { code: 'server:error.priceChanged' },
  });
  expect((await resize({ ...wanted, shown: { rate: 13_500_000, due: 0 } })).status).toBe(200);
  await rest();
  expect(await get()).toMatchObject({ state: 'resized', plan: 'eco-2023', disk: { size: 100 } });
  expect(await rate()).toBe(13_500_000);
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
  const { p, token, get, rest, act, broken } = await breakable();
  broken.with = new DriverRefusal('server:reason.noServer');
  const { taskId } = await act('restart');
  await rest();
  expect(await get()).toMatchObject({
    state: 'failed',
    problem: { message: 'The server doesn’t exist on the host.', nextAttemptAt: null },
  });
  expect((await p.ok(task.get, { taskId }, { token })).task.status).toBe('failed');
  broken.with = null;
  expect((await act('retry')).server.state).toBe('restarting');
  await rest();
  expect(await get()).toMatchObject({ state: 'ready', problem: null });
});

test('a custom server whose size equals a predefined one costs its parts, with backups and after a reverted resize', async () => {
  const { p, token, get, rest, act, resize, rate } = await start();
  // 4 cores, 8 GB, 100 GB: 42,000,000 as parts, 40,000,000 as “pro”.
  await updateStored(p, 'server', { id: serverId }, { plan: null, hourlyRate: 42_000_000 });
  const schedule = { serverId, every: 'week', weekday: 1, hour: 3, keep: 2, fullEvery: 2 } as const;
  await p.ok(backup.updateSchedule, { ...schedule, enabled: true }, { token });
  expect(await rate()).toBe(46_200_000);
  await p.ok(backup.updateSchedule, { ...schedule, enabled: false }, { token });
  expect(await rate()).toBe(42_000_000);
  await resize(bigger);
  await rest();
  await act('revertResize');
  await rest();
  expect(await get()).toMatchObject({ plan: null });
  await p.ok(backup.updateSchedule, { ...schedule, enabled: true }, { token });
  expect(await rate()).toBe(46_200_000);
});

test('licenses stay in the rate of another size; a one-day server can’t be resized', async () => {
  const { p, rest, resize } = await start();
  const row = () => storedOne(p, 'server', { id: serverId });
  const settings = { ...(await row()).settings, extra: { cpanel: true, plesk: false } };
  await updateStored(p, 'server', { id: serverId }, { settings });
  await resize({ cpu: 8, ram: 16, disk: 100 });
  expect((await row()).hourlyRate).toBe(78_000_000 + 24_600_000);
  await rest();
  await updateStored(p, 'server', { id: serverId }, { expiresAt: p.clock.now + 20 * HOUR, hourlyRate: 0 });
  expect(await resize({ cpu: 1, ram: 1, disk: 100 })).toMatchObject({ status: 409, body: { code: 'server:error.oneDay' } });
});

test('if the driver is down, the server shows it with the next retry, and the action completes once it is back', async () => {
  const { p, get, rest, act, broken } = await breakable();
  broken.with = new Error('no route to host');
  await act('restart');
  await rounds(p, 4);
  expect(await get()).toMatchObject({ state: 'restarting', problem: { nextAttemptAt: expect.any(String) } });
  broken.with = null;
  await rest(120);
  expect(await get()).toMatchObject({ state: 'ready', problem: null });
});

test('random actions: a handler accepts exactly what the table allows, and no action is lost', async () => {
  const { p, token, get, rest } = await start();
  const simple = ['powerOn', 'powerOff', 'restart', 'reboot', 'rescue', 'unrescue', 'changePassword'] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...simple), fc.boolean()), { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const [action, waits] of steps) {
        const before = await get();
        const fault = actionFault(before, action);
        const { status, body } = await p.try(serverAction[action], { serverId }, { token });
        expect(fault === null ? status : [status, body.code]).toEqual(fault === null ? 200 : [409, fault]);
        if (waits) await rest();
      }
      await rest();
      const after = await get();
      expect(isBusy(after.state)).toBe(false);
      const progress = await p.provider.services.drivers.compute?.progress(serverId, AbortSignal.timeout(5_000));
      expect(progress).toMatchObject({ phase: null, power: after.power });
      expect(await stored(p, 'serverEvent', { serverId, status: 'running' })).toEqual([]);
    }),
    { numRuns: process.env.FULL ? 12 : 4 },
  );
}, 60_000);
