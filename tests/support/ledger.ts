import { demo } from '../../src/lib/contract/fields.ts';
import { type Booking, postEntry } from '../../src/provider/core/ledger/ledger.ts';
import { uuidv7 } from '../../src/provider/kernel/ids.ts';
import type { TestProvider } from './provider.ts';
import { storedOne } from './stored.ts';

/** The ID of the account with an email address. */
export const readAccountId = async (p: TestProvider, email: string = demo.email) => (await storedOne(p, 'user', { email })).id;

/** Credits a wallet as a top-up, or with a negative amount charges it as a service would, also below zero. In mills. */
export function move(p: TestProvider, accountId: string, amount: number, more: Partial<Booking> & { at?: number } = {}): Promise<string> {
  const { at = p.clock.now, ...booking } = more;
  const wallet = { wallet: accountId };
  const sides =
    amount > 0 ? ({ kind: 'topUp', from: 'funding', to: wallet } as const) : ({ kind: 'usage', from: wallet, to: 'revenue' } as const);
  const description = { key: 'plan:ledger.month', params: { domain: 'a.example' } } as const;
  return p.store.write(`account:${accountId}`, (tx) =>
    postEntry(tx, { now: at, newId: () => uuidv7(at) }, { ...sides, amount: Math.abs(amount), description, ...booking }),
  );
}

/** The charges so far whose reference is like this, in mills. */
export async function charged({ store }: TestProvider, reference: string): Promise<number> {
  const { sum } = await store.reader
    .selectFrom('ledgerLine')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .select((e) => e.fn.sum<number>('amount').as('sum'))
    .where('reference', 'like', reference)
    .where('amount', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}
