/** A wallet correction that needs the approval of a second operator. */
export interface CreditRequestTable {
  id: string;
  accountId: string;
  /** Mills; negative: a debit. */
  amount: number;
  reason: string;
  /** Email address of the operator; the same for the one who decided. */
  requestedBy: string;
  createdAt: number;
  status: 'waiting' | 'approved' | 'rejected';
  decidedBy: string | null;
  decidedAt: number | null;
}

export interface OperatorTables {
  creditRequest: CreditRequestTable;
}
