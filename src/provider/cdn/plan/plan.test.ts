import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startedPlan } from '../../../../tests/support/plan.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { ns } from '../../../lib/contract/cdn/ns.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';

describe('the plans of a domain', () => {
  test('have monthly and yearly prices, and show the current plan', async () => {
    const { p, domainId, holder } = await startedPlan();
    const { plans, current, unsupported } = await p.ok(plan.list, { domainId }, holder);
    expect(plans.map(({ code, name, price }) => [code, name, price.monthly, price.annual])).toEqual([
      ['free', 'Basic', 0, 0],
      ['eco', 'Economic', 20_000, 200_000],
      ['com', 'Commercial', 80_000, 800_000],
      ['pro', 'Professional', 200_000, 2_000_000],
      ['ent', 'Enterprise', null, null],
    ]);
    expect(current).toEqual({ code: 'free', since: '2026-11-01T00:00:00.000Z', lockedUntil: null, bought: null, unpaid: null });
    expect(unsupported).toEqual([]);
  });

  test('list unsupported features of an .ir domain, in feature order', async () => {
    const { p, domainId, holder } = await startedPlan({ name: 'forushgah.ir' });
    expect((await p.ok(plan.list, { domainId }, holder)).unsupported).toEqual(['customNs', 'dnssec']);
  });

  test('a domain added with a plan has paid for a month, renews and is locked', async () => {
    const { current } = await startedPlan({ code: 'pro' });
    expect(await current()).toMatchObject({
      code: 'pro',
      lockedUntil: '2026-11-16T00:00:00.000Z',
      bought: { period: 'month', startsAt: '2026-11-01T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z', paid: 200_000, price: 200_000 },
    });
  });
});

