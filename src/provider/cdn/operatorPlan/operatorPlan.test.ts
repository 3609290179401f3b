import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { operatorPlan } from '../../../lib/contract/cdn/operatorPlan.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { DAY } from '../../../lib/time.ts';

async function started() {
  const p = await startProvider();
  const [as, operator] = [{ token: await p.signIn() }, { token: await p.signInOperator() }];
  const listed = async (code: string) => (await p.ok(operatorPlan.list, {}, operator)).plans.find((one) => one.code === code);
  const shown = async (code: string) => (await p.ok(domain.plans, {})).plans.find((one) => one.code === code)?.price;
  return { p, as, operator, listed, shown };
}
const wanted = { domainId: demo.planDomainId, plan: 'com', period: 'month' } as const;
/** A lower price, which applies at once. */
const change = { plan: 'com', monthly: 75_000, annual: 700_000, version: 0 } as const;
const rise = { plan: 'com', monthly: 95_000, annual: 900_000, version: 0 } as const;

test('a new price is previewed, then shown to everybody and charged; it is logged with both values', async () => {
  const { p, as, operator, shown } = await started();
  const { preview } = await p.ok(operatorPlan.update, { ...change, dryRun: true }, operator);
  expect(preview.changes).toEqual([
    { label: 'Per month', kind: 'mills', before: 80_000, after: 75_000 },
    { label: 'Per year', kind: 'mills', before: 800_000, after: 700_000 },
  ]);
  expect(preview.notes).toHaveLength(4);
  expect(await shown('com')).toEqual({ monthly: 80_000, annual: 800_000 });

  await p.ok(operatorPlan.update, change, operator);
  expect(await shown('com')).toEqual({ monthly: 75_000, annual: 700_000 });
  const { plans } = await p.ok(plan.list, { domainId: demo.planDomainId }, as);
  expect(plans.find(({ code }) => code === 'com')?.price.monthly).toBe(75_000);
  const { quote } = await p.ok(plan.quote, wanted, as);
  expect(quote.price).toBe(75_000);
  const { charged } = await p.ok(plan.activate, { ...wanted, shown: { at: quote.at, total: quote.total } }, as);
  expect(charged).toBe(quote.total);
  const { logs } = await p.ok(operatorLog.list, {}, operator);
  expect(logs).toMatchObject([
    {
      by: demo.operator,
      changes: [
        { field: 'monthly', before: 80_000, after: 75_000 },
        { field: 'annual', before: 800_000, after: 700_000 },
      ],
    },
  ]);
});

test('an order that shows the former price is refused and charges nothing', async () => {
  const { p, as, operator } = await started();
  const { quote } = await p.ok(plan.quote, wanted, as);
  await p.ok(operatorPlan.update, change, operator);
  const { balance } = await p.ok(wallet.balance, {}, as);
  const old = await p.try(plan.activate, { ...wanted, shown: { at: quote.at, total: quote.total } }, as);
  expect([old.status, old.body.code]).toEqual([409, 'plan:error.changed']);
  const added = { name: 'price-shop.example', plan: 'com', acceptTerms: true, termsVersion: '2026-11' } as const;
  const stale = await p.try(domain.add, { ...added, shown: 80_000 }, as);
  expect([stale.status, stale.body.code]).toEqual([409, 'domain:error.changed']);
  expect((await p.ok(wallet.balance, {}, as)).balance).toBe(balance);
});

test('a paid period keeps its price, the next charge has the new one, and an announced charge is announced again', async () => {
  const { p, as, operator, listed } = await started();
  await p.ok(plan.activate, wanted, as);
  await updateStored(p, 'domainPlan', { domainId: demo.planDomainId }, { noticedAt: 1 });
  const before = (await p.ok(plan.list, { domainId: demo.planDomainId }, as)).current.bought;
  const { preview } = await p.ok(operatorPlan.update, { ...change, dryRun: true }, operator);
  expect(preview.affected.at(-1)?.count).toBe(1);
  await p.ok(operatorPlan.update, change, operator);
  const after = (await p.ok(plan.list, { domainId: demo.planDomainId }, as)).current.bought;
  expect(after).toEqual({ ...before, price: 75_000 });
  const term = p.store.reader.selectFrom('domainPlan').select('noticedAt').where('domainId', '=', demo.planDomainId);
  expect(await term.executeTakeFirst()).toEqual({ noticedAt: null });
  expect(await listed('com')).toMatchObject({ version: 1, monthly: 75_000, editable: true });
});

