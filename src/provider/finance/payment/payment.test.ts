import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { STRIPE_WEBHOOK_SECRET, stripeBank, stripeSignature } from '../../../../tests/support/gateways.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { HOUR, MINUTE } from '../../../lib/time.ts';
import type { PaymentGateway } from '../../drivers/payment/payment.ts';
import { proveLedger } from '../ledgerCheck.ts';

/** The second customer with an empty wallet. */
async function started(...gateways: PaymentGateway[]) {
  const p = await startProvider({ ...(gateways.length > 0 && { gateways }) });
  const holder = { token: await p.signIn(demo.second) };
  const create = (input: object = {}, headers: Record<string, string> = {}) =>
    p.try(payment.create, { amount: 20_000, gateway: 'sandbox', ...input }, { ...holder, headers });
  const made = async (input: object = {}) => {
    const { status, body } = await create(input);
    expect([status, body.message]).toEqual([200, undefined]);
    return (body as unknown as Output<typeof payment.create>).payment; // validated by the output schema
  };
  return {
    p,
    create,
    made,
    holder,
    choose: (paymentId: string, outcome: 'pay' | 'fail' | 'cancel' | 'delay') =>
      p.ok(payment.sandboxChoose, { paymentId, outcome }, holder),
    verify: async (paymentId: string) => p.ok(payment.verify, { paymentId }, holder),
    balance: async () => (await p.ok(wallet.balance, {}, holder)).balance,
    kinds: async () => (await p.ok(transaction.list, {}, holder)).transactions.map(({ type, amount }) => [type, amount]),
    proved: async () => (await proveLedger(p.store.reader, p.clock.now)).ok,
  };
}

test('a top-up is credited with its bonus only after it was paid', async () => {
  const { made, choose, verify, balance, kinds, proved } = await started();
  const { id, total, bonus } = await made({ amount: 100_000 });
  expect([bonus, total]).toEqual([3_000, 103_000]);
  expect((await verify(id)).payment.status).toBe('pending');
  expect(await balance()).toBe(0);
  await choose(id, 'pay');
  // Paid at the gateway, but its status hasn't been queried yet.
  expect(await balance()).toBe(0);
  expect(await verify(id)).toMatchObject({ payment: { status: 'paid', total: 103_000 }, balance: 103_000 });
  expect(await verify(id)).toMatchObject({ balance: 103_000 });
  expect(await kinds()).toEqual([
    ['bonus', 3_000],
    ['topUp', 100_000],
  ]);
  expect(await proved()).toBe(true);
});

test.each(['fail', 'cancel'] as const)('a payment that ends with %s credits nothing', async (outcome) => {
  const { made, choose, verify, balance } = await started();
  const { id } = await made();
  await choose(id, outcome);
  expect((await verify(id)).payment).toMatchObject({ status: 'failed', failure: outcome === 'fail' ? 'declined' : 'cancelled' });
  expect(await balance()).toBe(0);
});

test('a delayed payment is pending, and is credited when it arrives', async () => {
  const { p, made, choose, verify } = await started();
  const { id } = await made();
  await choose(id, 'delay');
  expect((await verify(id)).payment.status).toBe('pending');
  p.clock.now += MINUTE;
  expect(await verify(id)).toMatchObject({ payment: { status: 'paid' }, balance: 20_000 });
});

test('the job credits and notifies a customer who paid and never came back', async () => {
  const { p, made, holder, choose, balance } = await started();
  const { id } = await made();
  await choose(id, 'pay');
  p.clock.now += 3 * MINUTE;
  await p.provider.services.jobs.runDue();
  expect(await balance()).toBe(20_000);
  expect((await p.ok(payment.get, { paymentId: id }, holder)).payment.status).toBe('paid');
  expect(await stored(p, 'notification', { title: 'payment:notice.paidTitle' })).toHaveLength(1);
});

test('an unpaid payment expires, and is checked until then', async () => {
  const { p, made, holder } = await started();
  const { id } = await made();
  const status = async () => (await p.ok(payment.get, { paymentId: id }, holder)).payment;
  p.clock.now += 5 * MINUTE;
  await p.provider.services.jobs.runDue();
  expect((await status()).status).toBe('pending');
  p.clock.now += 2 * HOUR;
  holder.token = await p.signIn(demo.second);
  await p.provider.services.jobs.runDue();
  expect(await status()).toMatchObject({ status: 'failed', failure: 'expired' });
});

