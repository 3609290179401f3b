/** A customer's consent that support sees their panel. No row: there is none. */
export interface SupportConsentTable {
  accountId: string;
  givenAt: number;
  /** Null: until it is withdrawn. */
  endsAt: number | null;
}

/** An operator's session that sees the panel of a customer, at most one at a time. */
export interface SupportViewTable {
  id: string;
  accountId: string;
  sessionId: string;
  /** Email address, as the audit logs name the operator. */
  operator: string;
  reason: string;
  startedAt: number;
  /** It ends by itself. */
  endsAt: number;
  /** Null: it wasn't ended before. */
  endedAt: number | null;
}
