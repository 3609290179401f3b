import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { operatorPrice } from '../../../lib/contract/cloud/operatorPrice.ts';
import { serverCatalog } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { HOUR } from '../../../lib/time.ts';

async function started() {
  const p = await startProvider();
  p.clock.now = Date.UTC(2027, 0, 30, 9, 25);
  const operator = { token: await p.signInOperator() };
  const shown = async () => (await p.ok(serverCatalog.publicPrice, {})).data.find(({ item }) => item === 'com-2023')?.rate;
  const listed = async () => (await p.ok(operatorPrice.list, {}, operator)).prices.find(({ item }) => item === 'com-2023');
  return { p, operator, shown, listed };
}
const change = { item: 'com-2023', rate: 22_000_000, validFrom: new Date(Date.UTC(2027, 0, 30, 10)).toISOString(), version: 0 } as const;
const at = (hour: number, minute = 0) => new Date(Date.UTC(2027, 0, 30, hour, minute)).toISOString();

test('a price is previewed, valid from the next full hour, and logged; a change that isn’t in force yet is replaced', async () => {
  const { p, operator, shown, listed } = await started();
  const { preview } = await p.ok(operatorPrice.update, { ...change, dryRun: true }, operator);
  expect(preview.changes).toContainEqual({ label: 'Per month', kind: 'mills', before: 14_600, after: 16_060 });
  expect(preview.changes.at(-1)).toEqual({ label: 'Valid from', kind: 'time', before: null, after: at(10) });
  expect(await listed()).toMatchObject({ rate: 20_000_000, next: null, version: 0 });

  await p.ok(operatorPrice.update, { ...change, validFrom: at(20) }, operator);
  await p.ok(operatorPrice.update, { ...change, rate: 23_000_000, version: 1 }, operator);
  expect(await listed()).toMatchObject({ rate: 20_000_000, next: { rate: 23_000_000, validFrom: at(10) }, version: 2 });
  expect(await shown()).toBe(20_000_000);
  p.clock.now = Date.UTC(2027, 0, 30, 10);
  expect(await shown()).toBe(23_000_000);
  const { logs } = await p.ok(operatorLog.list, {}, operator);
  expect(logs).toHaveLength(2);
  expect(logs[0]).toMatchObject({ by: demo.operator });
  p.clock.now += 20 * HOUR;
  expect(await shown()).toBe(23_000_000);
});

test('of two operators at the same time, one is refused', async () => {
  const { p, operator } = await started();
  const answers = await Promise.all([21_000_000, 22_000_000].map((rate) => p.try(operatorPrice.update, { ...change, rate }, operator)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a wrong value is refused at its field', async () => {
  const { p, operator } = await started();
  for (const [field, wrong] of [
    ['rate', { rate: 0 }],
    ['rate', { rate: 1500 }],
    ['validFrom', { validFrom: at(9) }],
    ['validFrom', { validFrom: at(11, 30) }],
  ] as const) {
    const { status, body } = await p.try(operatorPrice.update, { ...change, ...wrong }, operator);
    expect([status, Object.keys(body.fields ?? {})], JSON.stringify(wrong)).toEqual([422, [field]]);
  }
});

test('within five minutes of an hour, a change is valid from the one after it', async () => {
  const { p, operator, listed } = await started();
  p.clock.now = Date.UTC(2027, 0, 30, 9, 57);
  await p.ok(operatorPrice.update, { ...change, rate: 18_000_000, validFrom: null }, operator);
  expect((await listed())?.next?.validFrom).toBe(at(11));
});

test('a higher price needs a time, and less than 30 days’ notice is warned about; a lower one needs neither', async () => {
  const { p, operator, listed } = await started();
  const missing = await p.try(operatorPrice.update, { ...change, validFrom: null }, operator);
  expect([missing.status, missing.body.fields]).toEqual([422, { validFrom: 'Choose from when the higher price is valid.' }]);
  expect((await listed())?.next).toBeNull();
  const warningsOf = async (input: object) =>
    (await p.ok(operatorPrice.update, { ...change, ...input, dryRun: true }, operator)).preview.warnings;
  expect(await warningsOf({})).toEqual(['Customers get only 0 days’ notice of this higher price. Give them 30 days or more.']);
  expect(await warningsOf({ validFrom: new Date(Date.UTC(2027, 2, 1, 9)).toISOString() })).toHaveLength(1);
  expect(await warningsOf({ validFrom: new Date(Date.UTC(2027, 2, 1, 10)).toISOString() })).toEqual([]);
  expect(await warningsOf({ rate: 18_000_000, validFrom: null })).toEqual([]);
});

test('the price of traffic is by the gigabyte, and customers see it in the public list once it is in force', async () => {
  const { p, operator } = await started();
  const traffic = async () => (await p.ok(operatorPrice.list, {}, operator)).prices.find(({ item }) => item === 'traffic');
  const shownRate = async () => (await p.ok(serverCatalog.publicPrice, {})).trafficRate;
  expect(await traffic()).toMatchObject({ per: 'gigabyte', rate: 2_000_000, monthly: null });
  const { preview } = await p.ok(operatorPrice.update, { ...change, item: 'traffic', rate: 2_500_000 }, operator);
  expect(preview.changes.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Per GB', 2_000_000, 2_500_000],
    ['Valid from', null, at(10)],
  ]);
  expect([preview.affected.length, preview.notes.length]).toEqual([1, 2]);
  expect(await shownRate()).toBe(2_000_000);
  p.clock.now = Date.UTC(2027, 0, 30, 10);
  expect(await shownRate()).toBe(2_500_000);
});
