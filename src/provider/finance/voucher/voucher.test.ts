import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { voucher } from '../../../lib/contract/finance/voucher.ts';
import { proveLedger } from '../ledgerCheck.ts';

async function started() {
  const p = await startProvider();
  const as = { token: await p.signIn(demo.second) };
  const topUp = async (giftCode?: string, amount = 20_000) => {
    const { payment: made } = await p.ok(payment.create, { amount, gateway: 'sandbox', ...(giftCode && { giftCode }) }, as);
    return made.id;
  };
  const settle = async (paymentId: string) => {
    await p.ok(payment.sandboxChoose, { paymentId, outcome: 'pay' }, as);
    return (await p.ok(payment.verify, { paymentId }, as)).payment;
  };
  const uses = async (status: 'used' | 'pending' | 'cancelled') =>
    (await stored(p, 'giftUse', { status })).map(({ code }) => code).filter((code) => code !== 'BREEZE5');
  return { p, as, topUp, settle, uses, balance: async () => (await p.ok(wallet.balance, {}, as)).balance };
}

test('a code adds its gift to one top-up and is then used up', async () => {
  const { p, as, topUp, settle, balance } = await started();
  expect(await p.ok(voucher.check, { code: ' spring10 ', amount: 50_000 }, as)).toMatchObject({
    voucher: { code: 'SPRING10', kind: 'percent', value: 10, max: 20_000 },
    gift: 5_000,
  });
  expect(await p.ok(voucher.check, { code: 'spring۱۰', amount: 50_000 }, as)).toMatchObject({ voucher: { code: 'SPRING10' } });
  expect(await settle(await topUp('SPRING10', 50_000))).toMatchObject({ status: 'paid', gift: 5_000, total: 55_000 });
  expect(await balance()).toBe(55_000);
  const again = await p.try(payment.create, { amount: 20_000, gateway: 'sandbox', giftCode: 'SPRING10' }, as);
  expect(again).toMatchObject({ status: 422, body: { code: 'voucher:error.used' } });
});

test('50 uses of one code at once are one gift', async () => {
  const { p, topUp, settle, uses, balance } = await started();
  const ids = await Promise.all(Array.from({ length: 50 }, () => topUp('SPRING10', 10_000).catch(() => null)));
  const made = ids.filter((id) => id !== null);
  expect(made.length).toBeGreaterThan(1);
  const payments = await Promise.all(made.map(settle));
  expect(payments.every(({ status }) => status === 'paid')).toBe(true);
  expect(payments.filter(({ gift }) => gift > 0)).toHaveLength(1);
  expect(await uses('used')).toEqual(['SPRING10']);
  expect(await balance()).toBe(made.length * 10_000 + 1_000);
  expect((await proveLedger(p.store.reader, p.clock.now)).ok).toBe(true);
});

test('50 parallel applications of a code leave one pending', async () => {
  const { p, as, uses } = await started();
  await Promise.all(Array.from({ length: 50 }, () => p.try(voucher.apply, { code: 'SPRING10' }, as)));
  expect(await uses('pending')).toEqual(['SPRING10']);
});

test('a new use cancels an earlier incomplete one', async () => {
  const { p, as, topUp, settle, uses } = await started();
  await p.ok(voucher.apply, { code: 'SPRING10' }, as);
  const first = await topUp('SPRING10');
  expect((await p.ok(voucher.pending, {}, as)).voucher).toBeNull();
  const second = await topUp('SPRING10');
  expect(await uses('pending')).toEqual(['SPRING10']);
  expect((await settle(first)).gift).toBe(0);
  expect((await settle(second)).gift).toBe(2_000);
});

test('a second top-up with a code cancels the first at once; money that still arrives for it is credited without the gift', async () => {
  const { p, as, topUp, settle, uses, balance } = await started();
  const first = await topUp('SPRING10', 100_000);
  const read = async (paymentId: string) => (await p.ok(payment.get, { paymentId }, as)).payment;
  expect(await read(first)).toMatchObject({ status: 'pending', gift: 10_000 });
  const second = await topUp('SPRING10', 50_000);
  expect(await read(first)).toMatchObject({ status: 'failed', failure: 'replaced', gift: 0, bonus: 3_000, total: 103_000 });
  // The page of the first one asks the gateway and still shows why.
  expect((await p.ok(payment.verify, { paymentId: first }, as)).payment).toMatchObject({ status: 'failed', failure: 'replaced' });
  expect(await uses('pending')).toEqual(['SPRING10']);
  // Nobody comes back to the page of the first one: the job credits it.
  await p.ok(payment.sandboxChoose, { paymentId: first, outcome: 'pay' }, as);
  p.clock.now += 3 * 60_000;
  await p.provider.services.jobs.runDue();
  expect(await read(first)).toMatchObject({ status: 'paid', failure: null, gift: 0, total: 103_000 });
  expect(await settle(second)).toMatchObject({ status: 'paid', gift: 5_000 });
  expect(await balance()).toBe(158_000);
  expect((await proveLedger(p.store.reader, p.clock.now)).ok).toBe(true);
});

test('saving a code for the next top-up takes it from an open payment, which is cancelled too', async () => {
  const { p, as, topUp, settle } = await started();
  const first = await topUp('SPRING10');
  await p.ok(voucher.apply, { code: 'SPRING10' }, as);
  expect((await p.ok(payment.get, { paymentId: first }, as)).payment).toMatchObject({ status: 'failed', failure: 'replaced' });
  expect((await settle(first)).gift).toBe(0);
  expect((await p.ok(voucher.pending, {}, as)).voucher).toMatchObject({ code: 'SPRING10' });
  expect((await settle(await topUp('SPRING10'))).gift).toBe(2_000);
});

