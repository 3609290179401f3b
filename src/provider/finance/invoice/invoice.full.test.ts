import { expect, test } from 'vitest';
import { accountOf, charge, close, list } from '../../../../tests/support/invoice-cases.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { monthStart } from '../../../lib/rules/core/month.ts';
import { uuidv7 } from '../../core/ids.ts';

const DAY = 86_400_000;

test('a charge booked while its month is being closed is on the next invoice', async () => {
  const p = await startProvider();
  const accountId = await accountOf(p);
  p.clock.now = monthStart('2026-12') + 1000;
  await close(p);
  await charge(p, accountId, 770, { at: monthStart('2026-12') - 5 });
  await close(p);
  const token = await p.signIn();
  expect((await list(p, token, 'current')).map(({ month, total }) => ({ month, total }))).toEqual([{ month: '2026-12', total: 770 }]);
});

test('numbers have no gaps when the months of many accounts are closed in parallel', async () => {
  const p = await startProvider();
  const template = await p.store.reader.selectFrom('user').selectAll().where('email', '=', demo.email).executeTakeFirstOrThrow();
  const accounts = Array.from({ length: 20 }, (_, place) => ({
    ...template,
    id: `account-${place}`,
    email: `a${place}@nasim.example`,
    mobile: null,
  }));
  await p.store.write('t', (tx) => tx.insertInto('user').values(accounts).execute());
  for (const { id } of accounts) await charge(p, id, 1000);
  p.clock.now = monthStart('2027-01') + DAY;
  const { closeMonth } = await import('./close.ts');
  const ids = { now: p.clock.now, newId: () => uuidv7(p.clock.now) };
  // Every account twice at once; each third one is rolled back first, which must release its number.
  const attempt = (id: string, fails: boolean) =>
    p.store.write(`account:${id}`, async (tx) => {
      await closeMonth(tx, ids, id, '2026-11');
      if (fails) throw new Error('crash');
    });
  await Promise.allSettled(accounts.flatMap(({ id }, place) => [attempt(id, place % 3 === 0), attempt(id, false)]));
  const rows = await p.store.reader.selectFrom('invoice').select('number').where('number', 'like', '2027-%').execute();
  const numbers = rows.map(({ number }) => Number(number.slice(5))).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, place) => place + 1));
});
