import { expect, test } from 'vitest';
import { saved, topUpAndSave } from '../../../../tests/support/auto-top-up-cases.ts';
import { type BankMood, stripeSignature } from '../../../../tests/support/gateways.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { autoTopUp } from '../../../lib/contract/finance/autoTopUp.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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
