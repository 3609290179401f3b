import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { stripeBank, zarinpalBank } from '../../../../tests/support/gateways.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import type { Input, Output } from '../../../lib/contract/call.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { HOUR, MINUTE } from '../../../lib/time.ts';
import type { PaymentGateway } from '../../drivers/payment/payment.ts';
import { proveLedger } from '../ledgerCheck.ts';

/** The second customer with an empty wallet and a proforma invoice for two hours of consulting: 160 units. */
async function offered(
  form: Input<typeof invoice.createProforma> = { items: [{ service: 'consulting', hours: 2 }] },
  gateways?: readonly PaymentGateway[],
) {
  const p = await startProvider({ ...(gateways && { gateways }) });
  const holder = { token: await p.signIn(demo.second) };
  const { invoice: made } = await p.ok(invoice.createProforma, form, holder);
  const pay = (input: object = {}, key: string = crypto.randomUUID()) =>
    p.try(
      invoice.pay,
      { invoiceId: made.id, method: 'gateway', gateway: 'sandbox', ...input },
      { token: holder.token, headers: { 'idempotency-key': key } },
    );
  return {
    p,
    id: made.id,
    holder,
    pay,
    async started(input: object = {}, key?: string) {
      const { status, body } = await pay(input, key);
      expect([status, body.message]).toEqual([200, undefined]);
      return body as unknown as Output<typeof invoice.pay>; // validated by the output schema
    },
    choose: (paymentId: string, outcome: 'pay' | 'fail' | 'cancel' | 'delay') =>
      p.ok(payment.sandboxChoose, { paymentId, outcome }, holder),
    verify: (paymentId: string) => p.ok(payment.verify, { paymentId }, holder),
    detail: async () => (await p.ok(invoice.get, { invoiceId: made.id }, holder)).invoice,
    balance: async () => (await p.ok(wallet.balance, {}, holder)).balance,
    lines: async () => (await p.ok(transaction.list, {}, holder)).transactions.map(({ type, amount }) => [type, amount]),
    proved: async () => (await proveLedger(p.store.reader, p.clock.now)).ok,
  };
}

test('an invoice is paid at a gateway: pending until it reports, then paid and numbered, with the wallet unchanged', async () => {
  const { started, choose, verify, detail, balance, lines, proved } = await offered();
  const { payment: made, redirectUrl } = await started();
  expect(made).toMatchObject({ amount: 160_000, bonus: 0, gift: 0, status: 'pending' });
  expect(redirectUrl).toContain('/finance/top-up/sandbox?payment=');
  expect(await detail()).toMatchObject({ state: 'proforma', payment: 'unknown', openPaymentId: made?.id });
  await choose(made?.id ?? '', 'pay');
  expect(await verify(made?.id ?? '')).toMatchObject({ payment: { status: 'paid' }, balance: 0 });
  expect(await detail()).toMatchObject({ state: 'closed', payment: 'paid', number: '2026-000006', total: 160_000, openPaymentId: null });
  expect(await lines()).toEqual([
    ['invoice', -160_000],
    ['topUp', 160_000],
  ]);
  expect(await balance()).toBe(0);
  expect(await proved()).toBe(true);
});

test('credit paid at a gateway is then in the wallet, without a bonus', async () => {
  const { pay, started, choose, verify, detail, lines } = await offered({ amount: 200_000 });
  expect((await pay({ method: 'wallet', gateway: undefined })).body.code).toBe('invoice:error.creditByWallet');
  const { payment: made } = await started();
  await choose(made?.id ?? '', 'pay');
  expect(await verify(made?.id ?? '')).toMatchObject({ balance: 200_000 });
  expect(await detail()).toMatchObject({ state: 'closed', payment: 'paid', total: 200_000, tax: 0 });
  expect(await lines()).toEqual([['topUp', 200_000]]);
});

test('a failed payment leaves the invoice unpaid, and it can be paid again', async () => {
  const { started, choose, verify, detail } = await offered();
  const { payment: first } = await started();
  await choose(first?.id ?? '', 'fail');
  expect((await verify(first?.id ?? '')).payment).toMatchObject({ status: 'failed', failure: 'declined' });
  expect(await detail()).toMatchObject({ state: 'proforma', payment: 'unpaid', openPaymentId: null });
  const { payment: second } = await started();
  expect(second?.id).not.toBe(first?.id);
  await choose(second?.id ?? '', 'pay');
  await verify(second?.id ?? '');
  expect((await detail()).payment).toBe('paid');
});

