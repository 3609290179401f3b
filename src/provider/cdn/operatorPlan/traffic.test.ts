import { expect, test } from 'vitest';
import { started } from '../../../../tests/support/operator-plan-traffic.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { operatorPlan } from '../../../lib/contract/cdn/operatorPlan.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { facts } from '../../../lib/rules/core/facts.ts';

const before = facts.trafficPrice;
const change = { price: before + 5, month: null, version: 0 } as const;

test('a new price is previewed, valid from the start of a month, and logged; a dry run changes nothing', async () => {
  const { p, operator, shown } = await started();
  const price = async () => (await p.ok(domain.plans, {})).trafficPrice;
  const { preview } = await p.ok(operatorPlan.updateTraffic, { ...change, month: '2027-03', dryRun: true }, operator);
  expect(preview.changes).toEqual([
    { label: 'Per GB', kind: 'rate', before: before * 1e6, after: (before + 5) * 1e6 },
    { label: 'All customers, per month', kind: 'mills', before: 1000 * before, after: 1000 * (before + 5) },
    { label: 'Valid from', kind: 'text', before: null, after: 'March 2027' },
  ]);
  expect(preview.affected).toEqual([{ label: 'Customers whose monthly cost changes', count: 1 }]);
  expect(await shown()).toEqual({
    price: before,
    next: null,
    shared: facts.freeTraffic,
    months: ['2027-02', '2027-03', '2027-04', '2027-05', '2027-06', '2027-07'],
    version: 0,
  });

  await p.ok(operatorPlan.updateTraffic, { ...change, month: '2027-03' }, operator);
  expect(await shown()).toMatchObject({ price: before, next: { month: '2027-03', price: before + 5 }, version: 1 });
  expect(await price()).toBe(before);
  p.clock.now = Date.UTC(2027, 2, 1);
  expect(await price()).toBe(before + 5);
  const { logs } = await p.ok(operatorLog.list, {}, { token: await p.signInOperator() });
  expect(logs).toMatchObject([{ by: demo.operator, changes: [{ field: 'price', before, after: before + 5 }, { field: 'month' }] }]);
});

test('a month that has started or lies too far ahead is refused', async () => {
  const { p, operator, shown } = await started();
  for (const month of ['2027-01', '2026-12', '2027-08', 'soon']) {
    const { status, body } = await p.try(operatorPlan.updateTraffic, { ...change, month }, operator);
    expect([status, body.fields], String(month)).toEqual([422, { month: 'Choose one of the next six months.' }]);
    expect(await shown(), String(month)).toMatchObject({ next: null, version: 0 });
  }
});

test('a wrong price is refused', async () => {
  const { p, operator } = await started();
  for (const price of [0, -1, 1.5, 100_001]) {
    expect(await p.try(operatorPlan.updateTraffic, { ...change, price }, operator), String(price)).toMatchObject({
      status: 422,
      body: { fields: { price: 'Enter a price above zero, with at most three decimal places.' } },
    });
  }
});

test('of two operators at the same time, one is refused; customers get a 404', async () => {
  const { p, operator, owner } = await started();
  const both = await Promise.all([45, 50].map((price) => p.try(operatorPlan.updateTraffic, { ...change, price }, operator)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await p.try(operatorPlan.updateTraffic, { ...change, version: 1 }, { token: owner })).status).toBe(404);
});

test('an account that pays more is notified once, in the panel and by email; others aren’t', async () => {
  const { p, operator, owner, other, told, mails, run } = await started();
  await p.ok(operatorPlan.updateTraffic, change, operator);
  await run();
  // 1,000 GB × 5 mills.
  expect(await told(owner)).toMatchObject([
    {
      title: 'New price for CDN traffic',
      type: 'warning',
      link: '/domains',
      description:
        'From February 2027, CDN traffic beyond your plans and your account’s free traffic costs $0.045 per GB instead of $0.04. Based on your recent traffic, you pay $5.00 more per month.',
    },
  ]);
  const again = { key: 'again', payload: { version: 1, replaced: null } };
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'traffic.announce', again));
  await run();
  expect(await told(owner)).toHaveLength(1);
  expect(await mails()).toEqual([{ recipient: demo.email }]);
  expect(await told(other)).toEqual([]);
});
