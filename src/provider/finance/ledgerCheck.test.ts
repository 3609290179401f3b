import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startProvider } from '../../../tests/support/provider.ts';
import { wallet } from '../../lib/contract/core/wallet.ts';
import { demo } from '../../lib/contract/fields.ts';
import { payment } from '../../lib/contract/finance/payment.ts';
import { transaction } from '../../lib/contract/finance/transaction.ts';
import { uuidv7 } from '../core/ids.ts';
import { balanceOf, book } from '../core/ledger/ledger.ts';
import { proveLedger } from './ledgerCheck.ts';

test('the job verifies the ledger, and the provider’s health check shows the result', async () => {
  const p = await startProvider();
  expect(await p.provider.health()).toMatchObject({ ok: true, details: [{ name: 'store' }, { name: 'ledger', ok: null }] });
  await p.store.write('t', (tx) => p.provider.services.jobs.enqueue(tx, 'ledger.check'));
  await p.provider.services.jobs.runDue();
  expect(await p.provider.health()).toMatchObject({ ok: true, details: [{ name: 'store' }, { name: 'ledger', ok: true }] });
});

test('a missing line and a paid payment without a credit are detected', async () => {
  const p = await startProvider();
  const good = await proveLedger(p.store.reader, p.clock.now);
  expect(good).toMatchObject({ ok: true, sum: 0, unbalanced: 0, miscredited: 0, unpaid: 0 });
  expect(good.entries).toBeGreaterThan(1);
  await p.store.write('t', (tx) => tx.updateTable('payment').set({ status: 'paid' }).where('id', '=', demo.paymentId).execute());
  expect(await proveLedger(p.store.reader, p.clock.now)).toMatchObject({ ok: false, miscredited: 1 });
  const account = await p.store.reader.selectFrom('ledgerAccount').select('id').executeTakeFirstOrThrow();
  await p.store.write('t', async (tx) => {
    await tx.insertInto('ledgerEntry').values({ id: 'half', time: 1, kind: 'usage', description: '{}', reference: null }).execute();
    await tx.insertInto('ledgerLine').values({ id: 'half', entryId: 'half', accountId: account.id, amount: 5 }).execute();
  });
  expect(await proveLedger(p.store.reader, p.clock.now)).toMatchObject({ ok: false, sum: 5, unbalanced: 1 });
  await p.store.write('t', (tx) => p.provider.services.jobs.enqueue(tx, 'ledger.check'));
  await p.provider.services.jobs.runDue();
  expect((await p.provider.health()).ok).toBe(false);
});

test('random operations keep debits and credits equal, and the statement equal to the balance', async () => {
  const p = await startProvider();
  const token = await p.signIn(demo.second);
  const { id } = await p.store.reader.selectFrom('user').select('id').where('email', '=', demo.second).executeTakeFirstOrThrow();
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('pay' as const),
      amount: fc.integer({ min: 500, max: 2_000 }),
      outcome: fc.constantFrom('pay', 'fail', 'cancel'),
    }),
    fc.record({ kind: fc.constant('use' as const), amount: fc.integer({ min: 1, max: 50_000 }) }),
    fc.record({ kind: fc.constant('back' as const), amount: fc.integer({ min: 1, max: 50_000 }) }),
  );
  let expected = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      p.clock.now += 11 * 60_000;
      for (const one of steps) {
        p.clock.now += 1;
        if (one.kind === 'pay') {
          const amount = one.amount * 10;
          const { payment: made } = await p.ok(payment.create, { amount, gateway: 'sandbox' }, { token });
          await p.ok(payment.sandboxChoose, { paymentId: made.id, outcome: one.outcome as 'pay' }, { token });
          await Promise.all([1, 2].map(() => p.ok(payment.verify, { paymentId: made.id }, { token })));
          if (one.outcome === 'pay') expected += amount;
        } else {
          const isUse = one.kind === 'use';
          await p.store.write('t', (tx) =>
            book(
              tx,
              { now: p.clock.now, newId: () => uuidv7(p.clock.now) },
              {
                kind: isUse ? 'usage' : 'refund',
                from: isUse ? { wallet: id } : 'revenue',
                to: isUse ? 'revenue' : { wallet: id },
                amount: one.amount,
                description: { key: 'payment:ledger.bonus' },
              },
            ),
          );
          expected += isUse ? -one.amount : one.amount;
        }
      }
      expect(await proveLedger(p.store.reader, p.clock.now)).toMatchObject({ ok: true, sum: 0 });
      expect(await balanceOf(p.store.reader, id)).toBe(expected);
      expect((await p.ok(wallet.balance, {}, { token })).balance).toBe(expected);
      expect((await p.ok(transaction.list, { limit: 1 }, { token })).transactions[0]?.balanceAfter ?? 0).toBe(expected);
    }),
    { numRuns: 6, endOnFailure: true },
  );
  const { rows } = await sql<{ sum: number | string }>`select sum(amount) as sum from ${sql.table('ledgerLine')}`.execute(p.store.reader);
  expect(Number(rows[0]?.sum)).toBe(0);
});
