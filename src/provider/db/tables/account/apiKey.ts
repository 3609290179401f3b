import type { Generated } from 'kysely';
import type { AccessLevel } from '../../../../lib/rules/core/apiKeyAccess.ts';

export interface ApiKeyTable {
  id: string;
  accountId: string;
  /** The user who created it and on whose behalf it acts. */
  userId: string;
  name: string;
  /** SHA-256 of the token, which isn't stored. */
  tokenHash: string;
  /** Its first characters, for display. */
  tokenHint: string;
  /** The token before the last roll, while it still works. */
  oldTokenHash: string | null;
  oldTokenUntil: number | null;
  /** `none`, `read` or `write` by area. */
  access: Partial<Record<string, AccessLevel>>;
  /** The domains in its scope; null: all of the account. */
  domainIds: string[] | null;
  /** The servers in its scope; null: all of the account. */
  serverIds: string[] | null;
  /** Addresses and networks; empty: any. */
  allowedIps: string[];
  /** What its calls may charge to the wallet in a calendar month (UTC), in mills; null: no limit. */
  monthlyLimit: number | null;
  /** The month of `spent`, as in `2026-11`; null: it has never charged anything. */
  spentMonth: Generated<string | null>;
  /** Mills that its calls charged in `spentMonth`. */
  spent: Generated<number>;
  /** It changes nothing itself: it proposes, and a person approves. */
  needsApproval: boolean;
  createdAt: number;
  /** Null: never. */
  expiresAt: number | null;
  lastUsedAt: number | null;
  lastIp: string | null;
}

/** One of the newest calls of a key. IDs are in the order of their times. */
export interface ApiKeyCallTable {
  id: string;
  keyId: string;
  time: number;
  /** As in `dns.create`. */
  call: string;
  status: number;
  ip: string;
}
