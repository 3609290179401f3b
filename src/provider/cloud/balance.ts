import type { TKey } from '../../lib/i18n/keys.ts';
import { neededFor } from '../../lib/rules/cloud/price.ts';
import type { Rate } from '../../lib/rules/cloud/rates.ts';
import { readBalance } from '../core/ledger/ledger.ts';
import type { Tx } from '../db/schema.ts';
import { refuse } from '../kernel/refusal.ts';

/** The balance has to cover a day of the addition, as with servers. @throws Refusal 402 with `needed` and `balance`, in mills */
export async function refusePoor(tx: Tx, account: { id: string }, rate: Rate, code: TKey): Promise<void> {
  const needed = neededFor(rate, 'payg');
  const balance = await readBalance(tx, account.id);
  if (balance < needed) refuse(402, code, { extra: { needed, balance } });
}
