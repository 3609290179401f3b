import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { type BankMood, stripeBank, stripeSignature, zarinpalBank } from '../../../../tests/support/gateways.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { move } from '../../../../tests/support/ledger.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { autoTopUp } from '../../../lib/contract/finance/autoTopUp.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { HOUR, MINUTE } from '../../../lib/time.ts';
import { financeJobs } from '../jobs.ts';
import { proveLedger } from '../ledgerCheck.ts';

/** The second customer: their wallet has $50 from a Stripe top-up that saved the card. */
async function saved() {
  const bank = await stripeBank();
  const p = await startProvider({ gateways: [bank.gateway] });
  const holder = { token: await p.signIn(demo.second) };
  const { id } = await topUpAndSave(p, holder);
  const [reference = ''] = bank.sessions.keys();
  await bank.pay(reference);
  await p.ok(payment.verify, { paymentId: id }, holder);
  const get = () => p.ok(autoTopUp.get, {}, holder);
  const [card] = (await get()).cards;
  if (!card) throw new Error('no card was saved');
  const settings = { enabled: true, threshold: 20_000, amount: 30_000, cardId: card.id };
  const { accountId } = await storedOne(p, 'savedCard', { id: card.id });
  return {
    p,
    bank,
    holder,
    card,
    get,
    turnOn: (input: Partial<Input<typeof autoTopUp.update>> = {}) => p.ok(autoTopUp.update, { ...settings, ...input }, holder),
    /** Moves the clock and runs the due jobs. */
    async later(ms: number) {
      p.clock.now += ms;
      await runJobs(p, financeJobs.sweepAutoTopUps);
      holder.token = await p.signIn(demo.second);
    },
    /** Simulates the charge of a service. */
    spend: (amount: number) => move(p, accountId, -amount),
    balance: async () => (await p.ok(wallet.balance, {}, holder)).balance,
    notices: async () => (await p.ok(notification.list, {}, holder)).notifications.map(({ title }) => title),
    proved: async () => (await proveLedger(p.store.reader, p.clock.now)).ok,
  };
}
const topUpAndSave = async (p: TestProvider, { token }: { token: string }) =>
  (await p.ok(payment.create, { amount: 50_000, gateway: 'stripe', saveCard: true }, { token })).payment;

test('a card is saved with a paid top-up if the customer asked for it: only brand, last four digits and expiry', async () => {
  const { p, card } = await saved();
  expect(card).toMatchObject({ gateway: 'stripe', brand: 'mastercard', last4: '4444', expires: '2031-03', isExpired: false });
  const { id, accountId, createdAt, ...storedCard } = await storedOne(p, 'savedCard', { id: card.id });
  const reference = { customer: 'cus_1', reference: 'pm_cs_test_1' };
  expect(storedCard).toEqual({ gateway: 'stripe', ...reference, brand: 'mastercard', last4: '4444', expires: '2031-03', removedAt: null });
});

test('each time the balance falls below the threshold, it is topped up once and the customer is notified', async () => {
  const { turnOn, spend, later, balance, bank, p, holder, notices, proved, get } = await saved();
  await turnOn();
  await later(MINUTE);
  expect(await balance()).toBe(50_000);
  await spend(35_000);
  await later(MINUTE);
  expect(await balance()).toBe(45_000);
  expect(await notices()).toContain('$30.00 was added automatically');
  const { transactions } = await p.ok(transaction.list, { limit: 1 }, holder);
  expect(transactions[0]).toMatchObject({ type: 'topUp', amount: 30_000, description: 'Automatic top-up, card ending in 4444' });
  // The balance is above the threshold, so the next fall counts as a new one.
  await spend(30_000);
  await later(MINUTE);
  expect(await balance()).toBe(45_000);
  expect(bank.intents.size).toBe(2);
  expect((await get()).attempts).toMatchObject([
    { status: 'paid', amount: 30_000, last4: '4444' },
    { status: 'paid', amount: 30_000 },
  ]);
  expect(await proved()).toBe(true);
});

