import type { gatewayIds } from '../../../lib/contract/finance/payment.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';

/** An amount to pay. Amounts in mills, times in epoch ms. */
export interface Order {
  /** Our ID. Sending it again starts the same payment if the gateway supports this. */
  paymentId: string;
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** The description shown to the customer at the gateway. */
  description: string;
  email: string;
  locale: Locale;
  /** Where the gateway redirects the customer afterward, with any outcome. */
  returnUrl: string;
  expiresAt: number;
  /** The customer asked to save the card; only if the gateway has `cards`. `customer`: from a previously saved card. */
  saveCard?: { customer: string | null };
}

/** A card saved at a gateway. No other card data is known here. */
export interface StoredCard {
  /** The gateway's IDs of the customer and of the card. */
  customer: string;
  reference: string;
  /** In the spelling of the gateway: `visa`. */
  brand: string;
  last4: string;
  /** The last valid month: `2030-12`. */
  expires: string;
}

export interface Started {
  /** The gateway's ID of the payment. */
  reference: string;
  redirectUrl: string;
}

/** The status of a payment according to the gateway. `paymentId`: our ID as it was sent; null if the gateway doesn't store it. */
export type Verdict =
  | { status: 'paid'; amount: number; currency: string; paymentId: string | null; transactionId: string | null; card?: StoredCard }
  | { status: 'pending' }
  | { status: 'failed'; reason: 'cancelled' | 'declined' | 'expired' };

/** A payment whose status is queried. */
export interface PaymentRequest extends Started {
  paymentId: string;
  amount: number;
  currency: string;
  now: number;
}

/** A charge of a saved card. Amounts in mills. */
export interface Charge {
  /** Our ID. Sending it again is the same charge, for at least a day. */
  paymentId: string;
  amount: number;
  currency: string;
  description: string;
  card: Pick<StoredCard, 'customer' | 'reference'>;
  now: number;
}

/** The operations of a gateway on saved cards. */
export interface Cards {
  /**
   * The reference of a charge for `verify`, `webhook` and `refund`. It is known before the charge is made, so that a charge without a
   * response can be queried; one that never arrived is `pending`.
   */
  nameOf(card: Pick<StoredCard, 'customer'>, paymentId: string): string;
  /**
   * Charges a card without the customer being present.
   * @throws Error when the gateway can't be reached: the charge may have been made, and the call may be repeated
   */
  charge(charge: Charge, signal: AbortSignal): Promise<Verdict>;
  /** Deletes a card. Succeeds if it doesn't exist. @throws Error when the gateway can't be reached */
  forget(card: Pick<StoredCard, 'reference'>, signal: AbortSignal): Promise<void>;
}

/**
 * A payment gateway. The customer's return only indicates that something may have happened, and so does a webhook with a valid
 * signature: only `verify` is authoritative. Every call may be repeated, late, and by two processes at once.
 * `tests/support/gatewayContract.ts` tests the same.
 */
export interface PaymentGateway {
  readonly id: (typeof gatewayIds)[number];
  readonly capabilities: {
    /** True: no money is transferred. */
    simulated: boolean;
    webhook: boolean;
    refund: boolean;
  };
  /** Absent: it can't save cards. */
  readonly cards?: Cards;
  /** Timeout of a call, in ms. */
  readonly timeoutMs: number;
  /** @throws Error when the gateway can't be reached or refuses; nothing is charged */
  start(order: Order, signal: AbortSignal): Promise<Started>;
  /** @throws Error when the gateway can't be reached: the status is unknown */
  verify(requested: PaymentRequest, signal: AbortSignal): Promise<Verdict>;
  /**
   * Reads a webhook. `{ reference: null }`: valid, but about something else.
   * @returns null if it isn't for this gateway
   * @throws ForgedWebhook when the signature is missing, wrong or too old
   */
  webhook(body: string, headers: Headers, now: number): Promise<{ reference: string | null } | null>;
  /**
   * Refunds an amount, at most the paid one. Repeating the same `refundId` has no effect.
   * @throws Error when the gateway can't be reached or refuses
   */
  refund(requested: PaymentRequest, refund: { refundId: string; amount: number }, signal: AbortSignal): Promise<void>;
}

export class ForgedWebhook extends Error {}