test('a higher price needs its time, warns of a short notice, and is announced at once; until then the former one applies', async () => {
  const { p, as, operator, listed, shown } = await started();
  await p.ok(plan.activate, wanted, as);
  const missing = await p.try(operatorPlan.update, rise, operator);
  expect([missing.status, missing.body.fields]).toEqual([422, { validFrom: 'Choose from when the higher price is valid.' }]);
  const past = await p.try(operatorPlan.update, { ...rise, validFrom: new Date(p.clock.now).toISOString() }, operator);
  expect([past.status, past.body.fields]).toEqual([422, { validFrom: 'Choose a time in the future.' }]);
  const from = (days: number) => new Date(p.clock.now + days * DAY).toISOString();
  const warnings = async (days: number) =>
    (await p.ok(operatorPlan.update, { ...rise, validFrom: from(days), dryRun: true }, operator)).preview.warnings;
  expect(await warnings(29)).toEqual(['Customers get only 29 days’ notice of this higher price. Give them 30 days or more.']);
  expect(await warnings(30)).toEqual([]);

  const validFrom = from(40);
  await p.ok(operatorPlan.update, { ...rise, validFrom }, operator);
  expect(await listed('com')).toMatchObject({ monthly: 80_000, next: { monthly: 95_000, annual: 900_000, validFrom }, version: 1 });
  expect(await shown('com')).toEqual({ monthly: 80_000, annual: 800_000 });
  await p.provider.services.jobs.runDue();
  await p.provider.services.jobs.runDue();
  const notices = async () => (await p.ok(notification.list, { limit: 200 }, as)).notifications.filter(({ event }) => event === 'price');
  expect(await notices()).toMatchObject([{ title: 'New price of the Commercial plan', type: 'warning' }]);
  expect((await notices())[0]?.description).toContain('costs $95.00 per month instead of $80.00');
  // The renewal in a month is before it, so it costs what it cost.
  expect((await p.ok(plan.list, { domainId: demo.planDomainId }, as)).current.bought?.price).toBe(80_000);
  p.clock.now = Date.parse(validFrom);
  expect(await shown('com')).toEqual({ monthly: 95_000, annual: 900_000 });
  const later = { token: await p.signInOperator() };
  expect((await p.ok(operatorPlan.list, {}, later)).plans.find(({ code }) => code === 'com')).toMatchObject({
    monthly: 95_000,
    next: null,
  });
});

test('prices that aren’t in force yet are withdrawn by saving the current ones, and customers who were notified of them are notified again', async () => {
  const { p, as, operator, listed } = await started();
  await p.ok(plan.activate, wanted, as);
  const validFrom = new Date(p.clock.now + 40 * DAY).toISOString();
  await p.ok(operatorPlan.update, { ...rise, validFrom }, operator);
  await p.provider.services.jobs.runDue();
  const { preview } = await p.ok(operatorPlan.update, { plan: 'com', monthly: 80_000, annual: 800_000, version: 1 }, operator);
  expect(preview.changes).toEqual([{ label: 'Valid from', kind: 'time', before: validFrom, after: null }]);
  expect(await listed('com')).toMatchObject({ monthly: 80_000, next: null, version: 2 });
  await p.provider.services.jobs.runDue();
  const { notifications } = await p.ok(notification.list, { limit: 200 }, as);
  expect(notifications.filter(({ event }) => event === 'price').map(({ description }) => description)).toEqual([
    'The announced change was withdrawn. Commercial costs $80.00 per month and $800.00 per year.',
    expect.stringContaining('costs $95.00 per month instead of $80.00'),
  ]);
});

