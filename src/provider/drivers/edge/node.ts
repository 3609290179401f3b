import { EventEmitter } from 'node:events';
import type { Secrets } from '../../../config/env.ts';
import type { Store } from '../../db/open.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { seal, unseal } from '../../kernel/seal.ts';
import { DriverRefusal, Outdated, type Snapshot } from '../driver.ts';
import { within } from '../within.ts';
import type { EdgeDriver, Published } from './edge.ts';

/** UTF-16 units of a policy's JSON: an edge keeps the policies of all domains in memory. */
const MAX_POLICY = 4 * 1024 * 1024;
/** How often a waiting edge looks for what another process published, in ms. */
const LOOK_MS = 500;
const SEALED_FOR = 'edge policy';

/** Keeps the policies in the database, from which the calls for edges serve them. Policies with private keys are sealed. */
export function nodeDriver({ store, secrets, clock }: { store: Store; secrets: Secrets; clock: () => number }): EdgeDriver {
  const news = new EventEmitter().setMaxListeners(0);
  /** The newest place that waiting edges have been woken for. */
  let seen = 0;
  /** Increases with it: a read from before may lack what was published. */
  let generation = 0;
  const wake = (place: number) => {
    seen = place;
    generation++;
    news.emit('published');
  };
  /** One look at the database for all that wait, however many edges there are; null: nobody waits. */
  let looking: NodeJS.Timeout | null = null;
  async function look(): Promise<void> {
    const place = await newestPlace(store.reader).catch(() => seen);
    if (place !== seen) wake(place);
    looking = news.listenerCount('published') > 0 ? setTimeout(look, LOOK_MS).unref() : null;
  }
  /** Reads that aren't finished: edges that were woken together have the same place. */
  const reads = new Map<string, Promise<Published>>();
  const driver: EdgeDriver = {
    id: 'edge-node',
    capabilities: { engine: 'node' },
    timeoutMs: 10_000,
    async apply(policy, signal) {
      const body = JSON.stringify(policy);
      if (body.length > MAX_POLICY) throw new DriverRefusal('deploy:reason.edgeSize', { max: `${MAX_POLICY / 1024 / 1024} MB` });
      await publish(policy, body, policy.certificates.length > 0, signal);
    },
    remove: (gone, signal) => publish(gone, null, false, signal),
    async observe(domainId) {
      const row = await store.reader
        .selectFrom('edgePolicy')
        .select('version')
        .where('domainId', '=', domainId)
        .where('body', 'is not', null)
        .executeTakeFirst();
      return row?.version ?? null;
    },
    since(requested) {
      const key = `${generation} ${requested}`;
      const running = reads.get(key);
      if (running) return running;
      const read = readSince(requested).finally(() => reads.delete(key));
      reads.set(key, read);
      return read;
    },
    async next(signal) {
      if (signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      news.once('published', resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (!looking) looking = setTimeout(look, LOOK_MS).unref();
      await promise;
      news.off('published', resolve);
    },
  };

  async function readSince(requested: number | null): Promise<Published> {
    // A database that was restored from a backup doesn't know what came after it.
    const place = requested !== null && requested <= (await newestPlace(store.reader)) ? requested : null;
    const rows = await store.reader
      .selectFrom('edgePolicy')
      .select(['domainId', 'version', 'place', 'body', 'isSealed'])
      .where('place', '>', place ?? 0)
      .orderBy('place')
      .execute();
    const removed: Snapshot[] = [];
    const policies: string[] = [];
    for (const { domainId, version, body, isSealed } of rows) {
      if (body !== null) policies.push(isSealed ? unseal(secrets.code, SEALED_FOR, domainId, body) : body);
      else if (place !== null) removed.push({ id: domainId, version });
    }
    return { place: rows.at(-1)?.place ?? place ?? 0, full: place === null, policies, removed };
  }

  async function publish({ id, version }: Snapshot, body: string | null, isSealed: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const place = await within(driver.timeoutMs, signal, () =>
      // One lock for all, so that places become visible in their order.
      store.write('edge.publish', async (tx) => {
        const current = await tx.selectFrom('edgePolicy').select(['version', 'body']).where('domainId', '=', id).executeTakeFirst();
        if (current && (current.version > version || (current.version === version && current.body === null && body !== null)))
          throw new Outdated(current.version);
        if (current?.version === version && (current.body === null) === (body === null)) return seen;
        const row = {
          version,
          place: (await newestPlace(tx)) + 1,
          body: body !== null && isSealed ? seal(secrets.code, SEALED_FOR, id, body) : body,
          isSealed,
          publishedAt: clock(),
        };
        await tx
          .insertInto('edgePolicy')
          .values({ domainId: id, ...row })
          .onConflict((conflict) => conflict.column('domainId').doUpdateSet(row))
          .execute();
        return row.place;
      }),
    );
    if (place > seen) wake(place);
  }
  return driver;
}

/** The place of the newest published policies; 0: none. */
export async function newestPlace(db: Db | Tx): Promise<number> {
  const { place } = await db
    .selectFrom('edgePolicy')
    .select((e) => e.fn.max('place').as('place'))
    .executeTakeFirstOrThrow();
  return Number(place ?? 0);
}
