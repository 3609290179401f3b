import type { Locale } from '../../../lib/i18n/locales.ts';

/** What is to be paid. Amounts in mills, times in epoch ms. */
export interface Order {
  /** Ours. The same one sent again starts the same payment where the gateway can tell. */
  paymentId: string;
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** What the customer reads at the gateway. */
  description: string;
  email: string;
  locale: Locale;
  /** Where the gateway sends the customer afterwards, whatever happened. */
  returnUrl: string;
  expiresAt: number;
  /** The customer wants the card to be kept; only where the gateway has `cards`. `customer`: of a card that was kept before. */
  saveCard?: { customer: string | null };
}

/** A card that a gateway keeps. Nothing else of a card is ever known here. */
export interface KeptCard {
  /** The gateway's names of the payer and of the card. */
  customer: string;
  reference: string;
  /** As the gateway spells it: `visa`. */
  brand: string;
  last4: string;
  /** The last month in which it is valid: `2030-12`. */
  expires: string;
}

export interface Started {
  /** The gateway's name of the payment. */
  reference: string;
  redirectUrl: string;
}

/** What the gateway itself says about a payment. `paymentId`: ours as it was told; null where it keeps none. */
export type Verdict =
  | { status: 'paid'; amount: number; currency: string; paymentId: string | null; transactionId: string | null; card?: KeptCard }
  | { status: 'pending' }
  | { status: 'failed'; reason: 'cancelled' | 'declined' | 'expired' };

/** A payment as the gateway is asked about it. */
export interface Asked extends Started {
  paymentId: string;
  amount: number;
  currency: string;
  now: number;
}

/** A charge of a kept card. Amounts in mills. */
export interface Charge {
  /** Ours. The same one sent again is the same charge, for a day at least. */
  paymentId: string;
  amount: number;
  currency: string;
  description: string;
  card: Pick<KeptCard, 'customer' | 'reference'>;
  now: number;
}

/** What a gateway can do with the cards that it keeps. */
export interface Cards {
  /**
   * What `verify`, `webhook` and `refund` call a charge. It is known before the charge is made, so that one whose answer was lost can be
   * asked about; one that never arrived is `pending`.
   */
  nameOf(card: Pick<KeptCard, 'customer'>, paymentId: string): string;
  /**
   * Charges a card while the customer isn’t there.
   * @throws Error when the gateway can't be reached: whether it has charged is not known then, and the call may be repeated
   */
  charge(charge: Charge, signal: AbortSignal): Promise<Verdict>;
  /** Lets go of a card. One that it doesn’t have is let go of already. @throws Error when the gateway can't be reached */
  forget(card: Pick<KeptCard, 'reference'>, signal: AbortSignal): Promise<void>;
}

/**
 * A payment gateway. The customer's return is only a hint that something may have happened, and so is a webhook once its signature is
 * verified: what counts is `verify`. Every call may be made again, late, and by two processes at once.
 * `tests/support/gateway-contract.ts` says the same as tests.
 */
export interface PaymentGateway {
  readonly id: 'sandbox' | 'stripe' | 'zarinpal';
  readonly capabilities: {
    /** True: no money moves. */
    simulated: boolean;
    webhook: boolean;
    refund: boolean;
  };
  /** Absent: it can't keep cards. */
  readonly cards?: Cards;
  /** How long a call may take, in ms. */
  readonly timeoutMs: number;
  /** @throws Error when the gateway can't be reached or refuses; nothing is charged then */
  start(order: Order, signal: AbortSignal): Promise<Started>;
  /** @throws Error when the gateway can't be reached: nothing is known then */
  verify(asked: Asked, signal: AbortSignal): Promise<Verdict>;
  /**
   * Reads a notification. `{ reference: null }`: genuine, but about something else.
   * @returns null when it isn't addressed to this gateway
   * @throws ForgedWebhook when the signature is missing, wrong or too old
   */
  webhook(body: string, headers: Headers, now: number): Promise<{ reference: string | null } | null>;
  /**
   * Pays an amount back, at most what was paid. With the same `refundId` again: does nothing.
   * @throws Error when the gateway can't be reached or refuses
   */
  refund(asked: Asked, refund: { refundId: string; amount: number }, signal: AbortSignal): Promise<void>;
}

export class ForgedWebhook extends Error {}
