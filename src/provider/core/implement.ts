import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Call, Group } from '../../lib/contract/call.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import type { Translate } from '../../lib/i18n/translator.ts';
import type { Db, Session, Tx, User } from '../db/schema.ts';
import type { ChangeLogTable } from '../db/tables/core/work.ts';
import type { Account } from '../kernel/account.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { Change } from './changes.ts';
import type { Serialized } from './serialized.ts';
import type { Work } from './services.ts';
import type { Acting } from './session/acting.ts';
import type { KeyAccess } from './session/apiKeys.ts';
import type { KeyIdentity } from './session/identify.ts';

/** A write in progress: one transaction and its change log. */
export interface Writing {
  tx: Tx;
  /** Adds an entry to the change log, in the same transaction. */
  log(change: Change): Promise<void>;
}

/** What surrounds a call that `perform` makes, in its transaction. */
export interface Around {
  /** @param log writes an entry of the call that performs it */
  before?(tx: Tx, log: (change: Change) => Promise<void>): Promise<void>;
  /** @param written reads the entries of the change log that the call has written */
  after(tx: Tx, written: () => Promise<Selectable<ChangeLogTable>[]>): Promise<void>;
}

export interface CallCtx extends Work {
  /** Read only. Anything that a decision depends on must be read inside `write`. */
  db: Db;
  /**
   * Runs `work` in one transaction, at most once per call, and returns the response of the call. `work` returns the output, or a
   * refusal whose side effects are to be committed (a counted attempt, a log entry); a refusal that it throws rolls back. The output
   * schema and the presence of a change log entry are checked before the commit (docs/decisions/0021).
   *
   * Calls of one customer are serialized, so a count stays correct until the insert.
   * @param lock serializes by another name than the customer's, such as `email:…` before an account exists, or by several
   */
  write<T>(work: (writing: Writing) => Promise<T | Refusal>, lock?: string | readonly string[]): Promise<Serialized<T>>;
  /**
   * Makes another call in the name of an API key, with its access, in a transaction of its own that `around` belongs to: what either of
   * them throws rolls back both. The input is checked as if the key had sent it.
   * @returns whether there was a transaction; without one, nothing was changed
   * @throws Refusal of the call
   */
  perform(who: KeyIdentity, call: string, input: unknown, around: Around): Promise<boolean>;
  /** Declares that this state-changing call changed nothing (a dry run, a repeated request), so it needs no log entry. */
  changedNothing(): void;
  /**
   * For long lists: returns the response that was computed for the same input and `version` before, or computes it. Check ownership
   * first.
   * @param version identifies everything that `compute` reads, as in the versions of a zone and of its settings
   */
  cached<T>(version: string, compute: () => Promise<T>): Promise<Serialized<T>>;
  /** Who owns: everything that a customer has belongs to an account. */
  account: Account | null;
  /** Who acts, as the change log names them. */
  user: User | null;
  /** The account that they act for, and their role in it. `account` differs for calls about the person (session/acting.ts). */
  acting: Acting | null;
  session: Session | null;
  /** The API key that calls; null: a person, or an anonymous caller. */
  key: KeyAccess | null;
  /** When the token of this call expires, epoch ms; 0 without a token. */
  sessionEndsAt: number;
  locale: Locale;
  t: Translate;
  /** The caller's address, after trusted proxies. */
  ip: string;
  userAgent: string;
  requestId: string;
  headers: Headers;
  /** The raw JSON body, for signatures over it; empty for other calls. */
  body: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}
export type SignedIn = CallCtx & { user: User; account: Account; acting: Acting };

type ContextFor<A> = A extends 'session' ? SignedIn : CallCtx;
/** The file of a multipart call. */
export interface UploadedFile {
  /** Reads from disk. The file is deleted when the call is over, unless it was claimed. */
  file: File;
  stored: {
    /** File name in the upload folder. */
    path: string;
    /** The browser's file name. */
    name: string;
    size: number;
    /** SHA-256, hex. */
    hash: string;
    /** The first 4 KB. */
    head: Uint8Array;
    /** The whole file is UTF-8 without control characters. */
    isText: boolean;
    /** Keeps the file: call it in the transaction that refers to it. */
    claim(): void;
  };
}

/** What a handler returns: the output, or the output already checked and serialized. */
type Result<T> = T | Serialized<T>;

type Handler<C> =
  C extends Call<infer I, infer O, infer A>
    ? (ctx: ContextFor<A>, input: z.output<I>, upload: UploadedFile) => Result<z.input<O>> | Promise<Result<z.input<O>>>
    : never;
export type Handlers<G extends Group> = { [K in keyof G]: Handler<G[K]> };

/** Binds a group of calls to their handlers. A missing or wrong handler is a type error. */
export const implement = <G extends Group>(_group: G, handlers: Handlers<G>): Handlers<G> => handlers;
