import type { gatewayIds } from '../../../../lib/contract/finance/payment.ts';

/** A card saved at a gateway for an account. Card numbers aren't stored here. */
export interface SavedCardTable {
  id: string;
  accountId: string;
  gateway: (typeof gatewayIds)[number];
  /** The gateway's IDs of the customer and of the card. */
  customer: string;
  reference: string;
  brand: string;
  last4: string;
  /** `2030-12` */
  expires: string;
  createdAt: number;
  /** The gateway still has to delete it; then the row is deleted. Null: it can be used. */
  removedAt: number | null;
}

/** Automatic top-up of an account’s wallet from a saved card. Amounts in mills, times in epoch ms. */
export interface AutoTopUpTable {
  accountId: string;
  enabled: boolean;
  threshold: number;
  amount: number;
  cardId: string | null;
  /** When the last one started: the balance must reach the threshold before another one. Null: none since it was turned on. */
  startedAt: number | null;
  /** A charge failed; nothing is charged until the customer turns it on again. */
  pausedAt: number | null;
  version: number;
  updatedAt: number;
}