test('a declined charge sends an email and pauses automatic top-up until it is turned on again', async () => {
  const { turnOn, spend, later, balance, bank, notices, get, p } = await saved();
  await turnOn();
  bank.mood = 'declines';
  await spend(35_000);
  await later(MINUTE);
  expect(await notices()).toContain('Automatic top-up of $30.00 failed');
  expect((await p.lastMail(demo.second))?.body).toContain('Your card ending in 4444 was declined.');
  const { autoTopUp: paused, attempts } = await get();
  expect(paused).toMatchObject({ enabled: true, pausedAt: expect.any(String) });
  expect(attempts).toMatchObject([{ status: 'failed', failure: 'declined' }]);
  bank.mood = 'pays';
  await spend(1_000);
  await later(HOUR);
  expect([await balance(), bank.intents.size]).toEqual([14_000, 0]);
  await turnOn({ version: paused.version });
  await later(MINUTE);
  expect(await balance()).toBe(44_000);
  expect((await get()).autoTopUp.pausedAt).toBeNull();
});

test('jobs that run at the same time start only one charge', async () => {
  const { turnOn, spend, p, bank, balance, later } = await saved();
  await turnOn();
  await later(0);
  await spend(35_000);
  const { jobs } = p.provider.services;
  const { accountId } = await storedOne(p, 'autoTopUp');
  await p.store.write('t', async (tx) => {
    for (let n = 0; n < 8; n++) await jobs.enqueue(tx, financeJobs.checkAutoTopUp, { accountId }, { key: `look ${n}` });
  });
  await Promise.all([jobs.runDue(), jobs.runDue(), jobs.runDue()]);
  expect([await balance(), bank.intents.size]).toEqual([45_000, 1]);
});

test('two falls and a payment of the customer at the same time: one charge, and both amounts are credited once', async () => {
  const { turnOn, spend, p, bank, balance, later, holder, proved } = await saved();
  await turnOn();
  await later(0);
  const { payment: own } = await p.ok(payment.create, { amount: 20_000, gateway: 'stripe' }, holder);
  const [, reference = ''] = bank.sessions.keys();
  await bank.pay(reference);
  const { jobs } = p.provider.services;
  const verify = () => p.try(payment.verify, { paymentId: own.id }, holder);
  await Promise.all([spend(20_000), spend(25_000), jobs.runDue(), verify(), jobs.runDue(), verify()]);
  await later(0);
  await later(MINUTE);
  // 50,000 - 45,000 + 20,000, and the charge of 30,000 if the balance was below 20,000 at any check.
  expect(await balance()).toBe(25_000 + 30_000 * bank.intents.size);
  expect(bank.intents.size).toBeLessThanOrEqual(1);
  expect(await proved()).toBe(true);
});

test('a charge with a lost response, or interrupted by a crash, is made once', async () => {
  const { turnOn, spend, bank, balance, later, get, proved } = await saved();
  await turnOn();
  bank.mood = 'loses the answer';
  await spend(35_000);
  await later(MINUTE);
  expect([await balance(), bank.intents.size, (await get()).attempts[0]?.status]).toEqual([15_000, 1, 'pending']);
  // Sending it again results in the same charge.
  await later(MINUTE);
  bank.mood = 'pays';
  await later(5 * MINUTE);
  expect([await balance(), bank.intents.size]).toEqual([45_000, 1]);
  await later(HOUR);
  expect([await balance(), bank.intents.size]).toEqual([45_000, 1]);
  expect(await proved()).toBe(true);
});

test('removing a card deletes it at the gateway, turns off automatic top-up, and stops further charges', async () => {
  const { turnOn, spend, bank, balance, later, get, p, holder, card } = await saved();
  await turnOn();
  await p.ok(autoTopUp.removeCard, { cardId: card.id }, holder);
  expect(await get()).toMatchObject({ cards: [], autoTopUp: { enabled: false, cardId: null } });
  expect((await p.try(autoTopUp.removeCard, { cardId: card.id }, holder)).status).toBe(404);
  await spend(45_000);
  await later(HOUR);
  expect([await balance(), bank.intents.size, [...bank.detached]]).toEqual([5_000, 0, ['pm_cs_test_1']]);
  expect(await stored(p, 'savedCard', { gateway: 'stripe' })).toEqual([]);
});

