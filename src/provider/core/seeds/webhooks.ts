import { demo } from '../../../lib/contract/fields.ts';
import { sealSecret, unharmed } from '../webhook/signed.ts';
import type { Seed } from './seed.ts';

/** A disabled webhook: no server listens at its address. */
export const seedWebhooks: Seed = async (tx, { now, customers, services }) => {
  await tx
    .insertInto('webhook')
    .values({
      id: demo.webhookId,
      accountId: customers.main,
      url: 'https://hooks.parvaz.example/nasim',
      secret: sealSecret(services.secrets, demo.webhookId, 'whsec_example-that-signs-nothing'),
      enabled: false,
      ...unharmed,
      deliveredAt: null,
      suspendedAt: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
};
