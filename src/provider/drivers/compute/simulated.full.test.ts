import { expect, test } from 'vitest';
import { makeEngine, settledDriver, spec } from '../../../../tests/support/compute-simulated.ts';
import { driverContract } from '../../../../tests/support/driver-contract.ts';

const soon = () => AbortSignal.timeout(5_000);

driverContract('the simulated compute driver', {
  make: makeEngine,
  state: (id, version, text) => spec(id, version, { name: text }),
  impossible: (id, version) => spec(id, version, { size: { cpu: 1, ram: 2, disk: 10, diskType: 'ssd' } }),
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
