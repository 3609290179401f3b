import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runJobs } from '../../../tests/support/jobs.ts';
import { move, readAccountId } from '../../../tests/support/ledger.ts';
import { startProvider } from '../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../tests/support/stored.ts';
import { wallet } from '../../lib/contract/core/wallet.ts';
import { demo } from '../../lib/contract/fields.ts';
import { payment } from '../../lib/contract/finance/payment.ts';
import { transaction } from '../../lib/contract/finance/transaction.ts';
import { readBalance } from '../core/ledger/ledger.ts';
import { financeJobs } from './jobs.ts';
import { proveLedger } from './ledgerCheck.ts';

test('the job verifies the ledger, and the provider’s health check shows the result', async () => {
  const p = await startProvider();
  expect(await p.provider.health()).toMatchObject({ ok: true, details: [{ name: 'store' }, { name: 'ledger', ok: null }] });
  await runJobs(p, financeJobs.checkLedger);
  expect(await p.provider.health()).toMatchObject({ ok: true, details: [{ name: 'store' }, { name: 'ledger', ok: true }] });
});

test('a missing line and a paid payment without a credit are detected', async () => {
  const p = await startProvider();
  const good = await proveLedger(p.store.reader, p.clock.now);
  expect(good).toMatchObject({ ok: true, sum: 0, unbalanced: 0, miscredited: 0, unpaid: 0 });
  expect(good.entries).toBeGreaterThan(1);
  await updateStored(p, 'payment', { id: demo.paymentId }, { status: 'paid' });
  expect(await proveLedger(p.store.reader, p.clock.now)).toMatchObject({ ok: false, miscredited: 1 });
  const [account] = await stored(p, 'ledgerAccount');
  await p.store.write('t', async (tx) => {
    await tx
      .insertInto('ledgerEntry')
      .values({ id: 'half', time: 1, kind: 'usage', description: { key: 'server:ledger.resize' }, reference: null })
      .execute();
    await tx
      .insertInto('ledgerLine')
      .values({ id: 'half', entryId: 'half', accountId: account?.id ?? '', amount: 5 })
      .execute();
  });
  expect(await proveLedger(p.store.reader, p.clock.now)).toMatchObject({ ok: false, sum: 5, unbalanced: 1 });
  await runJobs(p, financeJobs.checkLedger);
  expect((await p.provider.health()).ok).toBe(false);
});

test('random operations keep debits and credits equal, and the statement equal to the balance', async () => {
  const p = await startProvider();
  const token = await p.signIn(demo.second);
  const id = await readAccountId(p, demo.second);
  const step = fc.oneof(
    fc.record({ amount: fc.integer({ min: 500, max: 2_000 }), outcome: fc.constantFrom(...(['pay', 'fail', 'cancel'] as const)) }),
    fc.record({ amount: fc.integer({ min: 1, max: 50_000 }), outcome: fc.constantFrom(...(['use', 'back'] as const)) }),
  );
  let expected = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      p.clock.now += 11 * 60_000;
      for (const { amount: of, outcome } of steps) {
        p.clock.now += 1;
        if (outcome === 'use' || outcome === 'back') {
          const isUse = outcome === 'use';
          await move(p, id, isUse ? -of : of, isUse ? {} : { kind: 'refund', from: 'revenue' });
          expected += isUse ? -of : of;
          continue;
        }
        const amount = of * 10;
        const { payment: made } = await p.ok(payment.create, { amount, gateway: 'sandbox' }, { token });
        await p.ok(payment.sandboxChoose, { paymentId: made.id, outcome }, { token });
        await Promise.all([1, 2].map(() => p.ok(payment.verify, { paymentId: made.id }, { token })));
        if (outcome === 'pay') expected += amount;
      }
      expect(await proveLedger(p.store.reader, p.clock.now)).toMatchObject({ ok: true, sum: 0 });
      expect(await readBalance(p.store.reader, id)).toBe(expected);
      expect((await p.ok(wallet.balance, {}, { token })).balance).toBe(expected);
      expect((await p.ok(transaction.list, { limit: 1 }, { token })).transactions[0]?.balanceAfter ?? 0).toBe(expected);
    }),
    { numRuns: 6, endOnFailure: true },
  );
  expect((await stored(p, 'ledgerLine')).reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0);
});