describe('activation', () => {
  test('charges the period, changes the plan and its gates, and logs one change', async () => {
    const { p, domainId, holder, activate, current, balance, entries } = await startedPlan();
    const { status, body } = await activate({ plan: 'pro' });
    expect([status, body]).toMatchObject([200, { charged: 200_000, balance: 300_000, domain: { plan: 'pro' }, current: { code: 'pro' } }]);
    expect(await current()).toMatchObject({ code: 'pro', bought: { endsAt: '2026-12-01T00:00:00.000Z' } });
    expect(await balance()).toBe(300_000);
    expect(await entries()).toEqual([[-200_000, 'plan:ledger.month']]);
    expect((await p.ok(domain.features, { domainId }, holder)).features).toMatchObject({
      customNs: { allowed: true, used: 0 },
      pageRules: { limit: 75 },
    });
    const log = await stored(p, 'changeLog', { entityType: 'plan' });
    expect(log).toMatchObject([{ before: '{"plan":"free"}', after: '{"plan":"pro","period":"month","charged":200000}' }]);
  });

  test('refunds the rest of the old period to the second, as quoted', async () => {
    const { later, activate, quote, balance, entries } = await startedPlan({ code: 'eco' });
    await later(10);
    // 20 of 30 days are left of 20,000 mills.
    expect(await quote({ plan: 'com', period: 'year' })).toEqual({
      plan: 'com',
      period: 'year',
      at: '2026-11-11T00:00:00.000Z',
      price: 800_000,
      discount: 0,
      credit: 13_333,
      total: 786_667,
      balance: 480_000,
      after: -306_667,
      needed: 306_667,
      startsAt: '2026-11-11T00:00:00.000Z',
      endsAt: '2027-11-11T00:00:00.000Z',
    });
    expect((await activate({ plan: 'com' })).body).toMatchObject({ charged: 66_667 });
    expect(await balance()).toBe(480_000 - 66_667);
    expect(await entries()).toEqual([
      [-20_000, 'domain:ledger.firstMonth'],
      [13_333, 'plan:ledger.credit'],
      [-80_000, 'plan:ledger.month'],
    ]);
  });

  test('to Basic after the lock refunds the rest and ends the renewals', async () => {
    const { p, later, activate, current, balance } = await startedPlan({ code: 'pro' });
    await later(15);
    expect((await activate({ plan: 'free' })).body).toMatchObject({ charged: -100_000 });
    expect(await balance()).toBe(400_000);
    expect(await current()).toMatchObject({ code: 'free', bought: null, since: '2026-11-16T00:00:00.000Z' });
    await later(60);
    await p.provider.services.jobs.runDue();
    expect(await balance()).toBe(400_000);
  });

  test('is refused until a second before the lock ends, with its end; then it succeeds', async () => {
    const { p, domainId, later, activate, holder } = await startedPlan({ code: 'pro' });
    await later(15);
    p.clock.now -= 1000;
    const before = await snapshot(p);
    for (const call of [plan.quote, plan.activate])
      expect(await p.try(call, { domainId, plan: 'eco' }, holder)).toMatchObject({
        status: 409,
        body: { code: 'plan:error.locked', lockedUntil: '2026-11-16T00:00:00.000Z' },
      });
    expect(await snapshot(p)).toBe(before);
    p.clock.now += 1000;
    expect((await activate({ plan: 'eco' })).status).toBe(200);
    // This was a purchase too.
    expect((await activate({ plan: 'free' })).body).toMatchObject({ code: 'plan:error.locked', lockedUntil: '2026-12-01T00:00:00.000Z' });
  });

  test('with too small a balance changes nothing and returns the missing amount', async () => {
    const { p, activate } = await startedPlan({ balance: 19_999 });
    const before = await snapshot(p);
    expect(await activate({ plan: 'eco' })).toMatchObject({ status: 402, body: { code: 'plan:error.balance', needed: 1 } });
    expect(await activate({ plan: 'pro', period: 'year' })).toMatchObject({ status: 402, body: { needed: 1_980_001 } });
    expect(await snapshot(p)).toBe(before);
  });

  test('of the plan that it has, or to or from one by contract, is refused', async () => {
    const { p, activate } = await startedPlan({ code: 'eco' });
    const before = await snapshot(p);
    expect(await activate({ plan: 'eco' })).toMatchObject({ status: 409, body: { code: 'plan:error.same' } });
    expect(await activate({ plan: 'ent' })).toMatchObject({ status: 409, body: { code: 'plan:error.byContact' } });
    // The demo domain has a contract.
    const answer = await p.try(plan.activate, { domainId: demo.domainId, plan: 'pro' }, { token: await p.signIn() });
    expect(answer).toMatchObject({ status: 409, body: { code: 'plan:error.byContract' } });
    expect(await snapshot(p)).toBe(before);
  });

  test('of a domain that was never active: removing it refunds everything paid', async () => {
    const { p, domainId, activate, balance, holder } = await startedPlan({ code: 'eco' });
    await activate({ plan: 'pro' });
    await p.ok(domain.delete, { domainId, confirm: 'shop.example' }, holder);
    expect(await balance()).toBe(500_000);
    p.clock.now += 40 * DAY;
    // Its renewal job does nothing.
    await p.provider.services.jobs.runDue();
    expect(await stored(p, 'domainPlan', { domainId })).toEqual([]);
  });

  test('ignores a price, credit or balance sent by the client', async () => {
    const { p, domainId, holder } = await startedPlan();
    const body = { domainId, plan: 'pro', price: 1, discount: 199_999, credit: 199_999, balance: 0, total: 1, paid: 0 };
    const { status } = await p.request('POST', '/domain/plan/activate', { token: holder.token, body });
    expect(status).toBe(200);
    expect((await p.ok(wallet.balance, {}, holder)).balance).toBe(300_000);
  });
});

