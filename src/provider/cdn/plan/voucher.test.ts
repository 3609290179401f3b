import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { START, startedPlan } from '../../../../tests/support/plan.ts';
import { storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { demo } from '../../../lib/contract/fields.ts';

describe('a voucher', () => {
  test('reduces the price of the period, and a later refund is based on what was paid', async () => {
    const { later, activate, quote, balance } = await startedPlan();
    expect(await quote({ plan: 'pro', voucher: ' breeze20' })).toMatchObject({ price: 200_000, discount: 40_000, total: 160_000 });
    expect((await activate({ plan: 'pro', voucher: 'BREEZE20' })).body).toMatchObject({ charged: 160_000 });
    await later(15);
    expect((await quote({ plan: 'free' })).credit).toBe(80_000);
    expect(await balance()).toBe(340_000);
  });

  test('that is unknown or doesn’t apply is refused, beside its field', async () => {
    const { p, activate } = await startedPlan();
    const before = await snapshot(p);
    for (const [voucher, code] of [
      ['NOPE', 'plan:error.voucherUnknown'],
      ['constructor', 'plan:error.voucherUnknown'],
      ['DECLINED', 'plan:error.voucherDeclined'],
      ['declined', 'plan:error.voucherDeclined'],
    ] as const) {
      const { status, body } = await activate({ plan: 'pro', voucher });
      expect([status, body.code, Object.keys(body.fields ?? {})], String(voucher)).toEqual([422, code, ['voucher']]);
      // Only the count of attempts is new.
      expect((await snapshot(p)).replace(/"throttle":\[.*?\]/, ''), String(voucher)).toBe(before.replace(/"throttle":\[.*?\]/, ''));
    }
  });

  test('doesn’t apply to a free plan', async () => {
    const { later, activate } = await startedPlan({ code: 'eco' });
    await later(16);
    expect((await activate({ plan: 'free', voucher: 'BREEZE20' })).body.code).toBe('plan:error.voucherFree');
  });

  test('is used once per customer, also when two domains use it at the same moment', async () => {
    const { p, activate, balance, holder } = await startedPlan();
    const input = { name: 'other.example', plan: 'free', acceptTerms: true, termsVersion: '2026-11' } as const;
    const { domain: other } = await p.ok(domain.add, input, holder);
    const answers = await Promise.all([
      activate({ plan: 'eco', voucher: 'BREEZE20' }),
      p.try(plan.activate, { domainId: other.id, plan: 'eco', voucher: 'breeze20' }, holder),
    ]);
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'plan:error.voucherUsed']);
    expect(await balance()).toBe(500_000 - 16_000);
    // Another customer can use it once, too.
    const token = await p.signIn();
    expect((await p.try(plan.activate, { domainId: demo.planDomainId, plan: 'com', voucher: 'BREEZE20' }, { token })).status).toBe(200);
  });

  test('isn’t used up by a failed purchase', async () => {
    const { fund, activate } = await startedPlan({ balance: 1 });
    expect((await activate({ plan: 'eco', voucher: 'BREEZE20' })).status).toBe(402);
    await fund(20_000);
    expect((await activate({ plan: 'eco', voucher: 'BREEZE20' })).status).toBe(200);
  });

  test('that is off, expired or used up is refused by the quote, in the language of the customer', async () => {
    const { p, domainId, holder } = await startedPlan();
    for (const [what, set, code, message] of [
      ['is turned off', { disabledAt: START }, 'plan:error.voucherOff', 'Este cupón ya no es válido. Prueba con otro.'],
      ['has expired', { expiresAt: START }, 'plan:error.voucherExpired', 'Este cupón ha caducado.'],
      ['is used up', { maxUses: 3, used: 3 }, 'plan:error.voucherUsedUp', 'Este cupón ya ha alcanzado su límite de usos. Prueba con otro.'],
    ] as const) {
      await updateStored(p, 'discountCode', { code: 'BREEZE20' }, { disabledAt: null, expiresAt: null, ...set });
      const answer = await p.try(plan.quote, { domainId, plan: 'eco', voucher: 'BREEZE20' }, { ...holder, locale: 'es' });
      expect(answer, what).toMatchObject({ status: 422, body: { code, fields: { voucher: message } } });
    }
  });

  test('with one use left gives one discount to two customers at the same time', async () => {
    const { p, activate, balance } = await startedPlan();
    await updateStored(p, 'discountCode', { code: 'BREEZE20' }, { maxUses: 7, used: 6 });
    const token = await p.signIn();
    const answers = await Promise.all([
      activate({ plan: 'eco', voucher: 'BREEZE20' }),
      p.try(plan.activate, { domainId: demo.planDomainId, plan: 'com', voucher: 'BREEZE20' }, { token }),
    ]);
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'plan:error.voucherUsedUp']);
    // The refused purchase charged nothing.
    expect(await balance()).toBe(answers[0]?.status === 200 ? 500_000 - 16_000 : 500_000);
    expect(await storedOne(p, 'discountCode', { code: 'BREEZE20' })).toMatchObject({ used: 7 });
  });

  test('can’t be guessed by brute force', async () => {
    const { activate } = await startedPlan();
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await activate({ plan: 'eco', voucher: `GUESS${i}` })).status);
    expect(statuses.slice(-2)).toEqual([422, 429]);
  });
});
