export interface ApiKeyTable {
  id: string;
  accountId: string;
  /** Who made it, and in whose name it acts. */
  userId: string;
  name: string;
  /** SHA-256 of the token, which is kept nowhere. */
  tokenHash: string;
  /** Its first characters, to recognise it by. */
  tokenHint: string;
  /** The token before the last roll, while it still works. */
  oldTokenHash: string | null;
  oldTokenUntil: number | null;
  /** JSON: `none`, `read` or `write` by area. */
  access: string;
  /** JSON: the domains that it can reach; null: all of the account. */
  domainIds: string | null;
  /** JSON: addresses and networks; empty: any. */
  allowedIps: string;
  createdAt: number;
  /** Null: never. */
  expiresAt: number | null;
  lastUsedAt: number | null;
  lastIp: string | null;
}
