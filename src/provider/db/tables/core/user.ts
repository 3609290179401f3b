import type { Generated } from 'kysely';
import type { Calendar, Digits } from '../../../../lib/format/region.ts';
import type { ClosingReason } from '../../../../lib/rules/core/closing.ts';
import type { SignInProof } from '../../../../lib/rules/core/signIn.ts';
import type { StaffRole } from '../../../../lib/rules/core/staff.ts';
import type { SuspendReason } from '../../../../lib/rules/core/suspendReasons.ts';

/** An address or a network that an account can be used from. */
export interface AllowedIp {
  id: string;
  /** In canonical form; older ones as typed. */
  ip: string;
  description: string;
  /** Epoch milliseconds. */
  createdAt: number;
}

export interface UserTable {
  id: string;
  /** Lower case; unique. */
  email: string;
  mobile: string | null;
  /** Empty: nobody signs in with a password until the owner has set a new one with a code. */
  passwordHash: string;
  accountType: 'personal' | 'business';
  firstName: string;
  lastName: string;
  language: string;
  /** The address and the names, folded (`lib/format/fold.ts`). */
  searchText: string;
  /** Of an operator; null: a customer. */
  staffRole: StaffRole | null;
  isDemo: boolean;
  emailVerifiedAt: number | null;
  createdAt: number;
  /** ISO 3166-1 alpha-2; empty: not given. The same applies to the details below. */
  country: Generated<string>;
  nationalCode: Generated<string>;
  postalCode: Generated<string>;
  address: Generated<string>;
  legalName: Generated<string>;
  economicCode: Generated<string>;
  legalNationalId: Generated<string>;
  registrationNumber: Generated<string>;
  /** When the number in `mobile` was verified with a code. */
  mobileVerifiedAt: Generated<number | null>;
  /** The format of dates and numbers (`lib/format/region.ts`). */
  timeZone: Generated<string>;
  calendar: Generated<Calendar>;
  digits: Generated<Digits>;
  /** Null: set on each device. */
  theme: Generated<'system' | 'light' | 'dark' | null>;
  density: Generated<'comfortable' | 'compact'>;
  /** The maximum number of sessions of the account, and of sessions from one network. */
  maxSessions: Generated<number>;
  maxSessionsPerIp: Generated<number>;
  /** It can only be used from the addresses in `allowedIps` (`core/session/allowedIps.ts`). */
  ipRestricted: Generated<boolean>;
  allowedIps: Generated<AllowedIp[]>;
  /** When operators suspended the account; null: it isn't. Both columns below belong to it. */
  suspendedAt: Generated<number | null>;
  suspendReason: Generated<SuspendReason | null>;
  /** What the customer reads about it. */
  suspendText: Generated<string | null>;
  /** When the account closes, at the customer's request; null: not requested, or cancelled. */
  closesAt: Generated<number | null>;
  closeReason: Generated<ClosingReason | null>;
  /** When the reminder was sent. */
  closeWarnedAt: Generated<number | null>;
  /** When the removal started: from then on nobody can sign in. */
  closeStartedAt: Generated<number | null>;
  /** When everything was removed. The row remains under a pseudonym, for invoices and the ledger. */
  closedAt: Generated<number | null>;
}

export interface SessionTable {
  id: string;
  userId: string;
  /** The current token, and the previous one, which a second tab may still be using. */
  /** The account it acts for; null: the user's own. */
  accountId: string | null;
  tokenId: string;
  previousTokenId: string | null;
  rotatedAt: number;
  createdAt: number;
  lastSeenAt: number;
  /** End of the session; no token outlives it. */
  expiresAt: number;
  ip: string;
  userAgent: string;
  /** From the client hints, else from the user agent; empty if neither contains it. */
  browser: Generated<string>;
  system: Generated<string>;
  endedAt: number | null;
  /** When the password was last entered in this session; null: only at sign-in. */
  confirmedAt: Generated<number | null>;
  /** The sign-in method; null: the session is older than this column. */
  method: Generated<SignInProof | null>;
}

export interface ThrottleTable {
  id: string;
  count: number;
  resetAt: number;
}
