import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { stripeBank, zarinpalBank } from '../../../../tests/support/gateways.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { operatorPayment } from '../../../lib/contract/finance/operatorPayment.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { operatorDesk } from '../../../lib/contract/operator/operatorDesk.ts';
import { HOUR } from '../../../lib/time.ts';
import type { PaymentGateway } from '../../drivers/payment/payment.ts';
import { proveLedger } from '../ledgerCheck.ts';

/**
 * A credited payment of the second customer through Stripe.
 * @param amount mills
 */
async function paid(change: (gateway: PaymentGateway) => PaymentGateway = (gateway) => gateway, amount = 90_000) {
  const bank = await stripeBank();
  const p = await startProvider({ gateways: [change(bank.gateway)] });
  const holder = { token: await p.signIn(demo.second) };
  const operator = { token: await p.signInOperator() };
  const { payment: made } = await p.ok(payment.create, { amount, gateway: 'stripe' }, holder);
  const [reference = ''] = bank.sessions.keys();
  await bank.pay(reference);
  await p.ok(payment.verify, { paymentId: made.id }, holder);
  const refund = (amount: number, key: string = crypto.randomUUID(), reason = 'Paid twice') =>
    p.try(operatorPayment.refund, { paymentId: made.id, amount, reason }, { token: operator.token, headers: { 'idempotency-key': key } });
  return {
    p,
    bank,
    reference,
    refund,
    holder,
    operator,
    made,
    balance: async () => (await p.ok(wallet.balance, {}, holder)).balance,
    known: async () => {
      const { payments } = await p.ok(operatorPayment.list, { q: demo.second }, operator);
      return payments.find(({ id }) => id === made.id);
    },
  };
}

test('a refund is deducted from the wallet at once, paid out by the gateway once, and the customer is notified', async () => {
  const { p, bank, reference, refund, balance, known, holder } = await paid();
  expect((await refund(40_000)).status).toBe(200);
  expect(await balance()).toBe(50_000);
  expect(await known()).toMatchObject({ refundable: 50_000, refunds: [{ amount: 40_000, status: 'pending', reason: 'Paid twice' }] });
  await p.provider.services.jobs.runDue();
  await p.provider.services.jobs.runDue();
  expect(await bank.refunded?.(reference)).toBe(1);
  expect(await known()).toMatchObject({ refunds: [{ status: 'done' }] });
  const { transactions } = await p.ok(transaction.list, {}, holder);
  expect(transactions.map(({ type, amount }) => [type, amount])).toEqual([
    ['refund', -40_000],
    ['topUp', 90_000],
  ]);
  expect(await stored(p, 'notification', { title: 'payment:notice.refundTitle' })).toHaveLength(1);
  expect((await proveLedger(p.store.reader, p.clock.now)).ok).toBe(true);
});

test('refunds at the same time never exceed the paid amount, and one key makes one refund', async () => {
  const { p, bank, reference, refund, balance } = await paid();
  // Any two of the keys may be first: calls with the same key have the same response.
  const keys = ['one', 'one', 'two', 'three'];
  const answers = await Promise.all(keys.map((key) => refund(40_000, key)));
  const made = new Set(keys.filter((_, place) => answers[place]?.status === 200));
  expect(made.size).toBe(2);
  expect(answers.map(({ status }) => status)).toEqual(keys.map((key) => (made.has(key) ? 200 : 422)));
  expect(await balance()).toBe(10_000);
  await p.provider.services.jobs.runDue();
  expect(await bank.refunded?.(reference)).toBe(2);
  const over = await refund(10_010);
  expect([over.status, over.body.code, Object.keys(over.body.fields ?? {})]).toEqual([422, 'payment:error.refundRange', ['amount']]);
  expect((await refund(10_000)).status).toBe(200);
  expect((await refund(10)).status).toBe(422);
});

test('a spent amount can’t be refunded: 402 with the missing amount', async () => {
  const { p, refund, holder, balance } = await paid();
  const { invoice: offer } = await p.ok(invoice.createProforma, { items: [{ service: 'consulting', hours: 1 }] }, holder);
  await p.ok(invoice.pay, { invoiceId: offer.id, method: 'wallet' }, holder);
  const { status, body } = await refund(90_000);
  expect([status, body.code, body.needed]).toEqual([402, 'payment:error.refundBalance', 80_000]);
  expect((await refund(10_000)).status).toBe(200);
  expect(await balance()).toBe(0);
});

test('a refund is sent again until an unreachable gateway confirms it', async () => {
  let isDown = true;
  const { p, bank, reference, refund, known, operator } = await paid((gateway) => ({
    ...gateway,
    refund: (...of) => (isDown ? Promise.reject(new Error('down')) : gateway.refund(...of)),
  }));
  await refund(20_000);
  await p.provider.services.jobs.runDue();
  expect(await known()).toMatchObject({ refunds: [{ status: 'pending' }] });
  isDown = false;
  p.clock.now += HOUR;
  operator.token = await p.signInOperator();
  await p.provider.services.jobs.runDue();
  expect(await bank.refunded?.(reference)).toBe(1);
  expect(await known()).toMatchObject({ refunds: [{ status: 'done' }] });
});

