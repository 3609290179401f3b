import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Reports } from './migrate.ts';
import type { LiveTable } from './tables/core/work.ts';

/** What the processes on one database report to each other, as lists. */
export interface Messages {
  /** Groups that a commit has changed. */
  stale: LiveTable;
  /** Calls without a session since the last message. */
  publicCalls: { network: string; count: number };
}

/**
 * Messages to the other processes on the database. They arrive soon and at most once, or never while the connection is lost: what must not
 * be missed is in the database, and is read from it now and then.
 */
export interface Channel {
  send<T extends keyof Messages>(topic: T, items: readonly Messages[T][]): void;
  /** Calls the listener with what other processes have sent. Returns the function that ends it. */
  on<T extends keyof Messages>(topic: T, listener: (items: readonly Messages[T][]) => void): () => void;
}

/** SQLite has one portal. */
export const noChannel: Channel = { send() {}, on: () => () => {} };

const NAME = 'nasim';
/** How long messages are collected, so that many commits cost one notification. */
const GATHER_MS = 10;
/** PostgreSQL's limit of a payload is 8,000 bytes. */
const MAX_BYTES = 7_900;
const RETRY_MS = 1_000;
/** After this time without an answer, the connection is lost. */
const QUERY_MS = 5_000;

type Listener = (items: readonly never[]) => void;

/**
 * By LISTEN and NOTIFY, on a connection of its own that is opened for the first listener. Notifications are sent after commits instead of
 * in them: PostgreSQL commits one transaction with a notification at a time.
 */
export function postgresChannel(
  connectionString: string,
  log?: Pick<Reports, 'warn'>,
  queryMs = QUERY_MS,
): Channel & { close(): Promise<void> } {
  const self = randomUUID();
  const listeners = new Map<string, Set<Listener>>();
  const waiting = new Map<string, unknown[]>();
  let connection: { client: pg.Client; lost(): void } | null = null;
  let connecting: Promise<void> | null = null;
  let sending = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isReported = false;

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: queryMs,
      application_name: 'nasim channel',
    });
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      if (connection?.client === opened) connection = null;
      opened.end().catch(() => {});
      if (isClosed) return;
      clearTimeout(retry);
      retry = setTimeout(open, RETRY_MS).unref();
    };
    // Errors may follow each other.
    opened.on('error', lost);
    opened.on('notification', ({ payload = '' }) => receive(payload));
    try {
      await opened.connect();
      await opened.query(`listen ${NAME}`);
      opened.on('end', lost);
      connection = { client: opened, lost };
    } catch {
      lost();
    }
  }
  function open(): void {
    connecting ??= connect().finally(() => {
      connecting = null;
    });
  }

  function receive(payload: string): void {
    try {
      const { from, topic, items } = JSON.parse(payload) as { from: string; topic: string; items: never[] }; // `flush` writes it
      if (from === self) return;
      // A portal of a later version may have topics of its own.
      for (const listener of listeners.get(topic) ?? []) listener(items);
    } catch (error) {
      // Everybody who may connect to the database can send a notification.
      if (!isReported) log?.warn(`a notification of PostgreSQL could not be read and is ignored, as are others like it: ${error}`);
      isReported = true;
    }
  }

  function flush(): void {
    timer = undefined;
    const all = [...waiting].flatMap(([topic, items]) => payloads(self, topic, items));
    waiting.clear();
    const open = connection;
    if (open === null || all.length === 0) return;
    // One after the other. What can't be sent is read from the database.
    sending = sending.then(async () => {
      await open.client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [NAME, all]).catch(open.lost);
    });
  }

  return {
    send(topic, items) {
      if (items.length === 0 || connection === null) return;
      waiting.set(topic, [...(waiting.get(topic) ?? []), ...items]);
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    on(topic, listener) {
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own.add(listener as Listener)); // `receive` calls it with the items of its topic
      if (connection === null && !isClosed) open();
      return () => own.delete(listener as Listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(retry);
      flush();
      await connecting;
      await sending;
      await connection?.client.end().catch(() => {});
      connection = null;
    },
  };
}

/** Divides items into payloads that PostgreSQL accepts. */
function payloads(from: string, topic: string, items: readonly unknown[]): string[] {
  const found: string[] = [];
  const head = `{"from":"${from}","topic":"${topic}","items":[`;
  let text = '';
  for (const item of items) {
    const next = JSON.stringify(item);
    if (text !== '' && Buffer.byteLength(head + text + next) + 3 > MAX_BYTES) {
      found.push(`${head}${text}]}`);
      text = '';
    }
    text += (text === '' ? '' : ',') + next;
  }
  if (text !== '') found.push(`${head}${text}]}`);
  return found;
}
