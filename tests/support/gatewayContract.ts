import { describe, expect, test } from 'vitest';
import {
  ForgedWebhook,
  type Order,
  type PaymentGateway,
  type PaymentRequest,
  type StoredCard,
} from '../../src/provider/drivers/payment/payment.ts';

/** A gateway under test, with the actions of its customers and bank. Each test gets a new one. */
export interface Bank {
  gateway: PaymentGateway;
  currency: string;
  pay(reference: string): Promise<void>;
  decline(reference: string): Promise<void>;
  /** The bank reports another amount. */
  payOther?(reference: string): Promise<void>;
  /** A genuine notification about a payment. */
  webhook?(reference: string, now: number): { body: string; headers: Headers };
  refunded?(reference: string): Promise<number>;
  cards?: {
    /** The same card, or another one, which is declined from now on. */
    declined(card: StoredCard): StoredCard;
    /** Number of charges. */
    charges(): number | Promise<number>;
  };
}

const NOW = Date.UTC(2026, 10, 20, 12);
const signal = () => AbortSignal.timeout(5_000);

/** The contract of every payment gateway. */
export function gatewayContract(name: string, open: () => Promise<Bank>): void {
  const order = (currency: string): Order => ({
    paymentId: 'pay-0001',
    amount: 100_000,
    currency,
    description: 'Credit',
    email: 'demo@nasim.example',
    locale: 'en',
    returnUrl: 'https://panel.example/finance/top-up/return?payment=pay-0001',
    expiresAt: NOW + 3_600_000,
  });
  async function started() {
    const bank = await open();
    const wanted = order(bank.currency);
    const { reference, redirectUrl } = await bank.gateway.start(wanted, signal());
    const request: PaymentRequest = {
      reference,
      redirectUrl,
      paymentId: wanted.paymentId,
      amount: wanted.amount,
      currency: wanted.currency,
      now: NOW,
    };
    return { bank, request, verify: () => bank.gateway.verify(request, signal()) };
  }

  describe(name, () => {
    test('starts a payment with a URL, which is unpaid', async () => {
      const { request, verify } = await started();
      expect(request.reference).not.toBe('');
      expect(new URL(request.redirectUrl).protocol).toMatch(/^https?:$/);
      expect(await verify()).toEqual({ status: 'pending' });
    });

    test('reports a payment with amount, currency and transaction, however often it is requested', async () => {
      const { bank, request, verify } = await started();
      await bank.pay(request.reference);
      const first = await verify();
      expect(first).toMatchObject({ status: 'paid', amount: 100_000, currency: bank.currency });
      expect(first.status === 'paid' && [null, 'pay-0001'].includes(first.paymentId)).toBe(true);
      expect(await verify()).toEqual(first);
    });

    test('reports a failure', async () => {
      const { bank, request, verify } = await started();
      await bank.decline(request.reference);
      expect(await verify()).toMatchObject({ status: 'failed' });
    });

    test('never reports our amount for a different one', async () => {
      const { bank, request, verify } = await started();
      if (!bank.payOther) return;
      await bank.payOther(request.reference);
      expect(await verify()).not.toMatchObject({ amount: 100_000 });
    });

    test('a payment that it doesn’t know is an error, not a failed payment', async () => {
      const { bank, request } = await started();
      await expect(bank.gateway.verify({ ...request, reference: 'unknown-reference' }, signal())).rejects.toThrow();
    });

    test('accepts its own notifications, and refuses modified, unsigned and old ones', async () => {
      const { bank, request } = await started();
      const { gateway } = bank;
      expect(await gateway.webhook('{}', new Headers(), NOW)).toBeNull();
      expect(gateway.capabilities.webhook).toBe(bank.webhook !== undefined);
      if (!bank.webhook) return;
      const { body, headers } = bank.webhook(request.reference, NOW);
      expect(await gateway.webhook(body, headers, NOW)).toEqual({ reference: request.reference });
      await expect(gateway.webhook(`${body} `, headers, NOW)).rejects.toThrow(ForgedWebhook);
      await expect(gateway.webhook(body, headers, NOW + 10 * 60_000)).rejects.toThrow(ForgedWebhook);
      const unsigned = new Headers([...headers].map(([header]): [string, string] => [header, 'rubbish']));
      await expect(gateway.webhook(body, unsigned, NOW)).rejects.toThrow(ForgedWebhook);
    });

    test('saves a card only on request, and charges it once per payment', async () => {
      const { bank, request, verify } = await started();
      const { gateway } = bank;
      await bank.pay(request.reference);
      expect(await verify()).not.toHaveProperty('card');
      if (!gateway.cards || !bank.cards) return expect(gateway.cards).toBeUndefined();
      const { cards } = gateway;
      const wanted = { ...order(bank.currency), paymentId: 'pay-0002', saveCard: { customer: null } };
      const { reference, redirectUrl } = await gateway.start(wanted, signal());
      await bank.pay(reference);
      const paid = await gateway.verify({ ...request, paymentId: 'pay-0002', reference, redirectUrl }, signal());
      const card = paid.status === 'paid' ? paid.card : undefined;
      if (!card) throw new Error('no card was kept');
      expect(card).toEqual({
        customer: expect.stringMatching(/./),
        reference: expect.stringMatching(/./),
        brand: expect.stringMatching(/^[a-z]+$/),
        last4: expect.stringMatching(/^\d{4}$/),
        expires: expect.stringMatching(/^20\d\d-\d\d$/),
      });
      const name = cards.nameOf(card, 'pay-0003');
      const query = () => gateway.verify({ ...request, paymentId: 'pay-0003', reference: name, redirectUrl: '' }, signal());
      // One that never arrived is unknown, not failed.
      expect(await query()).toEqual({ status: 'pending' });
      const charge = { paymentId: 'pay-0003', amount: 30_000, currency: bank.currency, description: 'Credit', card, now: NOW };
      const before = await bank.cards.charges();
      const answers = await Promise.all([1, 2, 3].map(() => cards.charge(charge, signal())));
      for (const answer of [...answers, await query()])
        expect(answer).toMatchObject({ status: 'paid', amount: 30_000, currency: bank.currency, paymentId: 'pay-0003' });
      expect((await bank.cards.charges()) - before).toBe(1);
      await gateway.refund(
        { ...request, paymentId: 'pay-0003', reference: name, redirectUrl: '' },
        { refundId: 're-9', amount: 10_000 },
        signal(),
      );
      const refused = { ...charge, card: bank.cards.declined(card), paymentId: 'pay-0004' };
      expect(await cards.charge(refused, signal())).toEqual({ status: 'failed', reason: 'declined' });
      await cards.forget(card, signal());
      await cards.forget(card, signal());
    });

    test('refunds once, and only what was paid', async () => {
      const { bank, request } = await started();
      const refund = (amount = 40_000) => bank.gateway.refund(request, { refundId: 're-1', amount }, signal());
      if (!bank.gateway.capabilities.refund) {
        await expect(refund()).rejects.toThrow();
        return;
      }
      await expect(refund()).rejects.toThrow();
      await bank.pay(request.reference);
      await refund();
      await refund();
      expect(await bank.refunded?.(request.reference)).toBe(1);
      await expect(refund(100_010)).rejects.toThrow();
    });
  });
}
