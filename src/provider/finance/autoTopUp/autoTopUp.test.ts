import { expect, test } from 'vitest';
import { saved } from '../../../../tests/support/auto-top-up-cases.ts';
import { snapshot } from '../../../../tests/support/calls.ts';
import { zarinpalBank } from '../../../../tests/support/gateways.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { autoTopUp } from '../../../lib/contract/finance/autoTopUp.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('a card is saved with a paid top-up if the customer asked for it: only brand, last four digits and expiry', async () => {
  const { p, card } = await saved();
  expect(card).toMatchObject({ gateway: 'stripe', brand: 'mastercard', last4: '4444', expires: '2031-03', isExpired: false });
  const { id, accountId, createdAt, ...kept } = await storedOne(p, 'savedCard', { id: card.id });
  const reference = { customer: 'cus_1', reference: 'pm_cs_test_1' };
  expect(kept).toEqual({ gateway: 'stripe', ...reference, brand: 'mastercard', last4: '4444', expires: '2031-03', removedAt: null });
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
    for (let n = 0; n < 8; n++) await jobs.enqueue(tx, 'autoTopUp.check', { key: `look ${n}`, payload: { accountId } });
  });
  await Promise.all([jobs.runDue(), jobs.runDue(), jobs.runDue()]);
  expect([await balance(), bank.intents.size]).toEqual([45_000, 1]);
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