test('two tabs: a save over changed settings is refused with the current ones, and one key makes one change', async () => {
  const { turnOn, p, holder, card, get } = await saved();
  await turnOn({ version: 0 });
  const stale = { enabled: true, threshold: 10_000, amount: 20_000, cardId: card.id, version: 0 };
  const second = await p.try(autoTopUp.update, stale, holder);
  expect(second).toMatchObject({ status: 409, body: { code: 'error:versionConflict', autoTopUp: { threshold: 20_000, version: 1 } } });
  const same = { ...holder, headers: { 'idempotency-key': 'one' } };
  const input = { enabled: false, threshold: 20_000, amount: 30_000, cardId: card.id, version: 1 };
  const answers = await Promise.all([1, 2, 3].map(() => p.try(autoTopUp.update, input, same)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await get()).autoTopUp).toMatchObject({ enabled: false, version: 2 });
});

test('saving the settings again doesn’t charge again', async () => {
  const { turnOn, spend, later, bank, balance } = await saved();
  await turnOn({ amount: 5_000 });
  await spend(45_000);
  await later(MINUTE);
  await turnOn({ amount: 6_000 });
  await later(MINUTE);
  expect([await balance(), bank.intents.size]).toEqual([10_000, 1]);
});

test('a wrong value is refused at its field, and nothing changes', async () => {
  const { p, holder, card } = await saved();
  const before = await snapshot(p);
  for (const [input, code, field] of [
    [{ cardId: null }, 'autoTopUp:error.card', 'cardId'],
    [{ amount: 4_990 }, 'payment:error.amountRange', 'amount'],
    [{ amount: 30_001 }, 'payment:error.amountRange', 'amount'],
    [{ threshold: 10_000_010 }, 'payment:error.amountRange', 'threshold'],
  ] as const) {
    const wanted = { enabled: true, threshold: 20_000, amount: 30_000, cardId: card.id, ...input };
    const { status, body } = await p.try(autoTopUp.update, wanted, holder);
    expect([status, body.code, Object.keys(body.fields ?? {})], JSON.stringify(input)).toEqual([422, code, [field]]);
    expect(await snapshot(p), JSON.stringify(input)).toBe(before);
  }
});

test('a gateway that can’t save cards is marked as such, and a payment that asks to save one is refused', async () => {
  const { gateway } = await zarinpalBank();
  const p = await startProvider({ gateways: [gateway] });
  const token = await p.signIn(demo.second);
  expect((await p.ok(payment.gateways, {}, { token })).gateways).toMatchObject([{ id: 'zarinpal', savesCards: false }]);
  expect(await p.ok(autoTopUp.get, {}, { token })).toMatchObject({ canSave: false, cards: [] });
  const refused = await p.try(payment.create, { amount: 20_000, gateway: 'zarinpal', saveCard: true }, { token });
  expect([refused.status, refused.body.code]).toEqual([422, 'payment:error.saveUnsupported']);
});

test('the next card is saved for the same gateway customer; a payment without the option saves no card', async () => {
  const { p, bank, holder, get } = await saved();
  await topUpAndSave(p, holder);
  const [, second = ''] = bank.sessions.keys();
  expect(bank.sessions.get(second)).toMatchObject({ customer: 'cus_1', savesCard: true });
  const { payment: plain } = await p.ok(payment.create, { amount: 20_000, gateway: 'stripe' }, holder);
  const [, , third = ''] = bank.sessions.keys();
  await bank.pay(third);
  await p.ok(payment.verify, { paymentId: plain.id }, holder);
  expect((await get()).cards).toHaveLength(1);
});

