import type { Output } from '../../lib/contract/call.ts';
import type { LimitAction, StopReason } from '../../lib/contract/core/stopped.ts';
import type { wallet } from '../../lib/contract/core/wallet.ts';
import type { Namespace, TKey } from '../../lib/i18n/keys.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import type { ClosingBlocker, ClosingKind } from '../../lib/rules/core/closing.ts';
import type { LogTitles } from '../../lib/rules/core/log/title.ts';
import type { QueueKind } from '../../lib/rules/core/queue.ts';
import type { Service } from '../../lib/rules/core/service.ts';
import type { CancelableTask } from '../../lib/rules/core/taskCancel.ts';
import type { Db, Task, Tx } from '../db/schema.ts';
import type { DesiredState } from '../jobs/desired.ts';
import type { Job, JobCtx } from '../jobs/jobs.ts';
import type { Account } from '../kernel/account.ts';
import type { DesiredKind } from '../kernel/desiredKinds.ts';
import type { EdgeCaller } from './edgeKeys.ts';
import type { Seed } from './seeds/seed.ts';
import type { Services, Work } from './services.ts';
import type { SocketReader, TrackedSocket } from './sockets.ts';

/** The latest result of a check; `ok` is null if it has not run yet. */
export interface HealthCheck {
  name: string;
  ok: boolean | null;
  /** ISO time. */
  checkedAt: string | null;
}

/** An item that needs an operator. Times are epoch ms. */
export interface QueueItem {
  kind: QueueKind;
  id: string;
  title: string;
  /** Email address of the account. */
  account: string;
  since: number;
  /** Null: no deadline. */
  dueAt: number | null;
  /** The panel path where an operator handles it; null: there is no screen for it. */
  link: string | null;
}

export interface Suspension {
  accountId: string;
  reason: StopReason;
  /** Only this domain; absent: everything in the account. */
  domainId?: string;
  /** Domains that `restore` leaves stopped. */
  except?: readonly string[];
}

/** What reached spending limits restrict in an account. */
export interface Limits {
  accountId: string;
  /** Every domain; null: only those below. */
  all: LimitAction | null;
  byDomain: ReadonlyMap<string, LimitAction>;
}

/** The subject of a support ticket. The caller owns it. */
export interface DiagnosticsSubject {
  kind: 'domain' | 'server';
  id: string;
}

/** Facts under a title. Nested values are flattened; a list of pairs may repeat names. */
export interface DiagnosticsPart {
  title: TKey;
  facts: Readonly<Record<string, unknown>> | readonly (readonly [name: string, value: unknown])[];
}

/** What a line does with its part of an account that is being closed (`account/closing`). */
export interface AccountClosing {
  /** What the account has and loses, for its owner to see before. */
  removes?(db: Db | Tx, account: { id: string }): Promise<{ kind: ClosingKind; count: number }[]>;
  /** Why it can't be closed now. */
  blockers?(db: Db | Tx, account: { id: string }): Promise<ClosingBlocker[]>;
  /**
   * Removes what runs, is charged or is in another system, in its own transactions with the lock of the account. It is called again
   * until everything is gone, also after a crash.
   * @returns whether everything is gone
   */
  release?(ctx: JobCtx, account: { id: string }): Promise<boolean>;
  /** Deletes rows with personal data, in the last transaction: after it, the account has only a pseudonym. */
  forget?(tx: Tx, ctx: Pick<Work, 'now' | 'newId'>, account: { id: string }): Promise<void>;
}

/** Files by their path in the ZIP: bytes as they are, and everything else as JSON, with times in ISO 8601. */
export type ExportFiles = Readonly<Record<string, Uint8Array | object>>;

export type UpcomingCharge = Output<typeof wallet.charges>['charges'][number];

/**
 * Answers a call of an edge, whose key was checked. The request may be of any size and type: read it with a limit.
 * @returns the body of the response as JSON, or a response
 * @throws Refusal
 */
