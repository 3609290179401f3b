import type { Generated } from 'kysely';
import type { Supply } from '../../../../lib/rules/core/supply.ts';

/** The traffic of a domain in a calendar month (UTC), by the account that pays for it. Remains when the domain is removed. */
export interface DomainTrafficTable {
  domainId: string;
  accountId: string;
  /** As in `2026-11`. */
  month: string;
  /** The domain's name, which outlives it. */
  name: string;
  requests: number;
  /** Sent to visitors. */
  bytes: number;
  /** Gigabytes that its plan includes: the largest amount of the month; null: by contract, without a limit. */
  included: number | null;
  /** Bytes taken from the account's free traffic. */
  free: number;
  /** Bytes that the wallet pays for, and the mills that were booked for them. */
  charged: number;
  booked: number;
  /** The bytes that aren't booked yet, as they cost less than a mill. */
  pendingSupplies: Supply[] | null;
}

/** An hour of a domain that was counted. Stored while lines of the hour may still arrive, and some days more. */
export interface TrafficHourTable {
  domainId: string;
  /** When the hour begins, epoch ms. */
  at: number;
  /** Who pays for it; null: nobody, because the domain was stopped. */
  accountId: string | null;
  requests: number;
  bytes: number;
  /** Those of its bytes that the wallet pays for. */
  charged: number;
}

/** One row: the hours that the meter has counted. Epoch ms. */
export interface TrafficMeterTable {
  /** 1. */
  id: number;
  /** Hours before aren't charged: nothing was metered then. */
  since: number;
  /** All hours before are counted, except for lines that arrived late. */
  until: number;
}

/** A price of a gigabyte that operators set, valid until the next one. Months without one have the price in the code (docs/decisions/0043). */
export interface TrafficPriceTable {
  /** From its start (UTC), as in `2026-11`. */
  month: string;
  /** Mills. */
  price: number;
  /** One more than that of the change before. */
  version: number;
  /** The operator's email. */
  actor: string;
  createdAt: number;
  /** The last account that was notified of it, in the order of IDs. */
  announcedTo: Generated<string | null>;
}
