export interface LedgerAccountTable {
  id: string;
  /** Null for the provider's own accounts. */
  userId: string | null;
  kind: 'wallet' | 'revenue' | 'funding' | 'bonus';
  /** `kind` or `kind:userId`; unique. */
  code: string;
}

export interface LedgerEntryTable {
  id: string;
  time: number;
  kind: 'topUp' | 'gift' | 'bonus' | 'usage' | 'invoice' | 'refund';
  /** What it was for, as a text key with params (JSON), so that it reads in every language. */
  description: string;
  reference: string | null;
}

export interface LedgerLineTable {
  id: string;
  entryId: string;
  accountId: string;
  /** Mills; positive is a credit of the account. The lines of an entry add up to 0. */
  amount: number;
}
