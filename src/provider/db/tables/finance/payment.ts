import type { PaymentGateway } from '../../../drivers/payment/payment.ts';

/** A payment through a gateway, to the wallet or for an invoice. Amounts in mills, times in epoch ms. */
export interface PaymentTable {
  id: string;
  accountId: string;
  gateway: PaymentGateway['id'];
  /** What the gateway calls it; unique for each gateway. */
  reference: string;
  redirectUrl: string;
  amount: number;
  currency: string;
  /** Fixed when the payment is made, so that what was shown is what is credited. */
  bonus: number;
  gift: number;
  giftCode: string | null;
  /** The proforma invoice that it pays; null: a top-up. */
  invoiceId: string | null;
  /** A failed one can still be paid: a bank may report late. A paid one never changes. */
  status: 'pending' | 'paid' | 'failed';
  failure: 'cancelled' | 'declined' | 'expired' | 'mismatch' | null;
  /** A path of the panel that the customer came from. */
  returnTo: string | null;
  /** 1: the customer wants the card to be saved. */
  saveCard: 0 | 1;
  /** The saved card that it charges; null also once that was removed. */
  cardId: string | null;
  /** The last four digits of that card; null: not an automatic top-up. */
  cardLast4: string | null;
  /** The gateway's number of the paid transaction. */
  transactionId: string | null;
  createdAt: number;
  expiresAt: number;
  settledAt: number | null;
}

/** What is paid back of a payment. Once it is pending it has left the wallet; the gateway is told until it has confirmed. */
export interface RefundTable {
  id: string;
  paymentId: string;
  /** Mills. */
  amount: number;
  reason: string;
  /** `waiting` and `rejected`: of a large one, which a second operator decides. */
  status: 'waiting' | 'pending' | 'done' | 'rejected';
  operatorId: string;
  decidedBy: string | null;
  decidedAt: number | null;
  createdAt: number;
  doneAt: number | null;
}

/** The use of a gift code by an account. At most one is used, and at most one is pending for each code. */
export interface GiftUseTable {
  id: string;
  accountId: string;
  code: string;
  status: 'pending' | 'used' | 'cancelled';
  /** The payment that it goes with; null: it waits for the next one. */
  paymentId: string | null;
  createdAt: number;
  usedAt: number | null;
}

/** How often a code with `maxUses` was used by all customers together. */
export interface GiftCountTable {
  code: string;
  used: number;
}

/** What the sandbox gateway knows: it stands for the bank, so settlement reads none of this but through the gateway. */
export interface SandboxPaymentTable {
  reference: string;
  paymentId: string;
  amount: number;
  currency: string;
  outcome: 'pay' | 'fail' | 'cancel' | null;
  /** When the outcome counts; later than the choice for a delayed payment. */
  outcomeAt: number | null;
  refundedAt: number | null;
  expiresAt: number;
  /** The card to be kept: what its later charges end with. Null: none. */
  card: 'accepted' | 'declined' | null;
}
