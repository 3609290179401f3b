import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { stripeBank, zarinpalBank } from '../../../../tests/support/gateways.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import type { Input, Output } from '../../../lib/contract/call.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { proveLedger } from '../ledgerCheck.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The second customer with an empty wallet and a proforma invoice for two hours of consulting: 160 units. */
async function offered(p: TestProvider, form: Input<typeof invoice.createProforma> = { items: [{ service: 'consulting', hours: 2 }] }) {
  const holder = { token: await p.signIn(demo.second) };
  const { invoice: made } = await p.ok(invoice.createProforma, form, { token: holder.token });
  const pay = (input: object = {}, key: string = crypto.randomUUID()) =>
    p.try(
      invoice.pay,
      { invoiceId: made.id, method: 'gateway', gateway: 'sandbox', ...input },
      { token: holder.token, headers: { 'idempotency-key': key } },
    );
  return {
    id: made.id,
    holder,
    pay,
    async started(input: object = {}, key?: string) {
      const { status, body } = await pay(input, key);
      expect([status, body.message]).toEqual([200, undefined]);
      return body as unknown as Output<typeof invoice.pay>; // validated by the output schema
    },
    choose: (paymentId: string, outcome: 'pay' | 'fail' | 'cancel' | 'delay') =>
      p.ok(payment.sandboxChoose, { paymentId, outcome }, { token: holder.token }),
    verify: (paymentId: string) => p.ok(payment.verify, { paymentId }, { token: holder.token }),
    detail: async () => (await p.ok(invoice.get, { invoiceId: made.id }, { token: holder.token })).invoice,
    balance: async () => (await p.ok(wallet.balance, {}, { token: holder.token })).balance,
    lines: async () => (await p.ok(transaction.list, {}, { token: holder.token })).transactions.map(({ type, amount }) => [type, amount]),
    proved: async () => (await proveLedger(p.store.reader, p.clock.now)).ok,
  };
}

test('an invoice is paid at a gateway: pending until it reports, then paid and numbered, with the wallet unchanged', async () => {
  const p = await startProvider();
  const { started, detail, choose, verify, balance, lines, proved } = await offered(p);
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
  const p = await startProvider();
  const { started, detail, choose, verify, lines, pay } = await offered(p, { amount: 200_000 });
  expect((await pay({ method: 'wallet', gateway: undefined })).body.code).toBe('invoice:error.creditByWallet');
  const { payment: made } = await started();
  await choose(made?.id ?? '', 'pay');
  expect(await verify(made?.id ?? '')).toMatchObject({ balance: 200_000 });
  expect(await detail()).toMatchObject({ state: 'closed', payment: 'paid', total: 200_000, tax: 0 });
  expect(await lines()).toEqual([['topUp', 200_000]]);
});

test('a failed payment leaves the invoice unpaid, and it can be paid again', async () => {
  const p = await startProvider();
  const { started, detail, choose, verify } = await offered(p);
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
  const p = await startProvider();
  const { id, started, detail, choose } = await offered(p);
  const { payment: made } = await started();
  await choose(made?.id ?? '', 'pay');
  p.clock.now += 3 * MINUTE;
  await p.provider.services.jobs.runDue();
  expect((await detail()).payment).toBe('paid');
  const notices = await p.store.reader.selectFrom('notification').select('link').where('title', '=', 'payment:notice.paidTitle').execute();
  expect(notices).toEqual([{ link: `/finance/invoices/${id}` }]);
});

test('two windows at the same time share one payment; another gateway or a later time starts a new one', async () => {
  const [card, other] = [await stripeBank(), await zarinpalBank()];
  const p = await startProvider({ gateways: [card.gateway, other.gateway] });
  const { started: begin, holder } = await offered(p);
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
  const p = await startProvider({ gateways: [bank.gateway] });
  const { started, detail, holder, lines, proved, verify } = await offered(p);
  const { payment: made } = await started({ gateway: 'stripe' });
  const [reference = ''] = bank.sessions.keys();
  await bank.pay(reference);
  const hook = bank.webhook?.(reference, p.clock.now);
  const told = () =>
    p.request('POST', payment.webhook.path, {
      raw: hook?.body ?? '',
      headers: { 'content-type': 'application/json', ...Object.fromEntries(hook?.headers ?? []) },
    });
  p.clock.now += 3 * MINUTE;
  const answers = await Promise.all([
    ...Array.from({ length: 3 }, () => p.try(payment.verify, { paymentId: made?.id ?? '' }, { token: holder.token })),
    told(),
    told(),
    p.provider.services.jobs.runDue(),
  ]);
  expect(answers.slice(0, 5).map((answer) => typeof answer === 'object' && answer.status)).toEqual(Array(5).fill(200));
  await told();
  await verify(made?.id ?? '');
  expect(await lines()).toEqual([
    ['invoice', -160_000],
    ['topUp', 160_000],
  ]);
  expect(await detail()).toMatchObject({ state: 'closed', payment: 'paid', number: '2026-000006' });
  expect(await proved()).toBe(true);
});

test.each([
  ['another amount', { paid: 1 }],
  ['another currency', { currency: 'eur' }],
  ['somebody else’s payment', { clientReference: 'pay-of-another' }],
])('a gateway that reports %s pays no invoice and credits nothing', async (_name, values) => {
  const bank = await stripeBank();
  const p = await startProvider({ gateways: [bank.gateway] });
  const { started, detail, verify, balance } = await offered(p);
  const { payment: made } = await started({ gateway: 'stripe' });
  const [reference = ''] = bank.sessions.keys();
  await bank.pay(reference);
  Object.assign(bank.sessions.get(reference) ?? {}, values);
  expect((await verify(made?.id ?? '')).payment).toMatchObject({ status: 'failed', failure: 'mismatch' });
  expect(await detail()).toMatchObject({ state: 'proforma', payment: 'unpaid' });
  expect(await balance()).toBe(0);
});

test('an invoice paid from the wallet while the gateway was open is paid once; the gateway’s payment stays in the wallet', async () => {
  const p = await startProvider();
  const holder = { token: await p.signIn() };
  const pay = (input: object) => p.try(invoice.pay, { invoiceId: demo.proformaId, method: 'wallet', ...input }, { token: holder.token });
  const { body } = await pay({ method: 'gateway', gateway: 'sandbox' });
  const { id } = (body as unknown as Output<typeof invoice.pay>).payment ?? { id: '' }; // validated by the output schema
  expect((await pay({})).status).toBe(200);
  const { balance: before } = await p.ok(wallet.balance, {}, { token: holder.token });
  await p.ok(payment.sandboxChoose, { paymentId: id, outcome: 'pay' }, { token: holder.token });
  expect(await p.ok(payment.verify, { paymentId: id }, { token: holder.token })).toMatchObject({ balance: before + 160_000 });
  expect((await p.ok(invoice.get, { invoiceId: demo.proformaId }, { token: holder.token })).invoice.number).toBe('2026-000006');
});

test('the amount is that of the invoice whatever the client says; without a gateway, for another account or an ended offer, nothing starts', async () => {
  const p = await startProvider();
  const { id, started, pay, holder } = await offered(p);
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
  expect((await p.try(invoice.cancelProforma, { invoiceId: id }, { token: holder.token })).body.code).toBe('invoice:error.underWay');
  p.clock.now += 15 * 24 * HOUR;
  holder.token = await p.signIn(demo.second);
  expect((await pay()).body.code).toBe('invoice:error.ended');
});