test('a replaced payment is asked about until its gateway has decided', async () => {
  const { p, topUp } = await started();
  const first = await topUp('SPRING10');
  await topUp('SPRING10');
  const checks = async () => (await stored(p, 'job', { uniqueKey: `payment.check:${first}` })).length;
  p.clock.now += 3 * 60_000;
  await p.provider.services.jobs.runDue();
  expect(await checks()).toBe(1);
  p.clock.now += 3 * 60 * 60_000;
  await p.provider.services.jobs.runDue();
  await p.provider.services.jobs.runDue();
  expect(await checks()).toBe(0);
});

test('payments, settlements and reservations of one code at once leave one gift and every amount credited', async () => {
  const { p, as, topUp, settle, uses, balance } = await started();
  const ids = await Promise.all(Array.from({ length: 10 }, () => topUp('SPRING10', 10_000)));
  const answers = await Promise.all([
    ...ids.map(settle),
    ...Array.from({ length: 10 }, () => topUp('SPRING10', 10_000).catch(() => null)),
    ...Array.from({ length: 10 }, () => p.try(voucher.apply, { code: 'SPRING10' }, as)),
  ]);
  expect(answers).toHaveLength(30);
  const open = await stored(p, 'payment', { accountId: (await stored(p, 'giftUse', { code: 'SPRING10' }))[0]?.accountId ?? '' });
  const live = open.filter(({ status }) => status === 'pending');
  expect(live.length).toBeLessThanOrEqual(1);
  for (const { id } of open.filter(({ status }) => status !== 'paid')) await settle(id).catch(() => null);
  expect((await uses('used')).length + (await uses('pending')).length).toBeLessThanOrEqual(1);
  const paid = (await stored(p, 'payment', { status: 'paid' })).filter(({ giftCode }) => giftCode === 'SPRING10');
  expect(paid.filter(({ gift }) => Number(gift) > 0).length).toBeLessThanOrEqual(1);
  expect(await balance()).toBe(paid.reduce((sum, { amount, gift }) => sum + Number(amount) + Number(gift), 0));
  expect((await proveLedger(p.store.reader, p.clock.now)).ok).toBe(true);
});

test('the code of a payment that wasn’t paid waits for the next top-up', async () => {
  const { p, as, topUp, settle, uses } = await started();
  const id = await topUp('SPRING10');
  await p.ok(payment.sandboxChoose, { paymentId: id, outcome: 'fail' }, as);
  await p.ok(payment.verify, { paymentId: id }, as);
  expect(await uses('pending')).toEqual(['SPRING10']);
  expect((await p.ok(voucher.pending, {}, as)).voucher?.code).toBe('SPRING10');
  expect((await settle(await topUp('SPRING10'))).gift).toBe(2_000);
  expect((await p.ok(voucher.pending, {}, as)).voucher).toBeNull();
});

test('only one code waits: that of a canceled payment doesn’t replace one that was saved in the meantime', async () => {
  const { p, as, topUp } = await started();
  const id = await topUp('SPRING10');
  await p.ok(voucher.apply, { code: 'FIRST100' }, as);
  await p.ok(payment.sandboxChoose, { paymentId: id, outcome: 'cancel' }, as);
  expect((await p.ok(payment.verify, { paymentId: id }, as)).payment).toMatchObject({
    failure: 'cancelled',
    giftCode: 'SPRING10',
    gift: 0,
  });
  expect((await p.ok(voucher.pending, {}, as)).voucher?.code).toBe('FIRST100');
});

test('a limited code has a maximum number of uses across all customers', async () => {
  const { p, topUp, settle } = await started();
  const id = await topUp('FIRST100');
  await p.store.write('t', (tx) => tx.insertInto('giftCount').values({ code: 'FIRST100', used: 100 }).execute());
  expect((await settle(id)).gift).toBe(0);
  await updateStored(p, 'giftCount', {}, { used: 99 });
  expect((await settle(await topUp('FIRST100'))).gift).toBe(10_000);
  expect(await stored(p, 'giftCount')).toMatchObject([{ used: 100 }]);
});

test('a pending code is shown and can be removed', async () => {
  const { p, as } = await started();
  await p.ok(voucher.apply, { code: 'breeze5' }, as);
  expect((await p.ok(voucher.pending, {}, as)).voucher).toMatchObject({ code: 'BREEZE5', kind: 'gift', value: 5_000 });
  await p.ok(voucher.clear, {}, as);
  expect((await p.ok(voucher.pending, {}, as)).voucher).toBeNull();
  expect(await p.try(voucher.clear, {}, as)).toMatchObject({ status: 409, body: { code: 'voucher:error.none' } });
});

test('an invalid code is refused at its field', async () => {
  const { p, as } = await started();
  for (const [code, refusal] of [
    ['NO-SUCH', 'voucher:error.unknown'],
    ['constructor', 'voucher:error.unknown'],
    ['AUTUMN25', 'voucher:error.expired'],
    ['DECLINED', 'voucher:error.declined'],
  ] as const)
    for (const call of [voucher.check, voucher.apply]) {
      const { status, body } = await p.try(call, { code }, as);
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([422, refusal, ['code']]);
    }
});

test('codes can’t be found by guessing', async () => {
  const { p, as } = await started();
  const statuses = [];
  for (let i = 0; i < 21; i++) statuses.push((await p.try(voucher.check, { code: `GUESS-${i}` }, as)).status);
  expect(statuses.slice(-2)).toEqual([422, 429]);
});