test('a top-up that doesn’t reach the threshold isn’t repeated until the balance has recovered', async () => {
  const { turnOn, spend, later, balance } = await saved();
  await turnOn({ amount: 5_000 });
  await spend(45_000);
  await later(MINUTE);
  expect(await balance()).toBe(10_000);
  await spend(1_000);
  await later(20 * MINUTE);
  await later(20 * MINUTE);
  expect(await balance()).toBe(9_000);
});

test('tops up at most three times in 24 hours, then resumes', async () => {
  const { turnOn, spend, later, balance, bank } = await saved();
  await turnOn();
  for (let fall = 1; fall <= 4; fall++) {
    await spend((await balance()) - 10_000);
    await later(MINUTE);
  }
  expect(bank.intents.size).toBe(3);
  expect(await balance()).toBe(10_000);
  await later(25 * HOUR);
  await later(MINUTE);
  expect(bank.intents.size).toBe(4);
});

test.each(['is slow', 'is down'] satisfies BankMood[])('a gateway that %s is retried later and charges once', async (mood) => {
  const { turnOn, spend, bank, balance, later, proved } = await saved();
  await turnOn();
  bank.mood = mood;
  await spend(35_000);
  await later(MINUTE);
  await later(5 * MINUTE);
  expect(await balance()).toBe(15_000);
  bank.mood = 'pays';
  for (const intent of bank.intents.values()) intent.status = 'succeeded';
  await later(HOUR);
  expect([await balance(), bank.intents.size]).toEqual([45_000, 1]);
  expect(await proved()).toBe(true);
});

test('a gateway without a response charges nothing after half a day; auto top-up pauses, and a late report is still credited', async () => {
  const { turnOn, spend, bank, balance, later, get, p } = await saved();
  await turnOn();
  bank.mood = 'loses the answer';
  await spend(35_000);
  await later(MINUTE);
  bank.mood = 'is down';
  await later(13 * HOUR);
  bank.mood = 'is slow';
  for (const intent of bank.intents.values()) intent.status = 'processing';
  await later(25 * HOUR);
  expect(bank.intents.size).toBe(1);
  const { autoTopUp: paused, attempts } = await get();
  expect([paused.pausedAt === null, attempts[0]]).toMatchObject([false, { status: 'failed', failure: 'expired' }]);
  for (const intent of bank.intents.values()) intent.status = 'succeeded';
  const [intent] = bank.intents.values();
  const body = JSON.stringify({
    id: 'evt_9',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intent?.id, object: 'payment_intent', customer: intent?.customer, metadata: { paymentId: intent?.paymentId } } },
  });
  const headers = { 'content-type': 'application/json', 'stripe-signature': stripeSignature(body, p.clock.now) };
  expect((await p.request('POST', payment.webhook.path, { raw: body, headers })).status).toBe(200);
  expect((await p.request('POST', payment.webhook.path, { raw: body, headers })).status).toBe(200);
  expect(await balance()).toBe(45_000);
});

test('a card removed during an unconfirmed charge isn’t charged again, and the charge is credited if it was made', async () => {
  const { turnOn, spend, bank, balance, later, p, holder, card } = await saved();
  await turnOn();
  bank.mood = 'is down';
  await spend(35_000);
  await later(MINUTE);
  await p.ok(autoTopUp.removeCard, { cardId: card.id }, holder);
  bank.mood = 'pays';
  await later(HOUR);
  expect([await balance(), bank.intents.size]).toEqual([15_000, 0]);
});

test('an eleventh card isn’t saved', async () => {
  const { p, holder, card } = await saved();
  const row = await storedOne(p, 'savedCard', { id: card.id });
  const more = Array.from({ length: 9 }, (_, n) => ({ ...row, id: `card-${n}`, reference: `pm_${n}` }));
  await p.store.write('t', (tx) => tx.insertInto('savedCard').values(more).execute());
  const refused = await p.try(payment.create, { amount: 20_000, gateway: 'stripe', saveCard: true }, holder);
  expect([refused.status, refused.body.code]).toEqual([422, 'payment:error.tooManyCards']);
});
