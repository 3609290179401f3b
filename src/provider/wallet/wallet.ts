import { wallet } from '../../lib/contract/wallet.ts';
import { implement } from '../implement.ts';
import { balanceOf } from './ledger.ts';

export const walletHandlers = implement(wallet, {
  balance: async ({ db, user }) => ({ balance: await balanceOf(db, user.id) }),
});
