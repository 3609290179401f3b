import { expect, test } from 'vitest';
import { driverContract } from '../../../../tests/support/driverContract.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { openTestStore, withFaults } from '../../../../tests/support/testStore.ts';
import type { ServerSpec } from '../../../lib/rules/cloud/compute/spec.ts';
import { simulatedDriver } from './simulated.ts';

const soon = () => AbortSignal.timeout(5_000);
const spec = (id: string, version: number, more: Partial<ServerSpec> = {}): ServerSpec => ({
  id,
  version,
  account: { id: 'account-1' },
  name: 'web',
  dataCenter: 'FRA',
  size: { cpu: 1, ram: 2, disk: 25, diskType: 'ssd' },
  trial: false,
  image: { count: 1, mode: 'install', os: { type: 'ubuntu', version: '22' }, imageId: null },
  power: 'on',
  autopilot: true,
  boot: { count: 0, hard: false },
  rescue: false,
  password: { count: 1, value: 'a secret' },
  access: { sshKeys: [], userData: null },
  addresses: [],
  measureEvery: 10,
  spaces: [],
  reverseDns: [],
  networks: [],
  firewalls: [],
  volumes: [],
  ...more,
});
async function open() {
  return { store: await openTestStore(), clock: { now: Date.UTC(2026, 10, 20) } };
}
async function makeEngine() {
  const { store, clock } = await open();
  const { store: faulty, inject } = withFaults(store);
  const again = () => simulatedDriver({ store: faulty, clock: () => clock.now });
  return {
    driver: again(),
    again,
    async loadState(id: string) {
      const [row] = await stored({ store }, 'simulated', { id: `server:${id}` });
      return row && !row.removed ? JSON.stringify(row.spec) : null;
    },
    inject,
  };
}
/** Applies changes one after the other and waits for each to complete. */
async function settledDriver() {
  const { store, clock } = await open();
  const driver = simulatedDriver({ store, clock: () => clock.now });
  await driver.apply(spec('a', 1), soon());
  return { driver, clock, progress: () => driver.progress('a', soon()) };
}

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
  expect(JSON.stringify(await stored({ store }, 'simulated'))).not.toContain('a secret');
});

test('each change runs its own steps, in order', async () => {
  const { driver, clock, progress } = await settledDriver();
  const phases = async () => {
    const phases: (string | null)[] = [];
    for (let i = 0; i < 200; i++) {
      const phase = (await progress())?.phase ?? null;
      if (phases.at(-1) !== phase) phases.push(phase);
      if (phase === null) break;
      clock.now += 1_000;
    }
    return phases;
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

test('additional addresses are assigned by ID, differ, stay the same, and are gone with their ID', async () => {
  const { driver, progress } = await settledDriver();
  const assigned = async () => (await progress())?.addresses;
  const [one, two] = [
    { id: 'x', kind: 'ipv4' as const },
    { id: 'y', kind: 'ipv6' as const },
  ];
  expect(await assigned()).toEqual([]);
  await driver.apply(spec('a', 2, { addresses: [one, two] }), soon());
  const first = await assigned();
  expect(first).toMatchObject([
    { id: 'x', address: expect.stringMatching(/^198\./) },
    { id: 'y', address: expect.stringMatching(/^2001:db8:/) },
  ]);
  expect(first?.[0]?.address).not.toBe((await progress())?.ipv4);
  await driver.apply(spec('a', 3, { addresses: [two] }), soon());
  expect(await assigned()).toEqual([first?.[1]]);
});

test('metrics depend only on the server and the time, and there are none while it is off', async () => {
  const { driver, clock } = await settledDriver();
  clock.now += 3_600_000;
  const window = { from: clock.now - 1_800_000, to: clock.now, step: 60_000 };
  const read = () => driver.metrics('a', window, soon());
  const first = await read();
  expect(await read()).toEqual(first);
  expect(first.times).toHaveLength(31);
  for (const cpu of first.values.cpu) expect(cpu).toBeGreaterThan(0);
  for (const ram of first.values.ram) expect(ram).toBeLessThan(2 * 1_073_741_824);
  await driver.apply(spec('a', 2, { power: 'off' }), soon());
  expect((await read()).values.cpu.every((value) => value === null)).toBe(true);
});

test('between two measurements the metrics repeat the last one', async () => {
  const { driver, clock } = await settledDriver();
  clock.now += 3_600_000;
  const values = async () => {
    const { values } = await driver.metrics('a', { from: clock.now - 590_000, to: clock.now, step: 10_000 }, soon());
    return new Set(values.cpu).size;
  };
  expect(await values()).toBe(60);
  await driver.apply(spec('a', 2, { measureEvery: 300 }), soon());
  clock.now += 3_600_000;
  expect(await values()).toBeLessThanOrEqual(3);
});
