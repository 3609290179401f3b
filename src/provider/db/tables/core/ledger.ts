import type { Generated } from 'kysely';

export interface LedgerAccountTable {
  id: string;
  /** The customer's account that the wallet belongs to; null for the provider's own. */
  ownerId: string | null;
  kind: 'wallet' | 'revenue' | 'funding' | 'bonus';
  /** `kind` or `kind:ownerId`; unique. */
  code: string;
}

export interface LedgerEntryTable {
  id: string;
  time: number;
  kind: 'topUp' | 'gift' | 'bonus' | 'usage' | 'invoice' | 'refund';
  /** What it was for, as a text key with params (JSON), so that it reads in every language. */
  description: string;
  reference: string | null;
  /** Mills that a discount took off the price, before the amount of its lines. */
  discount: Generated<number>;
}

export interface LedgerLineTable {
  id: string;
  entryId: string;
  accountId: string;
  /** Mills; positive is a credit of the account. The lines of an entry add up to 0. */
  amount: number;
}
