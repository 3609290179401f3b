import type { Logger } from 'pino';
import type { Ending } from '../../lib/contract/core/task.ts';
import { isAllowedAddress, type Restriction } from '../core/session/allowedIps.ts';
import type { Store } from '../db/open.ts';
import { groupTopic, type Stale } from './stale.ts';
import { comment, event, formatSince, readSince } from './wire.ts';

/** Maximum streams per customer in a process; a browser opens one for all of its windows. The oldest is closed first. */
const MAX_PER_USER = 10;

const times = {
  /** How often the database is polled: revoking a session takes effect within a second. */
  look: 800,
  /** How long changes are collected before they are sent. */
  gather: 40,
  /** Heartbeat, so that proxies and the browser keep the connection open. */
  beat: 15_000,
  /** A reader that reads nothing for this long is dropped. */
  stall: 30_000,
};

export interface Live {
  /** Opens a stream of events for a session, as the bytes of `text/event-stream`. It ends with the session or with `signal`. */
  open(
    who: { accountId: string; sessionId: string; endsAt: number; ip: string },
    since: string | null,
    signal: AbortSignal,
  ): Promise<ReadableStream>;
  /** Ends every stream and accepts no new ones: the process is about to stop. */
  drain(): Promise<void>;
  /** Number of open streams. */
  readonly size: number;
}

/** A customer with an open stream. */
interface Customer {
  id: string;
  /** The newest versions known to this process. */
  newest: Map<string, Stale>;
  readers: Set<Reader>;
}

interface Reader {
  customer: Customer;
  sessionId: string;
  /** The client's address. */
  ip: string;
  /** When the token of this stream expires, epoch ms. */
  endsAt: number;
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** Versions that were sent to the reader. */
  sentVersions: Map<string, number>;
  /** Nothing is sent before the starting versions of the reader are known. */
  isReady: boolean;
  /** Time of the last read (ms of this process). */
  readAt: number;
  leave: () => void;
}

/**
 * Streams learn of changes at once: from the commits of this process, and by the channel of the database from those of others. Both are looked
 * up in the database too, for commits that the channel hasn't reported.
 */
