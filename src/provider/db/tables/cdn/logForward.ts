import type { DeliveryReason } from '../../../../lib/rules/core/delivery.ts';

/** Where the activity of a domain is sent to, and how far that has come. */
export interface LogTargetTable {
  id: string;
  domainId: string;
  kind: 'http';
  target: string;
  format: 'ndjson' | 'json';
  /** Sealed (`auth/seal.ts`); null: batches are not signed. */
  secret: string | null;
  enabled: number;
  /** Of the last entry that was delivered, in the order of its domain (`logPlace`). */
  place: number;
  deliveredAt: number | null;
  /** Tries in a row that failed. Null or 0 in the five below: the last one went well, or there was none. */
  attempts: number;
  failingSince: number | null;
  failedAt: number | null;
  nextAttemptAt: number;
  reason: DeliveryReason | null;
  /** HTTP status that was answered instead of 2xx. */
  status: number | null;
  /** Failed for so long that it was switched off. */
  suspendedAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}
