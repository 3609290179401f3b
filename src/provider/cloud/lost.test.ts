import { expect, test } from 'vitest';
import { rest, runJobs } from '../../../tests/support/jobs.ts';
import { startProvider } from '../../../tests/support/provider.ts';
import { storedOne } from '../../../tests/support/stored.ts';
import { server } from '../../lib/contract/cloud/server.ts';
import { serverAction } from '../../lib/contract/cloud/serverAction.ts';
import { volume } from '../../lib/contract/cloud/volume.ts';
import { demo } from '../../lib/contract/fields.ts';
import { translator } from '../../lib/i18n/server.ts';
import { HOUR } from '../../lib/time.ts';
import type { ComputeDriver } from '../drivers/compute/compute.ts';
import { cloudJobs } from './jobs.ts';

const { serverId } = demo;
const t = translator('en');

/** Hosts from which somebody has deleted these. */
async function started() {
  const p = await startProvider();
  const drivers = p.provider.services.drivers as { compute: ComputeDriver }; // the default
  const lose = (lost: { servers: string[]; volumes: string[] }) => {
    drivers.compute = { ...drivers.compute, lost: async () => lost };
  };
  const read = async () => (await p.ok(server.get, { serverId }, { token: await p.signIn() })).server;
  const hour = async () => {
    p.clock.now += HOUR;
    for (const job of [cloudJobs.meterServers, cloudJobs.meterAddresses, cloudJobs.meterVolumes]) await runJobs(p, job);
  };
  return { p, lose, read, hour };
}

test('a server that was deleted on the hosts is shown as lost, costs nothing from then on, and costs again when it is made again', async () => {
  const { p, lose, read, hour } = await started();
  const { name } = await read();
  lose({ servers: [serverId], volumes: [] });
  await runJobs(p, cloudJobs.findLost);
  expect(await read()).toMatchObject({ state: 'failed', problem: { message: t('server:reason.lost') }, ip: [] });
  const { events } = await p.ok(server.events, { serverId }, { token: await p.signIn() });
  expect(events[0]).toMatchObject({ title: t('server:task.lost'), status: 'failed' });
  await hour();
  const hours = async () => (await p.ok(server.get, { serverId }, { token: await p.signIn() })).cost.hours;
  const before = await hours();
  await hour();
  await hour();
  expect(await hours()).toBe(before);
  // Found once, however often the hosts report it.
  const { version } = await storedOne(p, 'server', { id: serverId });
  await runJobs(p, cloudJobs.findLost);
  expect((await storedOne(p, 'server', { id: serverId })).version).toBe(version);
  lose({ servers: [], volumes: [] });
  await p.ok(serverAction.reload, { serverId, confirm: name }, { token: await p.signIn() });
  await rest(p, 40);
  expect(await read()).toMatchObject({ state: 'ready', problem: null });
  await hour();
  expect(await hours()).toBeGreaterThan(before);
});

test('a lost server that is made again and then fails costs again while it runs', async () => {
  const { p, lose, read, hour } = await started();
  const { name } = await read();
  lose({ servers: [serverId], volumes: [] });
  await runJobs(p, cloudJobs.findLost);
  lose({ servers: [], volumes: [] });
  const drivers = p.provider.services.drivers as { compute: ComputeDriver }; // the default
  const { compute } = drivers;
  const failure = { key: 'server:reason.deviceBusy' as const, params: {} };
  drivers.compute = {
    ...compute,
    async progress(id, signal) {
      const report = await compute.progress(id, signal);
      return report?.phase === null ? { ...report, failure } : report;
    },
  };
  await p.ok(serverAction.reload, { serverId, confirm: name }, { token: await p.signIn() });
  await rest(p, 40);
  expect(await read()).toMatchObject({
    state: 'failed',
    power: 'on',
    problem: { message: t(failure.key) },
    ip: [expect.any(String), expect.any(String)],
  });
  const hours = async () => (await p.ok(server.get, { serverId }, { token: await p.signIn() })).cost.hours;
  const before = await hours();
  await hour();
  await hour();
  expect(await hours()).toBe(before + 2);
});

test('a volume that was deleted on the hosts costs nothing from then on, and its server does without it', async () => {
  const { p, lose, hour } = await started();
  const list = async () => (await p.ok(volume.list, {}, { token: await p.signIn() })).volumes;
  const [one] = (await list()).filter(({ state, server: used }) => state === 'ready' && used !== null);
  const id = one?.id ?? '';
  lose({ servers: [], volumes: [id] });
  await runJobs(p, cloudJobs.findLost);
  expect((await list()).find((other) => other.id === id)).toMatchObject({
    state: 'failed',
    server: null,
    problem: { message: t('server:reason.lost') },
  });
  const { meteredUntil } = await storedOne(p, 'volume', { id });
  await hour();
  await hour();
  expect((await storedOne(p, 'volume', { id })).meteredUntil).toBe(meteredUntil);
});

test('hosts that don’t respond lose nothing', async () => {
  const { p, read } = await started();
  const drivers = p.provider.services.drivers as { compute: ComputeDriver };
  drivers.compute = { ...drivers.compute, lost: async () => Promise.reject(new Error('no route to host')) };
  await runJobs(p, cloudJobs.findLost).catch(() => {});
  expect(await read()).toMatchObject({ state: 'ready' });
});
