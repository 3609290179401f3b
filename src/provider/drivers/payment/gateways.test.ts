import { expect, test } from 'vitest';
import { gatewayContract } from '../../../../tests/support/gatewayContract.ts';
import { STRIPE_WEBHOOK_SECRET, stripeBank, stripeSignature, zarinpalBank } from '../../../../tests/support/gateways.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { readEnv } from '../../../config/env.ts';
import { makeGateways } from './gateways.ts';
import { ForgedWebhook } from './payment.ts';
import { sandboxGateway } from './sandbox.ts';

gatewayContract('the sandbox', async () => {
  const { store } = await startProvider({ demo: false });
  const set = (outcome: 'pay' | 'fail') => (reference: string) =>
    updateStored({ store }, 'sandboxPayment', { reference }, { outcome, outcomeAt: Date.UTC(2026, 10, 20) });
  const rows = () => stored({ store }, 'sandboxPayment');
  return {
    gateway: sandboxGateway(store),
    currency: 'USD',
    pay: set('pay'),
    decline: set('fail'),
    cards: {
      // The outcome is selected on the page of the sandbox.
      declined: (card) => ({ ...card, reference: 'declined-1' }),
      charges: async () => (await rows()).length,
    },
    refunded: async () => (await rows()).filter(({ refundedAt }) => refundedAt !== null).length,
  };
});
gatewayContract('Stripe Checkout', stripeBank);
gatewayContract('Zarinpal', zarinpalBank);

test('the same payment started twice at Stripe uses one session', async () => {
  const { gateway, sessions } = await stripeBank();
  const order = {
    paymentId: 'pay-1',
    amount: 12_340,
    currency: 'USD',
    description: 'x',
    email: 'a@b.example',
    locale: 'fa',
    returnUrl: 'https://p.example/return?payment=pay-1',
    expiresAt: Date.UTC(2030, 0, 1),
  } as const;
  const all = await Promise.all(Array.from({ length: 5 }, () => gateway.start(order, AbortSignal.timeout(5_000))));
  expect(new Set(all.map(({ reference }) => reference)).size).toBe(1);
  expect([...sessions.values()]).toMatchObject([{ unitAmount: 1234, currency: 'usd', clientReference: 'pay-1' }]);
});

test('signatures are accepted and refused exactly like by Stripe’s own SDK', async () => {
  const { gateway, webhook } = await stripeBank();
  const { Stripe } = await import('stripe');
  const now = Date.UTC(2026, 10, 20, 12);
  const timestamp = now / 1000;
  const { body: payload = '' } = webhook?.('cs_test_1', now) ?? {};
  const header = (options: object = {}) =>
    new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret: STRIPE_WEBHOOK_SECRET, timestamp, ...options });
  const read = (signature: string, body = payload) => gateway.webhook(body, new Headers({ 'stripe-signature': signature }), now);
  // Our test signatures match those of the SDK.
  expect(header()).toBe(stripeSignature(payload, now));
  for (const genuine of [
    header(),
    // While a secret is being replaced there are two signatures, one of them valid.
    `${header()},v1=potato`,
    `t=${timestamp},v1=potato,${header().split(',')[1]}`,
    header({ timestamp: timestamp - 299 }),
  ])
    expect(await read(genuine), genuine).toEqual({ reference: 'cs_test_1' });
  for (const forged of [
    '',
    "I'm not even a real signature header",
    header({ scheme: 'v0' }),
    header({ signature: 'bad_signature' }),
    header({ secret: 'whsec_other' }),
    header({ payload: `${payload} ` }),
    header({ timestamp: timestamp - 301 }),
    header().replace(/^t=\d+,/, ''),
    header().replace(`t=${timestamp}`, `t=${timestamp + 1}`),
  ])
    await expect(read(forged), forged).rejects.toThrow(ForgedWebhook);
});

test('the environment selects the gateways; the sandbox only if requested or in a full demo', async () => {
  const { store } = await startProvider({ demo: false });
  const of = (env: Record<string, string>) => makeGateways(readEnv({ DATA_DIR: '/nowhere', ...env }), store).map(({ id }) => id);
  expect(of({})).toEqual(['sandbox']);
  expect(of({ ORIGIN: 'https://panel.example' })).toEqual([]);
  expect(of({ ORIGIN: 'https://panel.example', PAYMENT_SANDBOX: '1' })).toEqual(['sandbox']);
  expect(of({ STRIPE_SECRET_KEY: 'sk_test_1', DEMO: 'off' })).toEqual(['stripe']);
  // The currency of the brand isn't the rial.
  expect(of({ ZARINPAL_MERCHANT_ID: '00000000-0000-4000-8000-000000000001', DEMO: 'off' })).toEqual([]);
});