export type EdgeEndpoint = (services: Services, now: number, request: Request, caller: EdgeCaller) => Promise<Response | object>;

/**
 * Opens a socket for the holder of a ticket.
 * @throws Refusal when the ticket isn't valid or has expired
 */
export type SocketHandler = (services: Services, now: number, ticket: string, reader: SocketReader, ip: string) => Promise<TrackedSocket>;

/**
 * Undoes what a task has begun, in the transaction that cancels it.
 * @throws Refusal when it is too late
 */
export type CancelTask = (tx: Tx, ctx: Work, task: Pick<Task, 'accountId' | 'entityId'>) => Promise<void>;

/** What a product line adds to jobs, calls and screens of the others. */
export interface ProductModule {
  /** How its tasks are cancelled; lib/rules/core/taskCancel.ts lists them. */
  cancels?: Readonly<Partial<Record<CancelableTask, CancelTask>>>;
  /** Demo data, written in this order. */
  seeds?(services: Services, now: number): readonly Seed[] | Promise<readonly Seed[]>;
  /** Deletes rows that are past their retention period. Runs hourly. */
  deleteExpired?(tx: Tx, now: number): Promise<void>;
  /** What the account will be charged automatically from `now` until `until` (epoch ms, inclusive). */
  upcomingCharges?(db: Db, account: { id: string }, now: number, until: number): Promise<UpcomingCharge[]>;
  /** Texts of ledger entries in these namespaces are spending on this service. */
  spending?: { service: Exclude<Service, 'other'>; namespaces: readonly Namespace[] };
  /** What is running now and charged by time, in mills per day. */
  runningCosts?(db: Db, account: { id: string }, now: number): Promise<{ name: string; perDay: number }[]>;
  /** Results of the line's own checks, for `/healthz`. */
  checks?(db: Db): Promise<HealthCheck[]>;
  /** Items of this line that need an operator. */
  queue?(db: Db, now: number): Promise<QueueItem[]>;
  /**
   * Stops everything in an account that costs money or serves visitors, in the transaction of the decision. It may be called again
   * for the same reason, and then stops what was added since.
   * @returns the number of items stopped by this call
   */
  suspend?(tx: Tx, ctx: Work, target: Suspension): Promise<number>;
  /** Restarts what `suspend` stopped for this reason, and nothing that the customer stopped. @returns the number of items */
  restore?(tx: Tx, ctx: Work, target: Suspension): Promise<number>;
  /**
   * Limits what serves visitors but keeps running, in place of what an earlier call has set: nothing in it means no limit.
   * @returns the number of items whose limit changed
   */
  limit?(tx: Tx, ctx: Work, limits: Limits): Promise<number>;
  /**
   * The diagnostics of a domain or server of the account; nothing for those of another line. Fields are listed explicitly: none may
   * contain a secret or text from the customer, or change on its own from minute to minute, because the
   * customer confirms the snapshot.
   */
  diagnostics?(db: Db | Tx, account: Account, subject: DiagnosticsSubject): Promise<DiagnosticsPart[]>;
  /**
   * This line's part of an export of the account's data. Columns are listed explicitly: none may be a secret, a hash of one, or an
   * operator's note.
   * @param locale of texts and invoices
   */
  exportData?(ctx: JobCtx, account: Account, locale: Locale): Promise<ExportFiles>;
  /** What closing an account does in this line. */
  closeAccount?: AccountClosing;
  /** WebSockets, by their path. */
  sockets?: Readonly<Record<string, SocketHandler>>;
  /** Subscribes to events of the process, such as commits, for its lifetime. Returns the function that unsubscribes. `clock`: epoch ms. */
  attach?(services: Services, clock: () => number): () => void;
}

/** The manifests of all lines, joined. */
export interface Registry {
  jobs: readonly Job[];
  desired: Readonly<Record<DesiredKind, DesiredState>>;
  /** By method and path. */
  endpoints: Readonly<Record<string, EdgeEndpoint>>;
  logTitles: readonly LogTitles[];
  lines: readonly ProductModule[];
}
