import type { Generated } from 'kysely';
import type { TKey, TParams } from '../../../../lib/i18n/keys.ts';
import type { Supply } from '../../../../lib/rules/core/supply.ts';

/** For display in every language. */
export interface StoredText {
  key: TKey;
  params?: TParams;
}

export interface LedgerAccountTable {
  id: string;
  /** The customer's account of the wallet; null for the provider's own ledger accounts. */
  ownerId: string | null;
  kind: 'wallet' | 'revenue' | 'funding' | 'bonus';
  /** `kind` or `kind:ownerId`; unique. */
  code: string;
}

export interface LedgerEntryTable {
  id: string;
  time: number;
  kind: 'topUp' | 'gift' | 'bonus' | 'usage' | 'invoice' | 'refund';
  /** The purpose. */
  description: StoredText;
  reference: string | null;
  /** Mills deducted by a discount, before the amount of its lines. */
  discount: Generated<number>;
  /** What was charged, for the invoice; null: an entry of an earlier version, or without a quantity. */
  supplies: Supply[] | null;
}

export interface PostingTable {
  id: string;
  entryId: string;
  accountId: string;
  /** Mills; positive is a credit of the account. The lines of an entry add up to 0. */
  amount: number;
}
