import type { PaymentGateway } from '../../../drivers/payment/payment.ts';

/** A card that a gateway keeps for an account. No number of a card is here. */
export interface SavedCardTable {
  id: string;
  accountId: string;
  gateway: PaymentGateway['id'];
  /** The gateway's names of the payer and of the card. */
  customer: string;
  reference: string;
  brand: string;
  last4: string;
  /** `2030-12` */
  expires: string;
  createdAt: number;
  /** The gateway still has to let go of it; then the row goes. Null: it can be used. */
  removedAt: number | null;
}

/** When an account’s wallet is topped up from a saved card. Amounts in mills, times in epoch ms. */
export interface AutoTopUpTable {
  accountId: string;
  enabled: 0 | 1;
  threshold: number;
  amount: number;
  cardId: string | null;
  /** When the last one was started: another one needs a balance that has been at the threshold since. Null: none since it was turned on. */
  startedAt: number | null;
  /** A charge has failed; nothing is charged until the customer turns it on again. */
  pausedAt: number | null;
  version: number;
  updatedAt: number;
}
