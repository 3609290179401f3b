/** A plan that was bought and renews; a domain on Basic or by contract has no row. Which plan it is, `domain.plan` says. */
export interface DomainPlanTable {
  domainId: string;
  period: 'month' | 'year';
  /** Periods are counted from here, so that one that began on the 31st finds its day again after February. */
  anchorAt: number;
  /** When it was last bought, by a change and not by a renewal: the 15 days of the downgrade lock begin here. */
  boughtAt: number;
  /** The period that is paid, and what was paid for it, in mills. */
  startsAt: number;
  endsAt: number;
  paid: number;
  /** When the customer was told of this period's end; null: not yet. */
  noticedAt: number | null;
  /** When the next period could first not be paid, and when the service was disabled for it. */
  unpaidSince: number | null;
  disabledAt: number | null;
  /** 1: being disabled paused the domain, so that paying resumes it. One that its owner has paused stays so. */
  didPause: number;
}

/** One use of a voucher for each customer. */
export interface VoucherUseTable {
  accountId: string;
  code: string;
  domainId: string;
  usedAt: number;
}
