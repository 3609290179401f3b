/** A state of `DATA_DIR/site/brand.json`. */
export interface BrandVersionTable {
  /** 1 for the oldest one. */
  number: number;
  /** When it was saved; of one that was found on the server, when the file was changed. */
  at: number;
  /** `file`: found on the server, where somebody has edited it. */
  source: 'panel' | 'file';
  /** Email address of the operator; null: found on the server. */
  by: string | null;
  note: string | null;
  /** The number of the version that was restored. */
  restored: number | null;
  /** Of the content; empty: there was no file. */
  hash: string;
  /** Null: there was no file. */
  content: string | null;
}

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
  brandVersion: BrandVersionTable;
  creditRequest: CreditRequestTable;
}