export function makeLive(options: { store: Store; clock: () => number; log: Logger; times?: Partial<typeof times> }): Live {
  const { store, clock, log } = options;
  const ms = { ...times, ...options.times };
  const customers = new Map<string, Customer>();
  const readers = new Set<Reader>();
  /** Customers with readers that have unsent changes. */
  const changed = new Set<Customer>();
  let looking: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let current: Promise<void> | null = null;
  let isDraining = false;

  const learn = (stale: Stale) => {
    const newest = customers.get(stale.accountId)?.newest;
    if (newest && stale.version > (newest.get(stale.group)?.version ?? 0)) newest.set(stale.group, stale);
  };

  /** Sends a reader all unknown changes. For a slow reader nothing is queued: it gets them when it reads again. */
  const publish = (reader: Reader) => {
    if (!reader.isReady || (reader.controller.desiredSize ?? 0) <= 0) return;
    let text = '';
    for (const { group, version, changedBy } of reader.customer.newest.values()) {
      const name = groupTopic(group);
      if (!name || reader.sentVersions.get(group) === version) continue;
      reader.sentVersions.set(group, version);
      text += event(name, { group, by: changedBy }, formatSince(reader.sentVersions));
    }
    if (!text && performance.now() - reader.readAt < ms.beat) return;
    reader.readAt = performance.now();
    reader.controller.enqueue(encode(text || comment));
  };

  const remove = (reader: Reader) => {
    if (!readers.delete(reader)) return;
    reader.leave();
    const { customer } = reader;
    customer.readers.delete(reader);
    if (customer.readers.size === 0) customers.delete(customer.id);
    if (readers.size === 0) clearInterval(looking);
  };
  const end = (reader: Reader, reason: Ending) => {
    remove(reader);
    reader.controller.enqueue(encode(event('end', { reason })));
    reader.controller.close();
  };

  /** One query for all streams: which of their sessions are live, and the current versions of their customers. */
  async function look(): Promise<void> {
    const current = [...readers];
    const alive = new Map<string, Restriction & { accountId: string }>();
    for (let at = 0; at < current.length; at += 500) {
      const rows = await store.reader
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.userId')
        // An operator may see the panel of a customer (core/session/views.ts).
        .leftJoin('supportView', (join) =>
          join
            .onRef('supportView.sessionId', '=', 'session.id')
            .on('supportView.endedAt', 'is', null)
            .on('supportView.endsAt', '>', clock())
            .on('user.staffRole', 'is not', null),
        )
        .leftJoin('live', (join) =>
          join.on((e) => e('live.accountId', '=', e.fn.coalesce('supportView.accountId', 'session.accountId', 'session.userId'))),
        )
        .select([
          'session.id',
          'session.userId',
          'session.accountId as actsFor',
          'supportView.accountId as views',
          'user.ipRestricted',
          'user.allowedIps',
          'live.accountId',
          'live.group',
          'live.version',
          'live.changedAt',
          'live.changedBy',
        ])
        .where(
          'session.id',
          'in',
          current.slice(at, at + 500).map(({ sessionId }) => sessionId),
        )
        .where('session.endedAt', 'is', null)
        .where('session.expiresAt', '>', clock())
        .execute();
      for (const { id, userId, actsFor, views, ipRestricted, allowedIps, ...row } of rows) {
        alive.set(id, { ipRestricted, allowedIps, accountId: views ?? actsFor ?? userId });
        if (row.accountId !== null) learn(row as Stale); // a joined row is always complete
      }
    }
    for (const reader of current) {
      if (!readers.has(reader)) continue;
      const restriction = alive.get(reader.sessionId);
      if (!restriction || !isAllowedAddress(restriction, reader.ip) || reader.endsAt <= clock()) end(reader, 'session');
      else if (restriction.accountId !== reader.customer.id) end(reader, 'account');
      else if (performance.now() - reader.readAt > ms.beat + ms.stall) {
        remove(reader);
        reader.controller.error(new Error('the reader takes nothing'));
      } else publish(reader);
    }
  }
  const lookNow = () => {
    current ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'live stream maintenance failed'))
      .finally(() => {
        current = null;
      });
    return current;
  };
  const gather = (customer: Customer) => {
    changed.add(customer);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      for (const { readers } of changed) readers.forEach(publish);
      changed.clear();
    }, ms.gather);
  };

  /** Applies what a commit has changed. */
  const apply = (stale: readonly Stale[]) => {
    let hasRevoked = false;
    for (const each of stale) {
      const customer = customers.get(each.accountId);
      if (!customer) continue;
      learn(each);
      gather(customer);
      // Possibly a sign-out or a new password.
      if ([null, 'account'].includes(groupTopic(each.group))) hasRevoked = true;
    }
    // A query in progress may have started before the commit.
    if (hasRevoked) void Promise.resolve(current).then(lookNow);
  };
  const unsubscribe = [
    store.committed((stale) => {
      apply(stale);
      store.channel.send('stale', stale);
    }),
    store.channel.on('stale', apply),
  ];

  function list({ accountId, ...rest }: Parameters<Live['open']>[0], controller: Reader['controller'], leave: () => void): Reader {
    const customer = customers.get(accountId) ?? { id: accountId, newest: new Map(), readers: new Set() };
    const [oldest] = customer.readers;
    if (oldest && customer.readers.size >= MAX_PER_USER) end(oldest, 'limit');
    customers.set(accountId, customer);
    const reader = { ...rest, customer, controller, leave, sentVersions: new Map(), isReady: false, readAt: performance.now() };
    customer.readers.add(reader);
    readers.add(reader);
    if (readers.size === 1) looking = setInterval(() => void lookNow(), ms.look).unref();
    return reader;
  }

  return {
    get size() {
      return readers.size;
    },
    async open(who, since, signal) {
      let reader!: Reader; // `start` runs before the constructor returns
      const gone = () => {
        if (!readers.has(reader)) return;
        remove(reader);
        reader.controller.close();
      };
      const stream = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            // Added before the versions are read, so that a commit in between isn't missed.
            reader = list(who, controller, () => signal.removeEventListener('abort', gone));
          },
          pull: () => publish(reader),
          cancel: () => remove(reader),
        },
        { highWaterMark: 1 },
      );
      if (isDraining) end(reader, 'stopping');
      else if (signal.aborted) gone();
      else signal.addEventListener('abort', gone, { once: true });
      try {
        const rows = await store.reader.selectFrom('live').selectAll().where('accountId', '=', who.accountId).execute();
        if (!readers.has(reader)) return stream;
        rows.forEach(learn);
        reader.sentVersions = readSince(since, rows);
        reader.controller.enqueue(encode(event('ready', {}, formatSince(reader.sentVersions))));
        reader.isReady = true;
        return stream;
      } catch (error) {
        gone();
        throw error;
      }
    },
    async drain() {
      isDraining = true;
      for (const end of unsubscribe) end();
      clearTimeout(gathering);
      for (const reader of [...readers]) end(reader, 'stopping');
      await current;
    },
  };
}

const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);