test('a hidden plan isn’t offered, and who has it keeps it; the preview says so, and it can be offered again', async () => {
  const { p, as, operator, listed, shown } = await started();
  const hide = { plan: 'eco', monthly: 20_000, annual: 200_000, hidden: true, version: 0 } as const;
  expect(await listed('eco')).toMatchObject({ monthly: hide.monthly, annual: hide.annual, hidden: false });
  const { preview } = await p.ok(operatorPlan.update, { ...hide, dryRun: true }, operator);
  expect(preview.changes).toEqual([{ label: 'Status', kind: 'text', before: 'Offered', after: 'Hidden' }]);
  expect(preview.notes).toHaveLength(2);
  expect(await shown('eco')).toBeDefined();

  await p.ok(operatorPlan.update, hide, operator);
  expect(await shown('eco')).toBeUndefined();
  expect(await listed('eco')).toMatchObject({ hidden: true, version: 1 });
  const [log] = (await p.ok(operatorLog.list, {}, operator)).logs;
  expect(log).toMatchObject({ changes: [{ field: 'hidden' }] });
  // The demo domain has it: it may still choose a period of it.
  const has = { domainId: demo.planDomainId, plan: 'eco' } as const;
  expect((await p.ok(plan.list, { domainId: has.domainId }, as)).plans.map(({ code }) => code)).toContain('eco');
  expect((await p.ok(plan.quote, { ...has, period: 'year' }, as)).quote.price).toBe(200_000);
  // Another domain can't change to it, and none can be added with it.
  const other = { token: await p.signIn(demo.second) };
  const input = { name: 'new.example', acceptTerms: true, termsVersion: '2026-11' } as const;
  expect(await p.try(domain.add, { ...input, plan: 'eco' }, other)).toMatchObject({
    status: 409,
    body: { code: 'domain:error.planNotOffered', message: 'This plan is no longer offered. Choose another plan.' },
  });
  const { domain: added } = await p.ok(domain.add, { ...input, plan: 'free' }, other);
  expect((await p.ok(plan.list, { domainId: added.id }, other)).plans.map(({ code }) => code)).toEqual(['free', 'com', 'pro', 'ent']);
  expect(await p.try(plan.quote, { domainId: added.id, plan: 'eco', period: 'month' }, other)).toMatchObject({
    status: 409,
    body: { code: 'plan:error.notOffered' },
  });
  expect((await p.try(plan.activate, { domainId: added.id, plan: 'eco', period: 'month' }, other)).body.code).toBe('plan:error.notOffered');

  await p.ok(operatorPlan.update, { ...hide, hidden: false, version: 1 }, operator);
  expect(await shown('eco')).toBeDefined();
});

test('a hint names the cheapest plan that is offered, never a hidden one', async () => {
  const { p, as, operator } = await started();
  const input = { name: 'hint-shop.example', plan: 'free', acceptTerms: true, termsVersion: '2026-11' } as const;
  const domainId = (await p.ok(domain.add, input, as)).domain.id;
  const needed = async () => {
    const { features } = await p.ok(domain.features, { domainId }, as);
    const { gate } = await p.ok(https.get, { domainId }, as);
    return [features.customNs.requiredPlan, features.websockets.requiredPlan, gate.websockets.requiredPlan];
  };
  const rule = { title: 'Rule', path: '/*', mode: 'apply', settings: { ignoreCacheControl: true }, deploy: false } as const;
  for (let n = 0; n < 5; n++) await p.ok(pageRule.create, { domainId, ...rule, path: `/${n}/*` }, as);
  const refused = async () => [
    (await p.try(https.update, { domainId, websockets: true }, as)).body,
    (await p.try(pageRule.create, { domainId, ...rule }, as)).body,
  ];
  expect(await needed()).toEqual(['pro', 'eco', 'eco']);
  expect(await refused()).toMatchObject([{ requiredPlan: 'eco' }, { requiredPlan: 'eco' }]);
  for (const plan of ['eco', 'pro'] as const)
    await p.ok(operatorPlan.update, { plan, monthly: 20_000, annual: 200_000, hidden: true, version: 0 }, operator);
  expect(await needed()).toEqual(['ent', 'com', 'com']);
  expect(await refused()).toMatchObject([
    { requiredPlan: 'com', message: expect.stringContaining('Commercial') },
    { requiredPlan: 'com', message: expect.stringContaining('Commercial') },
  ]);
});

test('Basic and the plan by contract can’t be hidden', async () => {
  const { p, operator } = await started();
  for (const code of ['free', 'ent'] as const) {
    expect((await p.try(operatorPlan.update, { ...change, plan: code as 'eco', hidden: true }, operator)).status, String(code)).toBe(422);
  }
});

test('of two operators at the same time, one is refused', async () => {
  const { p, operator, listed } = await started();
  const answers = await Promise.all([71_000, 72_000].map((monthly) => p.try(operatorPlan.update, { ...change, monthly }, operator)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await listed('com')).toMatchObject({ version: 1 });
});

test('a wrong price is refused at its field', async () => {
  const { p, operator } = await started();
  for (const [wrong, field, message] of [
    [{ monthly: 990, annual: 1_000 }, 'monthly', 'Enter a price of at least $1, in whole cents.'],
    [{ monthly: 95_005 }, 'monthly', 'Enter a price of at least $1, in whole cents.'],
    [{ annual: 95_000 * 12 + 10 }, 'annual', 'A year can’t cost more than twelve months.'],
  ] as const) {
    const { status, body } = await p.try(operatorPlan.update, { ...change, ...wrong }, operator);
    expect([status, body.fields], JSON.stringify(wrong)).toEqual([422, { [field]: message }]);
    expect((await p.try(operatorPlan.update, { ...change, plan: 'free' } as never, operator)).status, JSON.stringify(wrong)).toBe(422);
  }
});
