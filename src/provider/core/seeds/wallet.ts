import { DAY } from '../../../lib/time.ts';
import { postEntry } from '../ledger/ledger.ts';
import type { Seed } from './seed.ts';

/** The initial credit of the main demo customer. */
export const seedWallet: Seed = async (tx, { now, newId, customers }) => {
  await postEntry(
    tx,
    { now: now - 200 * DAY, newId },
    { kind: 'topUp', from: 'funding', to: { wallet: customers.main }, amount: 448_000, description: { key: 'domain:ledger.demoCredit' } },
  );
};
