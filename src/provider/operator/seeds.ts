import { demo } from '../../lib/contract/fields.ts';
import type { Seed } from '../core/seeds/seed.ts';

/** A correction of the demo customer’s wallet that waits for a second operator. */
export const seedCreditRequest: Seed = async (tx, { now, customers }) => {
  await tx
    .insertInto('creditRequest')
    .values({
      id: demo.creditRequestId,
      accountId: customers.second,
      amount: 150_000,
      reason: 'Annual plan that was paid twice',
      requestedBy: 'reza@nasim.example',
      createdAt: now - 5 * 3_600_000,
      status: 'waiting',
      decidedBy: null,
      decidedAt: null,
    })
    .execute();
};

/** The second demo customer lets support see their panel. */
export const seedConsent: Seed = async (tx, { now, customers }) => {
  await tx.insertInto('supportConsent').values({ accountId: customers.second, givenAt: now, endsAt: null }).execute();
};
