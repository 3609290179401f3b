import { brand } from '../../../config/brand.ts';
import type { Env } from '../../../config/env.ts';
import type { Store } from '../../db/open.ts';
import type { PaymentGateway } from './payment.ts';
import { sandboxGateway } from './sandbox.ts';
import { stripeGateway } from './stripe.ts';
import { zarinpalGateway } from './zarinpal.ts';

type GatewayEnv = Pick<Env, 'sandbox' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'ZARINPAL_MERCHANT_ID' | 'ZARINPAL_URL'>;

/** The gateways from the environment, in the order in which they are offered. None: top-up isn't offered. */
export function makeGateways(env: GatewayEnv, store: Store): PaymentGateway[] {
  const { code, divisor } = brand.currency;
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, ZARINPAL_MERCHANT_ID, ZARINPAL_URL } = env;
  return [
    ...(STRIPE_SECRET_KEY ? [stripeGateway({ secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, divisor })] : []),
    // It only supports rials.
    ...(ZARINPAL_MERCHANT_ID && code === 'IRR' ? [zarinpalGateway({ merchantId: ZARINPAL_MERCHANT_ID, url: ZARINPAL_URL, divisor })] : []),
    ...(env.sandbox ? [sandboxGateway(store)] : []),
  ];
}
