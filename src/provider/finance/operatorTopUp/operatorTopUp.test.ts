import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorTopUp } from '../../../lib/contract/finance/operatorTopUp.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { voucher } from '../../../lib/contract/finance/voucher.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';

async function started() {
  const p = await startProvider();
  const [as, operator] = [{ token: await p.signIn(demo.second) }, { token: await p.signInOperator() }];
  const topUp = async (amount: number, giftCode?: string) =>
    (await p.ok(payment.create, { amount, gateway: 'sandbox', ...(giftCode && { giftCode }) }, as)).payment;
  const settle = async (paymentId: string) => {
    await p.ok(payment.sandboxChoose, { paymentId, outcome: 'pay' }, as);
    return (await p.ok(payment.verify, { paymentId }, as)).payment;
  };
  const gift = async (code: string) => (await p.ok(operatorTopUp.get, {}, operator)).gifts.find((one) => one.code === code);
  const logs = async () => (await p.ok(operatorLog.list, {}, operator)).logs;
  return { p, as, operator, topUp, settle, gift, logs };
}
const bonus = [
  { threshold: 50_000, percent: 2 },
  { threshold: 250_000, percent: 7 },
];

test('a preview shows the old and the new bonus and changes nothing; the change applies to the next top-up and is logged', async () => {
  const { p, as, operator, topUp, settle, logs } = await started();
  const before = await topUp(100_000);
  const { preview } = await p.ok(operatorTopUp.updateBonus, { bonus, version: 0, dryRun: true }, operator);
  expect(preview.changes).toEqual([
    { label: 'From $50.00', kind: 'percent', before: null, after: 2 },
    { label: 'From $100.00', kind: 'percent', before: 3, after: null },
    { label: 'From $250.00', kind: 'percent', before: 5, after: 7 },
  ]);
  expect(preview.notes).toHaveLength(2);
  expect((await p.ok(payment.bonus, {}, as)).bonus[0]).toEqual({ threshold: 100_000, percent: 3 });
  expect(await logs()).toEqual([]);

  await p.ok(operatorTopUp.updateBonus, { bonus, version: 0 }, operator);
  expect((await p.ok(payment.bonus, {}, as)).bonus).toEqual(bonus);
  expect((await topUp(100_000)).bonus).toBe(2_000);
  // The payment that started before keeps what it showed.
  expect((await settle(before.id)).bonus).toBe(3_000);
  expect(await logs()).toMatchObject([
    {
      by: demo.operator,
      account: null,
      changes: [{ field: 'bonus', before: '100000: 3%, 250000: 5%', after: '50000: 2%, 250000: 7%' }],
    },
  ]);
});

test('of two operators at the same time, one is refused and nothing is half changed', async () => {
  const { p, operator, logs } = await started();
  const updates = [1, 2].map((percent) =>
    p.try(operatorTopUp.updateBonus, { bonus: [{ threshold: 10_000, percent }], version: 0 }, operator),
  );
  const answers = await Promise.all(updates);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('error:versionConflict');
  expect(await logs()).toHaveLength(1);
  expect((await p.ok(operatorTopUp.get, {}, operator)).version).toBe(1);
});

test('the same bonus again changes nothing and is not logged; an empty one ends the bonus', async () => {
  const { p, operator, topUp, logs } = await started();
  const { bonus: current } = await p.ok(operatorTopUp.get, {}, operator);
  expect((await p.ok(operatorTopUp.updateBonus, { bonus: current, version: 0 }, operator)).preview.changes).toEqual([]);
  expect(await logs()).toEqual([]);
  await p.ok(operatorTopUp.updateBonus, { bonus: [], version: 0 }, operator);
  expect((await topUp(1_000_000)).bonus).toBe(0);
});

const tier = (threshold: number, percent: number) => ({ threshold, percent });
test.each([
  [[tier(10_005, 1)], 'bonus.0.threshold', 'Enter an amount in whole cents, up to $10,000.'],
  [[tier(10_000, 101)], 'bonus.0.percent', 'Enter a whole percentage from 1 to 100.'],
  [[tier(10_000, 2), tier(10_000, 3)], 'bonus.1.threshold', 'Each threshold must be higher than the one above it.'],
  [[tier(10_000, 3), tier(20_000, 3)], 'bonus.1.percent', 'A higher threshold needs a higher percentage.'],
])('%j is refused at %s', async (wrong, field, message) => {
  const { p, operator } = await started();
  const { status, body } = await p.try(operatorTopUp.updateBonus, { bonus: wrong, version: 0 }, operator);
  expect([status, body.fields]).toEqual([422, { [field]: message }]);
});

