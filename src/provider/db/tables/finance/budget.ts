export interface BudgetTable {
  accountId: string;
  /** Mills; null: no budget. */
  monthly: number | null;
  /** JSON: percentages of the budget. */
  thresholds: string;
  /** Mills; null: no cap. */
  hardCap: number | null;
  capAction: 'notify' | 'cacheOnly' | 'challenge' | 'pause';
  /** JSON: caps by domain. */
  perDomain: string;
  version: number;
  updatedAt: number;
}

/** A threshold notification or a cap action in a month. */
export interface BudgetMarkTable {
  accountId: string;
  month: string;
  /** `threshold:80`, `cap`, `cap:<domainId>`. */
  mark: string;
  at: number;
}

/** An account with a balance below zero. */
export interface NegativeBalanceTable {
  accountId: string;
  since: number;
  /** When the last warning before the suspension was sent. */
  warnedAt: number | null;
  stoppedAt: number | null;
}
