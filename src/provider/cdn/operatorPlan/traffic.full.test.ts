import { expect, test } from 'vitest';
import { started } from '../../../../tests/support/operator-plan-traffic.ts';
import { operatorPlan } from '../../../lib/contract/cdn/operatorPlan.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { facts } from '../../../lib/rules/core/facts.ts';

const before = facts.trafficPrice;
const change = { price: before + 5, month: null, version: 0 } as const;

test('a change that was replaced before it was announced isn’t; one that is taken back is', async () => {
  const { p, operator, owner, shown, told, run } = await started();
  await p.ok(operatorPlan.updateTraffic, change, operator);
  const { preview } = await p.ok(operatorPlan.updateTraffic, { price: before - 5, month: '2027-04', version: 1 }, operator);
  expect(preview.changes.at(-1)).toEqual({ label: 'Valid from', kind: 'text', before: 'February 2027', after: 'April 2027' });
  await run();
  expect((await told(owner)).map(({ type, description }) => [type, description])).toEqual([
    [
      'message',
      'From April 2027, CDN traffic beyond your plans and your account’s free traffic costs $0.035 per GB instead of $0.04. Based on your recent traffic, you pay $5.00 less per month.',
    ],
  ]);
  await p.ok(operatorPlan.updateTraffic, { price: before, month: null, version: 2 }, operator);
  await run();
  expect((await told(owner)).at(-1)).toMatchObject({
    title: 'The price of CDN traffic stays the same',
    description:
      'The announced change was withdrawn. CDN traffic beyond your plans and your account’s free traffic still costs $0.04 per GB.',
  });
  expect(await shown()).toMatchObject({ price: before, next: null, version: 3 });
});

test('saving the price in force changes nothing, and an account that is being closed isn’t notified', async () => {
  const { p, operator, shown, mails, run } = await started();
  const { preview } = await p.ok(operatorPlan.updateTraffic, { ...change, price: before }, operator);
  expect(preview.changes).toEqual([]);
  expect(await shown()).toMatchObject({ version: 0 });
  await p.store.write('test', (tx) => tx.updateTable('user').set({ closeStartedAt: 1 }).where('email', '=', demo.email).execute());
  const next = await p.ok(operatorPlan.updateTraffic, change, operator);
  await run();
  expect(next.preview.affected[0]?.count).toBe(0);
  expect(await mails()).toEqual([]);
});