test('a new code works for the next customer, its uses are listed, and its limit holds', async () => {
  const { p, as, operator, topUp, settle, gift, logs } = await started();
  const form = { code: ' winter-10 ', kind: 'percent', amount: 2_000, percent: 10, maxUses: 1 } as const;
  await p.ok(operatorTopUp.createGift, { ...form, dryRun: true }, operator);
  expect((await p.try(voucher.check, { code: 'WINTER-10' }, as)).body.code).toBe('voucher:error.unknown');
  await p.ok(operatorTopUp.createGift, form, operator);
  expect((await p.try(operatorTopUp.createGift, form, operator)).body.code).toBe('catalogue:code.error.exists');
  expect((await p.ok(voucher.check, { code: 'winter-10', amount: 50_000 }, as)).gift).toBe(2_000);
  expect(await settle((await topUp(10_000, 'WINTER-10')).id)).toMatchObject({ gift: 1_000 });
  expect(await gift('WINTER-10')).toMatchObject({ used: 1, waiting: 0, maxUses: 1, kind: 'percent', percent: 10, amount: 2_000 });
  expect(await p.ok(operatorTopUp.uses, { code: 'WINTER-10' }, operator)).toMatchObject({
    total: 1,
    uses: [{ account: { id: demo.customerId, email: demo.second }, gift: 1_000 }],
  });
  const other = { token: await p.signIn() };
  expect((await p.try(voucher.check, { code: 'WINTER-10' }, other)).body.code).toBe('voucher:error.expired');
  const { version = 0 } = (await gift('WINTER-10')) ?? {};
  await p.ok(operatorTopUp.updateGift, { code: 'WINTER-10', maxUses: 2, enabled: true, version }, operator);
  expect((await p.ok(voucher.check, { code: 'WINTER-10', amount: 10_000 }, other)).gift).toBe(1_000);
  expect((await logs()).map(({ action, entity }) => `${entity.type}.${action}`)).toEqual(['catalogueGift.update', 'catalogueGift.create']);
});

test('a code that is turned off is refused at once; a payment that had started keeps its gift, which is counted', async () => {
  const { p, as, operator, topUp, settle, gift } = await started();
  const open = await topUp(20_000, 'BREEZE5');
  const edit = { code: 'BREEZE5', enabled: false, version: 1 } satisfies Input<typeof operatorTopUp.updateGift>;
  const { preview } = await p.ok(operatorTopUp.updateGift, { ...edit, dryRun: true }, operator);
  expect(preview.changes).toEqual([{ label: 'Status', kind: 'text', before: 'Active', after: 'Off' }]);
  // The demo customer has saved the code, and this one pays with it.
  expect(preview.affected.map(({ count }) => count)).toEqual([0, 2]);
  await p.ok(operatorTopUp.updateGift, edit, operator);
  expect(await p.try(voucher.check, { code: 'BREEZE5' }, as)).toMatchObject({ status: 422, body: { code: 'voucher:error.expired' } });
  expect((await p.ok(voucher.pending, {}, { token: await p.signIn() })).voucher).toBeNull();
  expect((await settle(open.id)).gift).toBe(5_000);
  expect(await gift('BREEZE5')).toMatchObject({ used: 1, enabled: false, version: 2 });
});

test('a limit below the uses, a past expiry and an unknown code are refused', async () => {
  const { p, operator } = await started();
  await p.store.write('t', (tx) => tx.insertInto('giftCount').values({ code: 'FIRST100', used: 3 }).execute());
  const edit = { code: 'FIRST100', maxUses: 2, enabled: true, version: 1 };
  const update = (change: object) => p.try(operatorTopUp.updateGift, { ...edit, ...change }, operator);
  const tooLow = 'The code has already been used 3 times. The limit can’t be lower.';
  expect((await update({})).body.fields).toEqual({ maxUses: tooLow });
  const past = { maxUses: 5, expiresAt: new Date(p.clock.now - 1000).toISOString() };
  expect((await update(past)).body.fields).toEqual({ expiresAt: 'The expiry must be in the future.' });
  expect((await update({ code: 'NONE' })).status).toBe(404);
  expect((await p.try(operatorTopUp.uses, { code: 'NONE' }, operator)).status).toBe(404);
});
