import type { gatewayIds } from '../../../../lib/contract/finance/payment.ts';

/** A payment through a gateway, to the wallet or for an invoice. Amounts in mills, times in epoch ms. */
export interface PaymentTable {
  id: string;
  accountId: string;
  gateway: (typeof gatewayIds)[number];
  /** The gateway's ID; unique for each gateway. */
  reference: string;
  redirectUrl: string;
  amount: number;
  currency: string;
  /** Fixed when the payment is created, so that the displayed amount is credited. */
  bonus: number;
  gift: number;
  giftCode: string | null;
  /** The proforma invoice of the payment; null: a top-up. */
  invoiceId: string | null;
  /** A failed one can still become paid, because a bank may report late. A paid one never changes. */
  status: 'pending' | 'paid' | 'failed';
  /** `replaced`: its gift code was reserved for another top-up. */
  failure: 'cancelled' | 'declined' | 'expired' | 'mismatch' | 'replaced' | null;
  /** The panel path that the customer came from. */
  returnTo: string | null;
  /** The customer asked to save the card. */
  saveCard: boolean;
  /** The saved card to charge; null also after the card was removed. */
  cardId: string | null;
  /** The last four digits of that card; null: not an automatic top-up. */
  cardLast4: string | null;
  /** The gateway's ID of the paid transaction. */
  transactionId: string | null;
  createdAt: number;
  expiresAt: number;
  settledAt: number | null;
}

/** A refund of a payment. A pending one is already deducted from the wallet, and is sent to the gateway until it is confirmed. */
export interface RefundTable {
  id: string;
  paymentId: string;
  /** Mills. */
  amount: number;
  reason: string;
  /** `waiting` and `rejected`: for large ones, which need a second operator. */
  status: 'waiting' | 'pending' | 'done' | 'rejected';
  operatorId: string;
  decidedBy: string | null;
  decidedAt: number | null;
  createdAt: number;
  doneAt: number | null;
}

/** The use of a gift code by an account. For each code, at most one is used and at most one is pending. */
export interface GiftUseTable {
  id: string;
  accountId: string;
  code: string;
  status: 'pending' | 'used' | 'cancelled';
  /** The payment it applies to; null: the next one. */
  paymentId: string | null;
  createdAt: number;
  usedAt: number | null;
}

/** A code that adds credit to a top-up: a fixed `amount`, or `percent` of it up to `most`. Money in mills. */
export interface GiftCodeTable {
  /** Upper case. */
  code: string;
  amount: number | null;
  percent: number | null;
  most: number | null;
  /** By all customers together; each customer has one. Null: no limit. */
  maxUses: number | null;
  expiresAt: number | null;
  /** An operator turned it off. */
  disabledAt: number | null;
  version: number;
  createdAt: number;
}

/** How often a code was used by all customers together. */
export interface GiftCountTable {
  code: string;
  used: number;
}

/** The records of the sandbox gateway. It simulates a bank, so settlement only accesses them through the gateway. */
export interface SandboxPaymentTable {
  reference: string;
  paymentId: string;
  amount: number;
  currency: string;
  outcome: 'pay' | 'fail' | 'cancel' | null;
  /** When the outcome takes effect; later than the choice for a delayed payment. */
  outcomeAt: number | null;
  refundedAt: number | null;
  expiresAt: number;
  /** The saved card: the outcome of its later charges. Null: none. */
  card: 'accepted' | 'declined' | null;
}
