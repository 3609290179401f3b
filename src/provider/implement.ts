import type { z } from 'zod';
import type { Call, Group } from '../lib/contract/call.ts';
import type { TKey, TParams } from '../lib/i18n/keys.ts';
import type { Locale } from '../lib/i18n/locales.ts';
import type { Translate } from '../lib/i18n/translator.ts';
import type { Change } from './changes.ts';
import type { Db, Session, Tx, User } from './db/schema.ts';
import type { Services } from './services.ts';

/** A write in progress: one transaction, its change log and what leaves the house once it is committed. */
export interface Writing {
  tx: Tx;
  /** Every state-changing call writes one entry (design.md section 3). */
  log(change: Change): Promise<void>;
}

export interface Ctx {
  /** Read only. What a decision rests on is read in `write`. */
  db: Db;
  /**
   * Runs `work` in one transaction. Calls of one customer are serialised, so that a count stays true until the insert.
   * @param lock serialises by something else than the customer, as in `email:…` before there is one
   */
  write<T>(work: (writing: Writing) => Promise<T>, lock?: string): Promise<T>;
  /** Says that this call, though it could, changed nothing (a dry run). */
  changedNothing(): void;
  /**
   * For long lists: says that the answer to this input follows from `version` alone. When it was given before, the call ends here
   * and it is given again. Ask whose it is before.
   */
  holdsFor(version: string): void;
  user: User | null;
  session: Session | null;
  /** When the token of this call ends, epoch ms; 0 without one. */
  sessionEndsAt: number;
  /** Epoch milliseconds; tests move it. */
  now: number;
  newId(): string;
  locale: Locale;
  t: Translate;
  /** The caller's address, after trusted proxies. */
  ip: string;
  userAgent: string;
  requestId: string;
  headers: Headers;
  /** Aborted when the caller has left. */
  signal: AbortSignal;
  services: Services;
}
export type SignedIn = Ctx & { user: User };

type CtxOf<A> = A extends 'session' ? SignedIn : Ctx;
/** What a multipart call receives beside its fields. */
export interface UploadedFile {
  file: File;
}

type Handler<C> =
  C extends Call<infer I, infer O, infer A>
    ? (ctx: CtxOf<A>, input: z.output<I>, upload: UploadedFile) => z.input<O> | Promise<z.input<O>>
    : never;
export type Handlers<G extends Group> = { [K in keyof G]: Handler<G[K]> };

/** Binds a group of calls to the code that answers them. A missing or wrong handler is a type error. */
export const implement = <G extends Group>(_group: G, handlers: Handlers<G>): Handlers<G> => handlers;

/** What is wrong with one item of a list in the input. */
export interface ItemFault {
  list: string;
  index: number;
  field?: string;
  key: TKey;
  params?: TParams;
}

export interface RefusalDetails {
  params?: TParams;
  /** Told as `errors`, and as fields named `creates.3.name`. */
  items?: readonly ItemFault[];
  /** Messages by field, as keys; they stand beside the field in a form. */
  fields?: Record<string, { key: TKey; params?: TParams }>;
  /** More fields of the answer: `needed`, `lockedUntil`, `errors`. */
  extra?: Record<string, unknown>;
  /** Seconds; becomes `Retry-After`. */
  retryAfter?: number;
}

/** A call that was understood and turned down. `code` is the text that the customer reads. */
export class Refusal extends Error {
  readonly code: TKey;
  readonly status: number;
  readonly details: RefusalDetails;
  constructor(status: number, code: TKey, details: RefusalDetails = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/**
 * Turns the call down. The status follows api.md section 0.6: 409 for a state, a duplicate or a lock, 422 for a value,
 * 402 for a plan or the balance, 404 for what is not the caller's, 429 with `retryAfter`. Never 401 or 403 from a handler.
 */
export function refuse(status: 400 | 402 | 404 | 409 | 413 | 415 | 422 | 429, code: TKey, details?: RefusalDetails): never {
  throw new Refusal(status, code, details);
}

/** A value that is wrong: the message stands beside `field`. */
export function refuseField(field: string, code: TKey, params?: TParams): never {
  throw new Refusal(422, code, { ...(params && { params }), fields: { [field]: { key: code, ...(params && { params }) } } });
}