test('an unpaid payment, a gateway without refunds, a fraction of a cent, and a missing reason are refused without changes', async () => {
  const { p, refund, holder, operator } = await paid();
  const { payment: open } = await p.ok(payment.create, { amount: 20_000, gateway: 'stripe' }, holder);
  const before = await snapshot(p);
  const unpaid = await p.try(operatorPayment.refund, { paymentId: open.id, amount: 10_000, reason: 'x' }, operator);
  expect([unpaid.status, unpaid.body.code]).toEqual([409, 'payment:error.notPaid']);
  expect((await refund(10_001)).body.code).toBe('payment:error.refundRange');
  expect((await refund(10_000, 'k', ' ')).status).toBe(422);
  expect(await snapshot(p)).toBe(before);

  const other = await zarinpalBank();
  const q = await startProvider({ gateways: [other.gateway] });
  await updateStored(q, 'payment', { id: demo.paymentId }, { status: 'paid', gateway: 'zarinpal' });
  const token = await q.signInOperator();
  const { status, body } = await q.try(operatorPayment.refund, { paymentId: demo.paymentId, amount: 10_000, reason: 'x' }, { token });
  expect([status, body.code]).toEqual([409, 'payment:error.refundUnsupported']);
});

/** A payment of $200 with a pending refund of $150, and a second operator. */
async function waiting() {
  const all = await paid(undefined, 200_000);
  const { p, refund, known } = all;
  await updateStored(p, 'user', { email: demo.email }, { staffRole: 'admin' });
  const other = { token: await p.signIn() };
  expect((await refund(150_000)).status).toBe(200);
  const [{ id: refundId } = { id: '' }] = (await known())?.refunds ?? [];
  const decide = (approve: boolean, { token }: { token: string }) => p.try(operatorPayment.decide, { refundId, approve }, { token });
  return { ...all, other, decide };
}

test('refunds of $100 or more need a second operator: until then the wallet is unchanged and the customer doesn’t see them', async () => {
  const { p, bank, reference, balance, known, other, operator, decide, holder } = await waiting();
  const before = await balance();
  await p.provider.services.jobs.runDue();
  expect(await bank.refunded?.(reference)).toBe(0);
  expect(await known()).toMatchObject({ refundable: 50_000, refunds: [{ status: 'waiting', requestedBy: demo.operator, own: true }] });
  const { queue } = await p.ok(operatorDesk.today, {}, operator);
  expect(queue.find(({ kind }) => kind === 'refund')?.items).toMatchObject([
    { title: 'Paid twice', account: demo.second, link: `/operator/customers/${demo.customerId}` },
  ]);
  const own = await decide(true, operator);
  expect([own.status, own.body.code]).toEqual([409, 'operatorPayment:error.own']);
  const both = await Promise.all([decide(true, other), decide(true, other)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(before - (await balance())).toBe(150_000);
  await p.provider.services.jobs.runDue();
  expect(await bank.refunded?.(reference)).toBe(1);
  expect(await known()).toMatchObject({ refunds: [{ status: 'done', decidedBy: demo.email }] });
  expect((await p.ok(transaction.list, { limit: 1 }, holder)).transactions).toMatchObject([{ type: 'refund', amount: -150_000 }]);
  expect((await proveLedger(p.store.reader, p.clock.now)).ok).toBe(true);
});

test('a rejected refund takes nothing and can be requested again; one that the wallet no longer covers is refused', async () => {
  const { p, refund, balance, known, other, operator, decide, holder } = await waiting();
  const before = await balance();
  expect((await decide(false, operator)).status).toBe(200);
  expect([await balance(), await known()]).toMatchObject([before, { refundable: 200_000, refunds: [{ status: 'rejected' }] }]);
  expect((await decide(true, other)).body.code).toBe('operatorPayment:error.decided');
  expect((await refund(200_000)).status).toBe(200);
  const { invoice: offer } = await p.ok(invoice.createProforma, { items: [{ service: 'consulting', hours: 1 }] }, holder);
  await p.ok(invoice.pay, { invoiceId: offer.id, method: 'wallet' }, holder);
  const again = (await known())?.refunds.find(({ status }) => status === 'waiting')?.id ?? '';
  const refused = await p.try(operatorPayment.decide, { refundId: again, approve: true }, other);
  expect([refused.status, refused.body.code]).toEqual([402, 'payment:error.refundBalance']);
});

test('nobody refunds their own payment', async () => {
  const { p, made, refund, operator } = await paid();
  await updateStored(p, 'user', { email: demo.second }, { staffRole: 'admin' });
  operator.token = await p.signIn(demo.second);
  const { status, body } = await refund(10_000);
  expect([made.status, status, body.code]).toEqual(['pending', 409, 'operatorPayment:error.self']);
});
