import type { Generated } from 'kysely';

/** A price that operators set. What has no row has the price in the code (docs/decisions/0043). */
export interface CloudPriceTable {
  /** ID of a predefined size, or a unit, as in `lib/rules/cloud/rates.ts`. */
  item: string;
  /** Epoch ms: a full hour. Valid until the next one of its item. */
  validFrom: number;
  /** Micro-mills an hour. */
  rate: number;
  /** Of its item: one more than that of the change before. */
  version: number;
  /** The operator's email. */
  actor: string;
  createdAt: number;
  /** The last account that was notified of it, in the order of IDs. */
  announcedTo: Generated<string | null>;
}
