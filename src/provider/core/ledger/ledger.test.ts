import { expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { DAY } from '../../../lib/time.ts';
import { uuidv7 } from '../../kernel/ids.ts';
import { postEntry, readBalance } from './ledger.ts';

const ids = { now: 1_800_000_000_000, newId: () => uuidv7(1_800_000_000_000) };
const credit = (userId: string, amount: number) => ({
  kind: 'topUp' as const,
  from: 'funding' as const,
  to: { wallet: userId },
  amount,
  description: { key: 'domain:ledger.demoCredit' as const },
});

test('the balance is the sum of the lines, in mills, and 0 without any', async () => {
  const p = await startProvider();
  expect(await p.ok(wallet.balance, {}, { token: await p.signIn() })).toEqual({ balance: 248_000 });
  expect(await p.ok(wallet.balance, {}, { token: await p.signIn('second@nasim.example') })).toEqual({ balance: 0 });
});

test('the charges of the next 30 days are those of periods that end in them, monthly and annual', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const all = async () => p.ok(wallet.charges, {}, { token });
  const { total, charges, until } = await all();
  expect(until).toBe('2026-12-20T12:00:00.000Z');
  expect(charges).toHaveLength((await stored(p, 'domainPlan')).length);
  expect(total).toBe(charges.reduce((sum, { amount }) => sum + amount, 0));
  await updateStored(p, 'domainPlan', {}, { period: 'year', endsAt: p.clock.now + 200 * DAY });
  expect(await all()).toMatchObject({ total: 0, charges: [] });
  await updateStored(p, 'domainPlan', { domainId: demo.planDomainId }, { endsAt: p.clock.now + 10 * DAY });
  expect(await all()).toMatchObject({
    total: 200_000,
    charges: [{ domain: 'ketabnama.example', plan: 'eco', at: '2026-11-30T12:00:00.000Z', amount: 200_000 }],
  });
  // Not those of other accounts.
  expect((await p.ok(wallet.charges, {}, { token: await p.signIn(demo.second) })).charges).toEqual([]);
});

test('debits equal credits, and entries can’t be changed', async () => {
  const p = await startProvider();
  const id = await readAccountId(p);
  await p.store.write('t', (tx) => postEntry(tx, ids, credit(id, 7)));
  await p.signIn();
  const lines = await stored(p, 'ledgerLine');
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  await expect(p.store.write('t', (tx) => tx.updateTable('ledgerLine').set({ amount: 1 }).execute())).rejects.toThrow(/append only/);
  await expect(p.store.write('t', (tx) => tx.deleteFrom('ledgerEntry').execute())).rejects.toThrow(/append only/);
  await expect(p.store.write('t', (tx) => tx.deleteFrom('changeLog').execute())).rejects.toThrow(/append only/);
});

test.each([0, -1, 0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('rejects the amount %s', async (amount) => {
  const p = await startProvider({ demo: false });
  await expect(p.store.write('t', (tx) => postEntry(tx, ids, credit('nobody', amount)))).rejects.toThrow(RangeError);
  expect(await stored(p, 'ledgerEntry')).toEqual([]);
});

test('50 parallel debits never overdraw a wallet', async () => {
  const p = await startProvider();
  const id = await readAccountId(p, demo.second);
  await p.store.write(`account:${id}`, (tx) => postEntry(tx, ids, credit(id, 10)));
  const results = await Promise.all(
    Array.from({ length: 50 }, () =>
      p.store.write(`account:${id}`, async (tx) => {
        if ((await readBalance(tx, id)) < 1) return false;
        await postEntry(tx, ids, { ...credit(id, 1), kind: 'usage', from: { wallet: id }, to: 'revenue' });
        return true;
      }),
    ),
  );
  expect(results.filter(Boolean)).toHaveLength(10);
  expect(await readBalance(p.store.reader, id)).toBe(0);
});

test('an entry isn’t earlier than the last one of its wallet, whose request began later, unless a clock was ahead', async () => {
  const p = await startProvider();
  const id = await readAccountId(p);
  const { now } = ids;
  const times: number[] = [];
  for (const [place, began] of [now, now - 50, now + 50, now + 49, now + DAY, now + 60].entries()) {
    const at = { now: began, newId: () => uuidv7(now + place) };
    const entry = await p.store.write('t', (tx) => postEntry(tx, at, credit(id, 1)));
    times.push((await storedOne(p, 'ledgerEntry', { id: entry })).time);
  }
  expect(times).toEqual([now, now, now + 50, now + 50, now + DAY, now + 60]);
});
