import { brand } from '../../../config/brand.ts';
import { publicOrigin } from '../../../config/env.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { sandboxCards } from '../../../lib/rules/finance/card.ts';
import { MINUTE } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { EXPIRES_MS, requestGift, watchPayment } from '../payment/index.ts';

/** A pending gift code, an unpaid payment at the sandbox gateway, and a saved card of this gateway. */
export const seedPayments: Seed = async (tx, { now, newId, services, customers }) => {
  const account = { id: customers.main };
  await requestGift(tx, { account, now, newId }, 'BREEZE5', null);
  const id = demo.paymentId;
  const reference = `sandbox-${id}`;
  const paid = { amount: 50_000, currency: brand.currency.code, expiresAt: now + EXPIRES_MS };
  await tx
    .insertInto('sandboxPayment')
    .values({ ...paid, reference, paymentId: id, outcome: null, outcomeAt: null, refundedAt: null, card: null })
    .execute();
  await tx
    .insertInto('payment')
    .values({
      ...paid,
      id,
      accountId: account.id,
      gateway: 'sandbox',
      reference,
      redirectUrl: `${publicOrigin(services.env)}/finance/top-up/sandbox?payment=${id}`,
      bonus: 0,
      gift: 0,
      giftCode: null,
      invoiceId: null,
      status: 'pending',
      failure: null,
      returnTo: null,
      saveCard: false,
      cardId: null,
      cardLast4: null,
      transactionId: null,
      createdAt: now - 2 * MINUTE,
      settledAt: null,
    })
    .execute();
  await tx
    .insertInto('savedCard')
    .values({
      id: demo.cardId,
      accountId: account.id,
      gateway: 'sandbox',
      customer: 'sandbox',
      reference: 'accepted-demo',
      brand: 'visa',
      last4: sandboxCards.accepted,
      expires: `${new Date(now).getUTCFullYear() + 2}-12`,
      createdAt: now - 24 * 60 * MINUTE,
      removedAt: null,
    })
    .execute();
  await watchPayment(tx, services.jobs, id, now + EXPIRES_MS);
};
