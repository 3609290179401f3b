import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { operatorSupport } from '../../../lib/contract/support/operatorSupport.ts';
import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { DAY } from '../../../lib/time.ts';

/** A lower price, which applies at once. */
const change = { plan: 'priority', month: 25_000, year: 250_000, version: 0 } as const;
const rise = { plan: 'priority', month: 40_000, year: 400_000, version: 0 } as const;
const hours = { standard: 75_000, expert: 150_000, version: 0 } as const;

async function started() {
  const p = await startProvider();
  const [as, operator] = [{ token: await p.signIn() }, { token: await p.signInOperator() }];
  const shown = async () => (await p.ok(supportPlan.publicList, {})).plans.find(({ id }) => id === 'priority')?.price;
  const listed = async () => (await p.ok(operatorSupport.list, {}, operator)).plans[0];
  const balance = async () => (await p.ok(wallet.balance, {}, as)).balance;
  const runJobs = async () => {
    await p.provider.services.jobs.runDue();
    await p.provider.services.jobs.runDue();
  };
  const notices = async () => (await p.ok(notification.list, { limit: 200 }, as)).notifications.filter(({ event }) => event === 'price');
  return { p, as, operator, shown, listed, balance, runJobs, notices };
}

test('a new price is previewed, then shown to everybody and charged; it is logged with both values', async () => {
  const { p, as, operator, shown, listed, balance } = await started();
  const { preview } = await p.ok(operatorSupport.updatePlan, { ...change, dryRun: true }, operator);
  expect(preview.changes).toEqual([
    { label: 'Per month', kind: 'mills', before: 29_000, after: 25_000 },
    { label: 'Per year', kind: 'mills', before: 290_000, after: 250_000 },
  ]);
  expect(await shown()).toEqual({ month: 29_000, year: 290_000 });

  await p.ok(operatorSupport.updatePlan, change, operator);
  expect(await shown()).toEqual({ month: 25_000, year: 250_000 });
  const before = await balance();
  const stale = await p.try(supportPlan.activate, { plan: 'priority', period: 'month', shown: 29_000 }, as);
  expect([stale.status, stale.body.code, stale.body.price]).toEqual([409, 'supportPlan:error.changed', 25_000]);
  expect(await balance()).toBe(before);
  await p.ok(supportPlan.activate, { plan: 'priority', period: 'month', shown: 25_000 }, as);
  expect(await balance()).toBe(before - 25_000);
  expect(await listed()).toMatchObject({ month: 25_000, customers: 1, next: null, version: 1 });
  const { logs } = await p.ok(operatorLog.list, {}, operator);
  expect(logs[0]).toMatchObject({
    by: demo.operator,
    entity: { type: 'catalogueSupport', id: 'priority', name: 'Priority' },
    changes: [
      { field: 'month', before: 29_000, after: 25_000 },
      { field: 'year', before: 290_000, after: 250_000 },
    ],
  });
});

test.each(['as it was paid', 'from before prices could be changed'])(
  'the rest of a plan, %s, doesn’t count at the price of today',
  async (paid) => {
    const { p, as, operator } = await started();
    await p.ok(supportPlan.activate, { plan: 'priority', period: 'month' }, as);
    await p.ok(operatorSupport.updatePlan, { ...change, month: 2_900, year: 29_000 }, operator);
    if (paid !== 'as it was paid') await updateStored(p, 'supportPlan', { plan: 'priority' }, { yearPrice: null });
    const { current: before } = await p.ok(supportPlan.list, {}, as);
    const { current: after } = await p.ok(supportPlan.activate, { plan: 'business', period: 'month' }, as);
    const rest = Date.parse(before.endsAt ?? '') - p.clock.now;
    const month = new Date(p.clock.now);
    month.setUTCMonth(month.getUTCMonth() + 1);
    expect(Date.parse(after.endsAt ?? '')).toBe(month.getTime() + Math.floor((rest * 290_000) / 990_000));
  },
);

