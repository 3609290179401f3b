import { wallet } from '../../src/lib/contract/core/wallet.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { book } from '../../src/provider/core/ledger/ledger.ts';
import type { TestProvider } from './provider.ts';

/**
 * Charges a customer's wallet down to a balance in mills, as a service would: also below zero.
 * @param ago ms before now
 */
export async function spendDownTo(p: TestProvider, balance: number, { ago = 0 } = {}): Promise<void> {
  const { email } = demo;
  const { id } = await p.store.reader.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const { balance: before } = await p.ok(wallet.balance, {}, { token: await p.signIn(email) });
  const at = { now: p.clock.now - ago, newId: () => crypto.randomUUID() };
  const params = { domain: 'ketabnama.example', plan: 'eco' };
  const charge = { kind: 'usage', from: { wallet: id }, to: 'revenue', description: { key: 'plan:ledger.month', params } } as const;
  await p.store.write(`account:${id}`, (tx) => book(tx, at, { ...charge, amount: before - balance }));
}
