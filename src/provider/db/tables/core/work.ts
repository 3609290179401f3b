import type { Generated } from 'kysely';
import type { TParams } from '../../../../lib/i18n/keys.ts';
import type { NotificationEvent } from '../../../../lib/rules/core/notificationEvents.ts';
import type { DesiredKind } from '../../../kernel/desiredKinds.ts';

export interface ChangeLogTable {
  id: string;
  time: number;
  /** The account whose data was changed. Null if there is no account yet (a refused sign-in of an unknown address). */
  accountId: string | null;
  /** The user who changed it; null if there was none. */
  userId: string | null;
  actorType: 'user' | 'apiKey' | 'system' | 'operator';
  actorName: string;
  /** Of the entity and, unless it was support, of who changed it: their names, folded (`lib/format/fold.ts`). */
  searchText: string;
  via: 'panel' | 'api' | 'system';
  ip: string;
  call: string;
  group: string;
  action: string;
  entityType: string;
  entityId: string;
  entityName: string;
  domainId: string | null;
  before: string | null;
  after: string | null;
  requestId: string;
  /** The commit order of the domain's entries, without gaps; null: no domain, or older than this column. */
  place: Generated<number | null>;
}

export interface JobTable {
  id: string;
  kind: string;
  /** At most one waiting job with this key. */
  uniqueKey: string;
  payload: object;
  runAt: number;
  attempts: number;
  lockedUntil: number;
  /** Number of requests; a job requested while it runs, runs again. */
  asked: number;
  lastError: string | null;
  createdAt: number;
}

export interface OutboxTable {
  id: string;
  channel: 'mail' | 'sms';
  recipient: string;
  /** The reply-to address, if it isn't the sender. */
  replyTo: string | null;
  subject: string;
  body: string;
  html: string | null;
  language: string;
  /** The account and event of the notification (`digest`: several); null: an email that can't be unsubscribed from. */
  accountId: string | null;
  event: string | null;
  attempts: number;
  createdAt: number;
  sentAt: number | null;
  lastError: string | null;
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

export interface NotificationTable {
  id: string;
  accountId: string;
  createdAt: number;
  /** The event, as named in the customer's settings. */
  event: NotificationEvent;
  type: 'error' | 'message' | 'success' | 'warning';
  /** Text keys with `params`, for display in every language. */
  title: string;
  description: string;
  params: TParams;
  /** A path of the panel. */
  link: string | null;
  readAt: number | null;
}

/** Work that continues after the response, shown in the activity tray on every page. */
export interface TaskTable {
  id: string;
  accountId: string;
  kind: string;
  entityType: string;
  entityId: string;
  entityName: string;
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  percent: number | null;
  /** A text key with params: the result, or why it failed. */
  message: string | null;
  messageParams: TParams | null;
  startedAt: number;
  updatedAt: number;
  endedAt: number | null;
}

/** A version counter of the data that a customer reads with a group of calls. */
export interface LiveTable {
  accountId: string;
  /** A group of the contract, such as `dns`. */
  group: string;
  version: number;
  changedAt: number;
  /** `requestId` of the call that last changed it; empty if it wasn't a call. */
  changedBy: string;
}

/** The desired and the observed state of an engine. The rows of removed entities remain, so that their versions continue. */
export interface DesiredTable {
  /** `kind:entityId`. */
  id: string;
  kind: DesiredKind;
  /** The name used by the engine: the name of a zone. */
  entityId: string;
  domainId: string | null;
  accountId: string;
  isRemoved: boolean;
  /** Increases with every change. For a zone it is `domain.zoneVersion`, and its serial. */
  wantedVersion: number;
  /** 0: none yet. */
  observedVersion: number;
  /** The engine of the observation (`Driver.id`): the state of one says nothing about another. */
  observedBy: string | null;
  status: 'waiting' | 'done' | 'failed';
  /** Why the last attempt failed: a text key with params. */
  reason: string | null;
  reasonParams: TParams | null;
  /** Failed attempts of this version. */
  attempts: number;
  /** Null with `failed`: it was refused, and is retried when it changes. */
  nextAttemptAt: number | null;
  observedAt: number | null;
  updatedAt: number;
}

/** The sequence number of the latest change log entry of a domain. Incremented under a row lock, so numbers are in commit order. */
export interface LogPlaceTable {
  domainId: string;
  place: number;
}