test('a higher price needs its time and is announced at once; until then the former one applies', async () => {
  const { p, as, operator, shown, listed, runJobs, notices } = await started();
  await p.ok(supportPlan.activate, { plan: 'priority', period: 'month' }, as);
  const missing = await p.try(operatorSupport.updatePlan, rise, operator);
  expect([missing.status, missing.body.fields]).toEqual([422, { validFrom: 'Choose from when the higher price is valid.' }]);
  const past = await p.try(operatorSupport.updatePlan, { ...rise, validFrom: new Date(p.clock.now).toISOString() }, operator);
  expect([past.status, past.body.fields]).toEqual([422, { validFrom: 'Choose a time in the future.' }]);
  const validFrom = new Date(p.clock.now + 10 * DAY).toISOString();
  const { preview } = await p.ok(operatorSupport.updatePlan, { ...rise, validFrom, dryRun: true }, operator);
  expect(preview.warnings).toEqual(['Customers get only 10 days’ notice of this higher price. Give them 30 days or more.']);
  expect(preview.affected).toEqual([{ label: 'Customers with this plan', count: 1 }]);

  await p.ok(operatorSupport.updatePlan, { ...rise, validFrom }, operator);
  expect(await listed()).toMatchObject({ month: 29_000, next: { month: 40_000, year: 400_000, validFrom }, version: 1 });
  expect(await shown()).toEqual({ month: 29_000, year: 290_000 });
  await runJobs();
  expect(await notices()).toMatchObject([{ title: 'New price of the support plan Priority', type: 'warning' }]);
  expect((await notices())[0]?.description).toContain('costs $40.00 per month instead of $29.00');

  // Withdrawn: those who were told of it learn that it doesn't come.
  await p.ok(operatorSupport.updatePlan, { ...rise, month: 29_000, year: 290_000, version: 1 }, operator);
  await runJobs();
  expect((await notices()).map(({ title }) => title)).toContain('The announced prices of the support plan Priority don’t apply');
  expect((await listed())?.next).toBeNull();

  await p.ok(operatorSupport.updatePlan, { ...rise, validFrom, version: 2 }, operator);
  p.clock.now = Date.parse(validFrom);
  expect(await shown()).toEqual({ month: 40_000, year: 400_000 });
});

test('consulting is estimated and invoiced at the price in force, and issued proforma invoices keep theirs', async () => {
  const { p, as, operator } = await started();
  const items = [{ service: 'expertConsulting' as const, hours: 2 }];
  const { invoice: issued } = await p.ok(invoice.createProforma, { items }, as);
  await p.ok(operatorSupport.updateConsulting, hours, operator);
  expect((await p.ok(supportPlan.list, {}, as)).consulting).toEqual({ standard: 75_000, expert: 150_000 });
  expect((await p.ok(invoice.services, {}, as)).services.map(({ price }) => price)).toEqual([75_000, 150_000]);
  const { invoice: later } = await p.ok(invoice.createProforma, { items }, as);
  expect([issued.total, later.total]).toEqual([320_000, 300_000]);
  expect((await p.ok(invoice.get, { invoiceId: issued.id }, as)).invoice.total).toBe(320_000);
  const request = { level: 'standard', hours: 2, subject: 'Caching', message: 'Please review.' } as const;
  const { ticket: opened } = await p.ok(supportPlan.consulting, request, as);
  expect((await p.ok(ticket.messages, { ticketId: opened.id }, as)).messages[0]?.html).toContain('$150.00');
});

test('wrong prices are refused at their field, and of two operators at the same time one is refused', async () => {
  const { p, operator } = await started();
  const fieldsOf = async (input: object) =>
    Object.keys((await p.try(operatorSupport.updatePlan, { ...change, ...input }, operator)).body.fields ?? {});
  expect(await fieldsOf({ month: 999, year: 9_990 })).toEqual(['month']);
  expect(await fieldsOf({ month: 25_001 })).toEqual(['month']);
  expect(await fieldsOf({ year: 300_010 })).toEqual(['year']);
  expect(await fieldsOf({ plan: 'included' })).toEqual(['plan']);
  const statuses = async (answers: ReturnType<typeof p.try>[]) => (await Promise.all(answers)).map(({ status }) => status).sort();
  expect(
    await statuses([24_000, 23_000].map((month) => p.try(operatorSupport.updatePlan, { ...change, month, year: 240_000 }, operator))),
  ).toEqual([200, 409]);
  expect(await statuses([1, 2].map(() => p.try(operatorSupport.updateConsulting, hours, operator)))).toEqual([200, 409]);
});

test('customers don’t learn that the calls exist', async () => {
  const { p, as } = await started();
  for (const [call, input] of [
    [operatorSupport.list, {}],
    [operatorSupport.updatePlan, change],
    [operatorSupport.updateConsulting, hours],
  ] as const)
    expect((await p.try(call, input, as)).status).toBe(404);
});