test('50 top-ups at once with one key are one payment; another amount under the key is refused', async () => {
  const { create, choose, verify, balance } = await started();
  const key = { 'idempotency-key': 'one-intent' };
  const answers = await Promise.all(Array.from({ length: 50 }, () => create({}, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const ids = new Set(answers.map(({ body }) => (body.payment as { id: string }).id));
  expect(ids.size).toBe(1);
  expect((await create({ amount: 30_000 }, key)).status).toBe(409);
  const [id = ''] = ids;
  await choose(id, 'pay');
  await verify(id);
  expect(await balance()).toBe(20_000);
});

test('callbacks, a webhook and the job at the same time credit once', async () => {
  const bank = await stripeBank();
  const { p, made, holder, balance, proved } = await started(bank.gateway);
  const { id } = await made({ gateway: 'stripe', amount: 50_000 });
  const [reference = ''] = bank.sessions.keys();
  await bank.pay(reference);
  const hook = bank.webhook?.(reference, p.clock.now);
  const countNotices = () =>
    p.request('POST', payment.webhook.path, {
      raw: hook?.body ?? '',
      headers: { 'content-type': 'application/json', ...Object.fromEntries(hook?.headers ?? []) },
    });
  p.clock.now += 3 * MINUTE;
  const answers = await Promise.all([
    ...Array.from({ length: 3 }, () => p.try(payment.verify, { paymentId: id }, holder)),
    countNotices(),
    countNotices(),
    p.provider.services.jobs.runDue(),
  ]);
  expect(answers.slice(0, 5).map((answer) => typeof answer === 'object' && answer.status)).toEqual(Array(5).fill(200));
  expect(await balance()).toBe(50_000);
  // The same event again, and one with a new signature.
  expect((await countNotices()).status).toBe(200);
  expect(await balance()).toBe(50_000);
  expect(await proved()).toBe(true);
});

test('a webhook alone settles a payment; one with a wrong, old or missing signature has no effect', async () => {
  const bank = await stripeBank();
  const { p, made, balance } = await started(bank.gateway);
  await made({ gateway: 'stripe' });
  const [reference = ''] = bank.sessions.keys();
  await bank.pay(reference);
  const { body = '' } = bank.webhook?.(reference, p.clock.now) ?? {};
  const send = (signature: string | undefined, text = body) =>
    p.request('POST', payment.webhook.path, {
      raw: text,
      headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
    });
  const before = await snapshot(p);
  for (const [signature, text] of [
    [undefined, body],
    ['rubbish', body],
    [stripeSignature(body, p.clock.now, 'whsec_other'), body],
    [stripeSignature(body, p.clock.now - 10 * MINUTE), body],
    [stripeSignature(body, p.clock.now), body.replace(reference, 'cs_test_999')],
  ] as const) {
    const answer = await send(signature, text);
    expect([answer.status, answer.body.code]).toEqual([400, 'payment:error.signature']);
  }
  // Genuine, but for a payment of another system.
  const other = body.replace(reference, 'cs_test_999');
  expect((await send(stripeSignature(other, p.clock.now), other)).status).toBe(200);
  expect(await snapshot(p)).toBe(before);
  expect((await send(stripeSignature(body, p.clock.now, STRIPE_WEBHOOK_SECRET))).status).toBe(200);
  expect(await balance()).toBe(20_000);
});

test.each([
  ['another amount', { paid: 1_000_000 }],
  ['another currency', { currency: 'eur' }],
  ['somebody else’s payment', { clientReference: 'pay-of-another' }],
])('a gateway that reports %s credits nothing', async (_name, values) => {
  const bank = await stripeBank();
  const { made, verify, balance, proved } = await started(bank.gateway);
  const { id } = await made({ gateway: 'stripe' });
  const [reference = ''] = bank.sessions.keys();
  await bank.pay(reference);
  Object.assign(bank.sessions.get(reference) ?? {}, values);
  expect((await verify(id)).payment).toMatchObject({ status: 'failed', failure: 'mismatch' });
  expect(await balance()).toBe(0);
  expect(await proved()).toBe(true);
});

test('bonus, gift, total and status from the client are ignored', async () => {
  const { made, choose, verify, balance } = await started();
  const { id } = await made({ amount: 20_000, bonus: 9_000_000, gift: 9_000_000, total: 9_000_000, status: 'paid', currency: 'XTS' });
  await choose(id, 'pay');
  expect((await verify(id)).payment).toMatchObject({ bonus: 0, gift: 0, total: 20_000 });
  expect(await balance()).toBe(20_000);
});

test('a wrong value is refused at its field, and no payment is made', async () => {
  const { p, create } = await started();
  for (const [input, code, field] of [
    [{ amount: 4_999 }, 'payment:error.amountRange', 'amount'],
    [{ amount: 10_000_010 }, 'payment:error.amountRange', 'amount'],
    [{ amount: 20_001 }, 'payment:error.amountRange', 'amount'],
    [{ gateway: 'zarinpal' }, 'payment:error.gatewayRequired', 'gateway'],
    [{ giftCode: 'NO-SUCH' }, 'voucher:error.unknown', 'giftCode'],
  ] as const) {
    const { status, body } = await create(input);
    expect([status, body.code, Object.keys(body.fields ?? {})], JSON.stringify(input)).toEqual([422, code, [field]]);
  }
  expect((await stored(p, 'payment')).map(({ id }) => id)).toEqual([demo.paymentId]);
});

test('return URLs can only point to the panel', async () => {
  const { create } = await started();
  for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example', '/domains//evil', '/public/login', 'javascript:x'])
    expect((await create({ returnTo })).status, returnTo).toBe(422);
  expect((await create({ returnTo: '/domains/shop.example/plan?choose=pro&period=year' })).status).toBe(200);
});

test('an unreachable gateway is reported as such, and nothing is stored', async () => {
  const bank = await stripeBank();
  const gateway = { ...bank.gateway, start: () => Promise.reject(new Error('down')), verify: () => Promise.reject(new Error('down')) };
  const { p, create } = await started(gateway);
  const before = (await snapshot(p)).replace(/"throttle":\[.*?\]/, '');
  expect(await create({ gateway: 'stripe' })).toMatchObject({ status: 409, body: { code: 'payment:error.gateway' } });
  expect((await snapshot(p)).replace(/"throttle":\[.*?\]/, '')).toBe(before);
});
