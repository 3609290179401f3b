/** A purchased plan that renews; a domain on Basic or with a contract has no row. The plan itself is in `domain.plan`. */
export interface DomainPlanTable {
  domainId: string;
  period: 'month' | 'year';
  /** Periods are counted from here, so that one that started on the 31st returns to this day after February. */
  anchorAt: number;
  /** When it was last bought by a change rather than a renewal: the 15 days of the downgrade lock start here. */
  boughtAt: number;
  /** The paid period and the amount paid for it, in mills. */
  startsAt: number;
  endsAt: number;
  paid: number;
  /** When the customer was notified of the end of this period; null: not yet. */
  noticedAt: number | null;
  /** When the payment of the next period first failed, and when the service was disabled for it. */
  unpaidSince: number | null;
  disabledAt: number | null;
  /** 1: disabling the service paused the domain, so paying resumes it. A domain paused by its owner stays paused. */
  didPause: number;
}

/** A voucher: a code that reduces the price of a plan's period once per customer, by an amount in mills or by a percentage. */
export interface DiscountCodeTable {
  code: string;
  amount: number | null;
  percent: number | null;
  /** Maximum uses by all customers together; null: no limit. */
  maxUses: number | null;
  used: number;
  expiresAt: number | null;
  disabledAt: number | null;
  version: number;
  /** 0: it is older than this table. */
  createdAt: number;
}

/** One use of a voucher for each customer. */
export interface VoucherUseTable {
  accountId: string;
  code: string;
  domainId: string;
  usedAt: number;
}
