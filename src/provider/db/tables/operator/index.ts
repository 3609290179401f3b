/** A correction of a wallet that a second operator has to approve. */
export interface CreditRequestTable {
  id: string;
  accountId: string;
  /** Mills; negative: a debit. */
  amount: number;
  reason: string;
  /** Email address of the operator, as of the one who decided. */
  requestedBy: string;
  createdAt: number;
  status: 'waiting' | 'approved' | 'rejected';
  decidedBy: string | null;
  decidedAt: number | null;
}

export interface OperatorTables {
  creditRequest: CreditRequestTable;
}
