import type { DeliveryReason } from '../../../../lib/rules/core/delivery.ts';

/** A target that the activity of a domain is sent to, and its position. */
export interface LogTargetTable {
  id: string;
  domainId: string;
  kind: 'http';
  target: string;
  format: 'ndjson' | 'json';
  /** Sealed (`auth/seal.ts`); null: batches aren't signed. */
  secret: string | null;
  enabled: boolean;
  /** Position of the last delivered entry, in the order of its domain (`logPlace`). */
  place: number;
  deliveredAt: number | null;
  /** Consecutive failed attempts. Null or 0 in the five below: the last attempt succeeded, or there was none. */
  attempts: number;
  failingSince: number | null;
  failedAt: number | null;
  nextAttemptAt: number;
  reason: DeliveryReason | null;
  /** HTTP status of a response other than 2xx. */
  status: number | null;
  /** When it was disabled after failing for too long. */
  suspendedAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}
