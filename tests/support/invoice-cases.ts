import { demo } from '../../src/lib/contract/fields.ts';
import { invoice } from '../../src/lib/contract/finance/invoice.ts';
import { uuidv7 } from '../../src/provider/core/ids.ts';
import { book } from '../../src/provider/core/ledger/ledger.ts';
import type { TestProvider } from './provider.ts';
export const accountOf = async (p: TestProvider, email: string = demo.email) =>
  (await p.store.reader.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
export async function charge(p: TestProvider, accountId: string, amount: number, { discount = 0, at = p.clock.now, reference = 'r' } = {}) {
  const ids = { now: at, newId: () => uuidv7(at) };
  await p.store.write(`account:${accountId}`, (tx) =>
    book(tx, ids, {
      kind: 'usage',
      from: { wallet: accountId },
      to: 'revenue',
      amount,
      description: { key: 'plan:ledger.month', params: { domain: 'a.example' } },
      reference,
      discount,
    }),
  );
}
/** Runs the job that closes months, as the schedule does. */
export async function close(p: TestProvider) {
  await p.store.write('jobs', (tx) => p.provider.services.jobs.enqueue(tx, 'invoice.close'));
  await p.provider.services.jobs.runDue();
}
export const list = async (p: TestProvider, token: string, state: 'current' | 'closed' | 'proforma') =>
  (await p.ok(invoice.list, { state }, { token })).invoices;
