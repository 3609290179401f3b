import { expect, test } from 'vitest';
import { makeEngine, open, settledDriver, spec } from '../../../../tests/support/compute-simulated.ts';
import { driverContract } from '../../../../tests/support/driver-contract.ts';
import type { ServerSpec } from './compute.ts';
import { simulatedDriver } from './simulated.ts';

const soon = () => AbortSignal.timeout(5_000);

driverContract('the simulated compute driver', {
  make: makeEngine,
  state: (id, version, text) => spec(id, version, { name: text }),
  impossible: (id, version) => spec(id, version, { size: { cpu: 1, ram: 2, disk: 10, diskType: 'ssd' } }),
});

test('an installation takes 20 to 60 seconds, reports its progress, and survives a restart of the process', async () => {
  const { store, clock } = await open();
  const make = () => simulatedDriver({ store, clock: () => clock.now });
  const start = clock.now;
  await make().apply(spec('a', 1), soon());
  const first = await make().progress('a', soon());
  expect(first).toMatchObject({ version: 1, phase: 'installingOs', percent: 0 });
  const ms = (first?.endsAt ?? 0) - start;
  expect(ms).toBeGreaterThanOrEqual(20_000);
  expect(ms).toBeLessThanOrEqual(60_000);
  clock.now = start + ms / 2;
  expect((await make().progress('a', soon()))?.percent).toBeGreaterThan(45);
  clock.now = start + ms;
  expect(await make().progress('a', soon())).toMatchObject({
    phase: null,
    percent: 100,
    power: 'on',
    ipv4: expect.stringMatching(/^198\.1[89]\./),
  });
  expect(JSON.stringify(await store.reader.selectFrom('simulated').selectAll().execute())).not.toContain('a secret');
});

test('each change runs its own steps, in order', async () => {
  const { driver, clock, progress } = await settledDriver();
  const phases = async () => {
    const seen: (string | null)[] = [];
    for (let i = 0; i < 200; i++) {
      const phase = (await progress())?.phase ?? null;
      if (seen.at(-1) !== phase) seen.push(phase);
      if (phase === null) break;
      clock.now += 1_000;
    }
    return seen;
  };
  expect(await phases()).toEqual(['installingOs', null]);
  const steps: [Partial<ServerSpec>, (string | null)[]][] = [
    [{ boot: { count: 1, hard: false } }, ['restarting', null]],
    [{ power: 'off' }, ['stopping', null]],
    [{ power: 'on' }, ['starting', null]],
    [{ rescue: true }, ['rescuing', null]],
    [{ rescue: false }, ['unrescuing', null]],
    [{ size: { cpu: 4, ram: 8, disk: 25, diskType: 'ssd' }, trial: true }, ['resizing', null]],
    [{ size: { cpu: 1, ram: 2, disk: 25, diskType: 'ssd' }, trial: false }, ['resizing', null]],
    [{ image: { count: 2, mode: 'reload', os: { type: 'debian', version: '12' }, imageId: null } }, ['reloading', 'installingOs', null]],
    [{ image: { count: 3, mode: 'restore', os: { type: 'debian', version: '12' }, imageId: 's' } }, ['restoring', null]],
    [{ password: { count: 2, value: 'another' } }, ['changing', null]],
    [{ spaces: [{ bucket: 'shop', mountPoint: '/mnt/shop' }] }, ['changing', null]],
  ];
  let now = spec('a', 1);
  for (const [change, expected] of steps) {
    now = { ...now, ...change, version: now.version + 1 };
    await driver.apply(now, soon());
    expect(await phases()).toEqual(expected);
  }
});

test('the console says that it is simulated, echoes, responds and exits', async () => {
  const { driver, clock } = await settledDriver();
  clock.now += 60_000;
  let shown = '';
  let isClosed = false;
  const line = await driver.console('a', 'serial', {
    onData: (text) => {
      shown += text;
    },
    onClose: () => {
      isClosed = true;
    },
  });
  expect(shown).toContain('simulated server');
  line.write('hostnamex\x7f\r');
  expect(shown).toContain('\r\nweb\r\n');
  line.write('exit\r');
  expect(isClosed).toBe(true);
  await expect(driver.console('a', 'graphical', { onData() {}, onClose() {} })).rejects.toThrow('server:reason.noConsole');
});
