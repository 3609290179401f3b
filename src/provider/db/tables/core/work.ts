import type { Generated } from 'kysely';
import type { NotificationEvent } from '../../../../lib/rules/core/notificationEvents.ts';
import type { DesiredKind } from '../../../manifests.ts';

export interface ChangeLogTable {
  id: string;
  time: number;
  /** Whose data was changed. Null before an account exists (a refused sign-in of an unknown address). */
  accountId: string | null;
  /** Who changed it; null when no user did. */
  userId: string | null;
  actorType: 'user' | 'apiKey' | 'system' | 'operator';
  actorName: string;
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
  /** In the order in which the entries of its domain were committed, without gaps; null: of no domain, or older than this order. */
  place: Generated<number | null>;
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
  /** Where an answer goes, when not to the sender. */
  replyTo: string | null;
  subject: string;
  body: string;
  html: string | null;
  language: string;
  /** Whose notification it is, and of which event (`digest`: of several); null: an email that can't be unsubscribed from. */
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
  /** What happened, as the customer's settings name it. */
  event: NotificationEvent;
  type: 'error' | 'message' | 'success' | 'warning';
  /** Text keys, so that it reads in every language; `params` is JSON. */
  title: string;
  description: string;
  params: string;
  /** A path of the panel. */
  link: string | null;
  readAt: number | null;
}

/** Work that goes on after the answer: the activity tray shows it on every page. */
export interface TaskTable {
  id: string;
  accountId: string;
  kind: string;
  entityType: string;
  entityId: string;
  entityName: string;
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  percent: number | null;
  /** A text key with params (JSON): the result, or why it failed. */
  message: string | null;
  messageParams: string | null;
  startedAt: number;
  updatedAt: number;
  endedAt: number | null;
}

/** How often what a customer reads by a group of calls has changed. */
export interface LiveTable {
  accountId: string;
  /** Of the contract, as in `dns`. */
  group: string;
  version: number;
  changedAt: number;
  /** `requestId` of the call that changed it last; empty when no call did. */
  changedBy: string;
}

/** What an engine shall hold, and what it was seen to hold. The row of a removed thing stays, so that its versions never begin anew. */
export interface DesiredTable {
  /** `kind:entityId`. */
  id: string;
  kind: DesiredKind;
  /** How the engine calls it: the name of a zone. */
  entityId: string;
  domainId: string | null;
  accountId: string;
  isRemoved: number;
  /** Grows with every change. That of a zone is `domain.zoneVersion`, and its serial. */
  wantedVersion: number;
  /** 0: none yet. */
  observedVersion: number;
  /** The engine that it was observed at (`Driver.id`): what one holds says nothing about another. */
  observedBy: string | null;
  status: 'waiting' | 'done' | 'failed';
  /** Why the last try failed: a text key with params (JSON). */
  reason: string | null;
  reasonParams: string | null;
  /** Tries of this version that failed. */
  attempts: number;
  /** Null with `failed`: it was refused, and is tried again when it changes. */
  nextAttemptAt: number | null;
  observedAt: number | null;
  updatedAt: number;
}

/** The place of the newest entry of a domain's change log. Counted up under the lock of its row, so that places are in the order of commits. */
export interface LogPlaceTable {
  domainId: string;
  place: number;
}
