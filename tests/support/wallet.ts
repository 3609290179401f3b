import { wallet } from '../../src/lib/contract/core/wallet.ts';
import { move, readAccountId } from './ledger.ts';
import type { TestProvider } from './provider.ts';

/**
 * Charges a customer's wallet down to a balance in mills, as a service would: also below zero.
 * @param ago ms before now
 */
export async function spendDownTo(p: TestProvider, balance: number, { ago = 0 } = {}): Promise<void> {
  const { balance: before } = await p.ok(wallet.balance, {}, { token: await p.signIn() });
  const description = { key: 'plan:ledger.month', params: { domain: 'ketabnama.example', plan: 'eco' } } as const;
  await move(p, await readAccountId(p), balance - before, { at: p.clock.now - ago, description });
}