test('the job closes the invoice of a customer who paid and never came back, and the notification links to it', async () => {
  const { p, id, started, choose, detail } = await offered();
  const { payment: made } = await started();
  await choose(made?.id ?? '', 'pay');
  p.clock.now += 3 * MINUTE;
  await p.provider.services.jobs.runDue();
  expect((await detail()).payment).toBe('paid');
  const notices = await stored(p, 'notification', { title: 'payment:notice.paidTitle' });
  expect(notices).toMatchObject([{ link: `/finance/invoices/${id}` }]);
});

test('two windows at the same time share one payment; another gateway or a later time starts a new one', async () => {
  const [card, other] = [await stripeBank(), await zarinpalBank()];
  const { p, holder, started: begin } = await offered(undefined, [card.gateway, other.gateway]);
  const started = (input: object = {}, key?: string) => begin({ gateway: 'stripe', ...input }, key);
  const both = await Promise.all([started(), started(), started({}, 'one-key'), started({}, 'one-key')]);
  expect(new Set(both.map(({ payment: made }) => made?.id)).size).toBe(1);
  expect(new Set(both.map(({ redirectUrl }) => redirectUrl)).size).toBe(1);
  const second = await started({ gateway: 'zarinpal' });
  expect(second.payment?.id).not.toBe(both[0].payment?.id);
  p.clock.now += 2 * HOUR;
  holder.token = await p.signIn(demo.second);
  expect((await started()).payment?.id).not.toBe(both[0].payment?.id);
});

test('callbacks, webhooks and the job at the same time pay an invoice once, and so do replays', async () => {
  const bank = await stripeBank();
  const { p, holder, started, verify, detail, lines, proved } = await offered(undefined, [bank.gateway]);
  const { payment: made } = await started({ gateway: 'stripe' });
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
    ...Array.from({ length: 3 }, () => p.try(payment.verify, { paymentId: made?.id ?? '' }, holder)),
    countNotices(),
    countNotices(),
    p.provider.services.jobs.runDue(),
  ]);
  expect(answers.slice(0, 5).map((answer) => typeof answer === 'object' && answer.status)).toEqual(Array(5).fill(200));
  await countNotices();
  await verify(made?.id ?? '');
  expect(await lines()).toEqual([
    ['invoice', -160_000],
    ['topUp', 160_000],
  ]);
  expect(await detail()).toMatchObject({ state: 'closed', payment: 'paid', number: '2026-000006' });
  expect(await proved()).toBe(true);
});

test('an invoice paid from the wallet while the gateway was open is paid once; the gateway’s payment stays in the wallet', async () => {
  const p = await startProvider();
  const holder = { token: await p.signIn() };
  const pay = (input: object) => p.try(invoice.pay, { invoiceId: demo.proformaId, method: 'wallet', ...input }, holder);
  const { body } = await pay({ method: 'gateway', gateway: 'sandbox' });
  const { id } = (body as unknown as Output<typeof invoice.pay>).payment ?? { id: '' }; // validated by the output schema
  expect((await pay({})).status).toBe(200);
  const { balance: before } = await p.ok(wallet.balance, {}, holder);
  await p.ok(payment.sandboxChoose, { paymentId: id, outcome: 'pay' }, holder);
  expect(await p.ok(payment.verify, { paymentId: id }, holder)).toMatchObject({ balance: before + 160_000 });
  expect((await p.ok(invoice.get, { invoiceId: demo.proformaId }, holder)).invoice.number).toBe('2026-000006');
});

test('the amount is that of the invoice whatever the client says; without a gateway, for another account or an ended offer, nothing starts', async () => {
  const { p, id, holder, pay, started } = await offered();
  const stranger = await p.signIn();
  const before = await snapshot(p);
  for (const gateway of [undefined, 'zarinpal']) {
    const { status, body } = await pay({ gateway });
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([422, 'payment:error.gatewayRequired', ['gateway']]);
  }
  expect((await p.try(invoice.pay, { invoiceId: id, method: 'gateway', gateway: 'sandbox' }, { token: stranger })).status).toBe(404);
  expect(await snapshot(p)).toBe(before);
  const { payment: made } = await started({ amount: 1, total: 1, price: 1, currency: 'XTS' });
  expect(made).toMatchObject({ amount: 160_000, currency: 'USD' });
  // The offer can't be withdrawn while its payment is in progress.
  expect((await p.try(invoice.cancelProforma, { invoiceId: id }, holder)).body.code).toBe('invoice:error.underWay');
  p.clock.now += 15 * 24 * HOUR;
  holder.token = await p.signIn(demo.second);
  expect((await pay()).body.code).toBe('invoice:error.ended');
});
