import type { BudgetForm } from '../../../../lib/contract/finance/budget.ts';

export interface BudgetTable {
  accountId: string;
  /** Mills; null: no budget. */
  monthly: number | null;
  /** Percentages of the budget. */
  thresholds: number[];
  /** Mills; null: no cap. */
  hardCap: number | null;
  capAction: 'notify' | 'cacheOnly' | 'challenge' | 'pause';
  /** Caps by domain, in mills. */
  perDomain: BudgetForm['perDomain'];
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
