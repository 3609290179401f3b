import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { operatorPlan } from '../../../lib/contract/cdn/operatorPlan.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { facts } from '../../../lib/rules/core/facts.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';
import { cdnJobs } from '../jobs.ts';

const before = facts.trafficPrice;
const change = { price: before + 5, month: '2027-02', version: 0 } as const;

/** In January 2027. The wallet of the demo customer paid for 1,000 GB in December and 200 GB in this month; that of `other` for nothing. */
async function started() {
  const p = await startProvider();
  p.clock.now = Date.UTC(2027, 0, 30, 9, 25);
  const operator = { token: await p.signInOperator() };
  const owner = await p.signIn();
  const other = await p.signIn(demo.second);
  const { id: domainId, accountId, name } = await storedOne(p, 'domain', { id: demo.domainId });
  const month = { domainId, accountId, name, requests: 0, bytes: 0, included: 0, free: 0, booked: 0 };
  await p.store.write('test', async (tx) => {
    await tx.deleteFrom('domainTraffic').execute();
    await tx
      .insertInto('domainTraffic')
      .values([
        { ...month, month: '2026-12', charged: 1000 * GB },
        { ...month, month: '2027-01', charged: 200 * GB },
      ])
      .execute();
  });
  const shown = async () => (await p.ok(operatorPlan.list, {}, operator)).traffic;
  const listNotices = async (token: string) =>
    (await p.ok(notification.list, { limit: 200 }, { token })).notifications.filter(({ event }) => event === 'price').reverse();
  const mails = () => stored(p, 'outbox', { event: 'price' });
  const run = () => p.provider.services.jobs.runDue();
  return { p, operator, owner, other, shown, listNotices, mails, run };
}

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

test('a month that has started or lies too far ahead, and a wrong price, are refused', async () => {
  const { p, operator, shown } = await started();
  const attempt = async (input: object) => (await p.try(operatorPlan.updateTraffic, { ...change, ...input }, operator)).body.fields;
  for (const month of ['2027-01', '2026-12', '2027-08', 'soon'])
    expect(await attempt({ month }), month).toEqual({ month: 'Choose one of the next six months.' });
  for (const price of [0, -1, 1.5, 100_001])
    expect(await attempt({ price }), String(price)).toEqual({ price: 'Enter a price above zero, with at most three decimal places.' });
  expect(await shown()).toMatchObject({ next: null, version: 0 });
});

test('a higher price needs a month, and less than 30 days’ notice is warned about', async () => {
  const { p, operator } = await started();
  const missing = await p.try(operatorPlan.updateTraffic, { ...change, month: null }, operator);
  expect([missing.status, missing.body.fields]).toEqual([422, { month: 'Choose the month from which the higher price is valid.' }]);
  const warningsOf = async (input: object) =>
    (await p.ok(operatorPlan.updateTraffic, { ...change, ...input, dryRun: true }, operator)).preview.warnings;
  expect(await warningsOf({})).toEqual(['Customers get only 1 day’s notice of this higher price. Give them 30 days or more.']);
  expect(await warningsOf({ month: '2027-04' })).toEqual([]);
  expect(await warningsOf({ price: before - 5, month: null })).toEqual([]);
});

test('of two operators at the same time, one is refused', async () => {
  const { p, operator } = await started();
  const both = await Promise.all([45, 50].map((price) => p.try(operatorPlan.updateTraffic, { ...change, price }, operator)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('an account that pays more is notified once, in the panel and by email; others aren’t', async () => {
  const { p, operator, owner, other, listNotices, mails, run } = await started();
  await p.ok(operatorPlan.updateTraffic, change, operator);
  await run();
  // 1,000 GB × 5 mills.
  expect(await listNotices(owner)).toMatchObject([
    {
      title: 'New price for CDN traffic',
      type: 'warning',
      link: '/domains',
      description:
        'From February 2027, CDN traffic beyond your plans and your account’s free traffic costs $0.045 per GB instead of $0.04. Based on your recent traffic, you’ll pay $5.00 more per month.',
    },
  ]);
  await p.store.write('test', (tx) =>
    p.provider.services.jobs.enqueue(tx, cdnJobs.announceTraffic, { version: 1, replaced: null }, { key: 'again' }),
  );
  await run();
  expect(await listNotices(owner)).toHaveLength(1);
  expect(await mails()).toMatchObject([{ recipient: demo.email }]);
  expect(await listNotices(other)).toEqual([]);
});

test('a change that was replaced before it was announced isn’t; one that is taken back is', async () => {
  const { p, operator, owner, shown, listNotices, run } = await started();
  await p.ok(operatorPlan.updateTraffic, change, operator);
  const { preview } = await p.ok(operatorPlan.updateTraffic, { price: before - 5, month: '2027-04', version: 1 }, operator);
  expect(preview.changes.at(-1)).toEqual({ label: 'Valid from', kind: 'text', before: 'February 2027', after: 'April 2027' });
  await run();
  expect((await listNotices(owner)).map(({ type, description }) => [type, description])).toEqual([
    [
      'message',
      'From April 2027, CDN traffic beyond your plans and your account’s free traffic costs $0.035 per GB instead of $0.04. Based on your recent traffic, you’ll pay $5.00 less per month.',
    ],
  ]);
  await p.ok(operatorPlan.updateTraffic, { price: before, month: null, version: 2 }, operator);
  await run();
  expect((await listNotices(owner)).at(-1)).toMatchObject({
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
  await updateStored(p, 'user', { email: demo.email }, { closeStartedAt: 1 });
  const next = await p.ok(operatorPlan.updateTraffic, change, operator);
  await run();
  expect(next.preview.affected[0]?.count).toBe(0);
  expect(await mails()).toEqual([]);
});
