import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { alarm } from '../../../lib/contract/cloud/alarm.ts';
import { monitoring } from '../../../lib/contract/cloud/monitoring.ts';
import { demo } from '../../../lib/contract/fields.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { cloudJobs } from '../jobs.ts';

const { serverId } = demo;

test('the interval of measurements is kept and reaches the driver; an agent and other intervals are refused', async () => {
  const { p, token } = await signedIn();
  const update = (input: object) => p.try(monitoring.updateSetting, { serverId, interval: 60, ...input }, { token });
  const read = async () => (await p.ok(monitoring.setting, { serverId }, { token })).setting;
  expect(await read()).toEqual({ interval: 10, intervals: [10, 30, 60, 300], agent: false });
  expect((await update({ interval: 45 })).status).toBe(422);
  expect(await update({ agent: true })).toMatchObject({ status: 409, body: { code: 'alarm:setting.noAgent' } });
  expect((await read()).interval).toBe(10);
  expect((await update({ agent: false })).status).toBe(200);
  expect((await read()).interval).toBe(60);
  await p.provider.services.jobs.runDue();
  expect((await storedOne(p, 'simulated', { id: `server:${serverId}` })).spec).toMatchObject({ measureEvery: 60 });
  p.clock.now += 3_600_000;
  const { metrics } = await p.ok(monitoring.get, { serverId, window: 'live' }, { token: await p.signIn() });
  const cpu = metrics.series.find(({ name }) => name === 'cpu')?.values ?? [];
  // Ten minutes.
  expect(new Set(cpu).size).toBeLessThanOrEqual(11);
});

test('hosts that don’t measure refuse charts and alarms, and their traffic is neither counted nor charged', async () => {
  const { p, token } = await signedIn();
  const drivers = p.provider.services.drivers as { compute: ComputeDriver };
  const { compute } = drivers;
  drivers.compute = { ...compute, capabilities: { ...compute.capabilities, metrics: false } };
  const wanted = { metric: 'cpu', operator: 'above', value: 91, minutes: 5, channels: ['email'] };
  for (const refused of [
    p.try(monitoring.get, { serverId, window: '1h' }, { token }),
    p.try(monitoring.updateSetting, { serverId, interval: 60 }, { token }),
    p.try(alarm.create, { serverId, ...wanted }, { token }),
  ])
    expect(await refused).toMatchObject({ status: 409, body: { code: 'alarm:error.noMetrics' } });
  const { overview } = await p.ok(monitoring.overview, {}, { token });
  expect(overview.every(({ measured, cpu }) => !measured && cpu === null)).toBe(true);
  p.clock.now += 2 * 3_600_000;
  const { trafficUntil } = await storedOne(p, 'server', { id: serverId });
  await runJobs(p, cloudJobs.meterTraffic);
  expect((await storedOne(p, 'server', { id: serverId })).trafficUntil).toBe(trafficUntil);
  drivers.compute = compute;
  await runJobs(p, cloudJobs.meterTraffic);
  expect((await storedOne(p, 'server', { id: serverId })).trafficUntil).not.toBe(trafficUntil);
});