describe('the quote that was shown is charged', () => {
  test('for up to 15 minutes, although more of the old period has been used by then', async () => {
    const { p, activate, quote } = await startedPlan({ code: 'pro' });
    const { at, total } = await quote({ plan: 'pro', period: 'year' });
    p.clock.now += 14 * 60_000;
    expect((await quote({ plan: 'pro', period: 'year' })).total).not.toBe(total);
    expect((await activate({ plan: 'pro', period: 'year', shown: { at, total } })).status).toBe(402); // 1,800,000 of 300,000
  });

  test('a quote that is too old, made up or outdated by a change is refused with the new total', async () => {
    const { p, activate, quote, balance } = await startedPlan({ code: 'eco' });
    const { at, total } = await quote({ plan: 'com' });
    expect(await activate({ plan: 'com', shown: { at, total: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'plan:error.changed', quote: { total } },
    });
    p.clock.now += 16 * 60_000;
    expect((await activate({ plan: 'com', shown: { at, total } })).body.code).toBe('plan:error.changed');
    const future = new Date(p.clock.now + 1000).toISOString();
    expect((await activate({ plan: 'com', shown: { at: future, total } })).body.code).toBe('plan:error.changed');
    expect(await balance()).toBe(480_000);
    const fresh = await quote({ plan: 'com' });
    p.clock.now += 60_000;
    expect((await activate({ plan: 'com', shown: { at: fresh.at, total: fresh.total } })).body).toMatchObject({ charged: fresh.total });
  });

  test('of two tabs, the second gets the changed total', async () => {
    const { p, activate, quote } = await startedPlan({ code: 'eco' });
    const [com, pro] = [await quote({ plan: 'com' }), await quote({ plan: 'pro' })];
    p.clock.now += 1000;
    expect((await activate({ plan: 'com', shown: { at: com.at, total: com.total } })).status).toBe(200);
    expect((await activate({ plan: 'pro', shown: { at: pro.at, total: pro.total } })).body.code).toBe('plan:error.changed');
  });
});

describe('at the same moment', () => {
  test('20 activations charge once', async () => {
    const { activate, balance, entries } = await startedPlan();
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate({ plan: 'pro' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'plan:error.same')).toHaveLength(19);
    expect(await balance()).toBe(300_000);
    expect(await entries()).toHaveLength(1);
  });

  test('20 with one key have one effect and one response; the key with another plan is refused', async () => {
    const { activate, balance } = await startedPlan();
    const key = { 'idempotency-key': 'one-purchase' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate({ plan: 'eco' }, key)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await balance()).toBe(480_000);
    expect((await activate({ plan: 'pro' }, key)).body.code).toBe('error:idempotency');
  });

  test('a balance for one of two domains pays for one', async () => {
    const { p, activate, balance, holder } = await startedPlan({ balance: 200_000 });
    const input = { name: 'other.example', plan: 'free', acceptTerms: true, termsVersion: '2026-11' } as const;
    const { id } = (await p.ok(domain.add, input, holder)).domain;
    const answers = await Promise.all([activate({ plan: 'pro' }), p.try(plan.activate, { domainId: id, plan: 'pro' }, holder)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
    expect(await balance()).toBe(0);
  });
});

test('a failure in the middle of an activation rolls everything back', async () => {
  const { p, activate } = await startedPlan({ code: 'eco' });
  if (p.store.kind !== 'sqlite') return; // PostgreSQL writes triggers differently
  await p.store.write('test', (tx) =>
    sql`create trigger broken before insert on "changeLog" when new."group" = 'plan' begin select raise(abort, 'no more'); end`.execute(tx),
  );
  const before = await snapshot(p);
  expect((await activate({ plan: 'com' }, { 'idempotency-key': 'again' })).status).toBe(500);
  expect(await snapshot(p)).toBe(before);
  await p.store.write('test', (tx) => sql`drop trigger broken`.execute(tx));
  // The same key then succeeds: nothing was stored of the failed attempt.
  expect((await activate({ plan: 'com' }, { 'idempotency-key': 'again' })).status).toBe(200);
});

describe('usage', () => {
  test('reports that nothing is measured without an edge, and what the plan includes', async () => {
    const { p, domainId, holder } = await startedPlan({ code: 'eco' });
    const unknown = { used: null, sharedUsed: null, overage: null, cost: null, forecast: null };
    expect((await p.ok(plan.usage, { domainId }, holder)).usage).toEqual({
      month: '2026-11',
      measured: false,
      countedUntil: null,
      traffic: { ...unknown, included: 500, shared: 200, price: 40, next: null },
      requests: { used: null, included: 15e6 },
    });
    expect((await p.try(plan.usage, { domainId, month: '2026-13' }, holder)).status).toBe(422);
  });

  test('counts custom name servers, for the downgrade warning', async () => {
    const { p } = await startedPlan();
    const token = await p.signIn();
    await p.ok(ns.update, ns.update.example, { token });
    const { features } = await p.ok(domain.features, { domainId: demo.domainId }, { token });
    expect(features.customNs).toEqual({ allowed: true, used: 2 });
  });
});
