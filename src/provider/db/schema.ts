import type { Kysely, Selectable, Transaction } from 'kysely';

/*
 * The portable subset of SQLite and PostgreSQL (design.md section 3): ids are text (UUIDv7), times are epoch milliseconds,
 * money is whole mills, booleans are 0 or 1, JSON is text. Columns keep the names of the code; Kysely quotes them.
 */

export interface UserTable {
  id: string;
  /** Lower case; unique. */
  email: string;
  mobile: string | null;
  passwordHash: string;
  accountType: 'personal' | 'business';
  firstName: string;
  lastName: string;
  language: string;
  isAdmin: number;
  isDemo: number;
  emailVerifiedAt: number | null;
  createdAt: number;
}

export interface SessionTable {
  id: string;
  userId: string;
  /** The token that is good now, and the one before it, which a second tab may still be using. */
  tokenId: string;
  previousTokenId: string | null;
  rotatedAt: number;
  createdAt: number;
  lastSeenAt: number;
  /** End of the session; no token outlives it. */
  expiresAt: number;
  ip: string;
  userAgent: string;
  endedAt: number | null;
}

export interface VerificationTable {
  id: string;
  purpose: 'register' | 'reset';
  /** Address that the code was sent to. */
  target: string;
  /** Null where no account stands behind it, so that nobody can tell. */
  userId: string | null;
  codeHash: string;
  /** JSON: what is done once the code is right. */
  payload: string;
  attempts: number;
  sentAt: number;
  expiresAt: number;
  usedAt: number | null;
}

export interface ThrottleTable {
  id: string;
  count: number;
  resetAt: number;
}

export interface DomainTable {
  id: string;
  userId: string;
  /** ASCII form, lower case, no trailing dot. */
  name: string;
  status: 'active' | 'inactive' | 'pending' | 'pendingNsChange';
  plan: 'free' | 'eco' | 'com' | 'pro' | 'ent';
  planSince: number;
  firstNs: string;
  secondNs: string;
  dnssecStatus: 'off' | 'pending' | 'active';
  termsVersion: string;
  /** Grows with every change of the zone; becomes the serial of the SOA record. */
  zoneVersion: number;
  recordCount: number;
  createdAt: number;
}

export interface DnsRecordTable {
  id: string;
  domainId: string;
  name: string;
  type: string;
  content: string;
  /** Null is "automatic". */
  ttl: number | null;
  proxy: number;
  priority: number | null;
  weight: number | null;
  port: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface ServerTable {
  id: string;
  userId: string;
  name: string;
  /** JSON of the rest; the compute driver owns it. */
  data: string;
  createdAt: number;
}

export interface ChangeLogTable {
  id: string;
  time: number;
  /** Whose data was changed. Null before an account exists (a refused sign-in of an unknown address). */
  userId: string | null;
  actorType: 'user' | 'apiKey' | 'system' | 'operator';
  actorName: string;
  via: 'panel' | 'api' | 'system';
  ip: string;
  call: string;
  area: string;
  action: string;
  entityType: string;
  entityId: string;
  entityName: string;
  domainId: string | null;
  before: string | null;
  after: string | null;
  requestId: string;
}

export interface JobTable {
  id: string;
  kind: string;
  /** At most one waiting job with this key. */
  uniqueKey: string;
  payload: string;
  runAt: number;
  attempts: number;
  lockedUntil: number;
  /** How often it was asked for; a job that is asked for while it runs, runs again. */
  asked: number;
  lastError: string | null;
  createdAt: number;
}

export interface OutboxTable {
  id: string;
  channel: 'mail' | 'sms';
  recipient: string;
  subject: string;
  body: string;
  html: string | null;
  language: string;
  attempts: number;
  createdAt: number;
  sentAt: number | null;
  lastError: string | null;
}

export interface LedgerAccountTable {
  id: string;
  /** Null for the provider's own accounts. */
  userId: string | null;
  kind: 'wallet' | 'revenue' | 'funding' | 'bonus';
  /** `kind` or `kind:userId`; unique. */
  code: string;
}

export interface LedgerEntryTable {
  id: string;
  time: number;
  kind: 'topUp' | 'gift' | 'bonus' | 'usage' | 'invoice' | 'refund';
  /** What it was for, as a text key with params (JSON), so that it reads in every language. */
  description: string;
  reference: string | null;
}

export interface LedgerLineTable {
  id: string;
  entryId: string;
  accountId: string;
  /** Mills; positive is a credit of the account. The lines of an entry add up to 0. */
  amount: number;
}

export interface IdempotencyTable {
  id: string;
  userId: string;
  call: string;
  bodyHash: string;
  answer: string;
  createdAt: number;
}

export interface MetaTable {
  key: string;
  value: string;
}

export interface Database {
  user: UserTable;
  session: SessionTable;
  verification: VerificationTable;
  throttle: ThrottleTable;
  domain: DomainTable;
  dnsRecord: DnsRecordTable;
  server: ServerTable;
  changeLog: ChangeLogTable;
  job: JobTable;
  outbox: OutboxTable;
  ledgerAccount: LedgerAccountTable;
  ledgerEntry: LedgerEntryTable;
  ledgerLine: LedgerLineTable;
  idempotency: IdempotencyTable;
  meta: MetaTable;
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
export type User = Selectable<UserTable>;
export type Session = Selectable<SessionTable>;
export type Domain = Selectable<DomainTable>;
export type DnsRow = Selectable<DnsRecordTable>;
