import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { Env } from '../../lib/env.ts';
import type { Store } from '../db/open.ts';
import type { JobTable, Tx } from '../db/schema.ts';
import { uuidv7 } from '../ids.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { sweep } from './sweep.ts';

export interface JobCtx {
  store: Store;
  env: Env;
  log: Logger;
  now: number;
  newId(): string;
}
/** Does one kind of work. It may run again after a crash, so it must bear that. Throws to be tried again later. */
export type JobHandler = (ctx: JobCtx, payload: Record<string, unknown>) => Promise<void>;

/** Kinds of jobs; a `schedule` (cron, UTC) runs by itself, in one process only. */
const kinds: Record<string, { run: JobHandler; schedule?: string }> = {
  'outbox.deliver': { run: deliverOutbox, schedule: '*/5 * * * *' },
  sweep: { run: sweep, schedule: '17 * * * *' },
};
export type JobKind = 'outbox.deliver' | 'sweep';

const LOCK_MS = 60_000;
const POLL_MS = 5_000;
/** Waits 5 s, 10 s, 20 s … an hour at most. */
const backOff = (attempts: number) => Math.min(5_000 * 2 ** attempts, 3_600_000);

export interface Jobs {
  /** Asks for a job in the transaction of what needs it. One that waits under the same key stays one; one that is running runs again. */
  ask(tx: Tx, kind: JobKind, options?: { key?: string; payload?: Record<string, unknown>; runAt?: number }): Promise<void>;
  /** Looks for due work now rather than at the next poll. */
  wake(): void;
  /** Runs everything that is due, once, and returns how many jobs ran. Tests call it with their own clock. */
  runDue(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export function makeJobs({ store, clock, log, env }: { store: Store; clock: () => number; log: Logger; env: Env }): Jobs {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<number> = Promise.resolve(0);
  let stopping = true;
  let stopped = false;
  const schedules: Cron[] = [];

  const ask: Jobs['ask'] = async (tx, kind, { key = kind, payload = {}, runAt = 0 } = {}) => {
    const now = clock();
    await tx
      .insertInto('job')
      .values({
        id: uuidv7(now),
        kind,
        uniqueKey: key,
        payload: JSON.stringify(payload),
        runAt,
        attempts: 0,
        lockedUntil: 0,
        asked: 1,
        lastError: null,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.column('uniqueKey').doUpdateSet((e) => ({ runAt, asked: e('job.asked', '+', 1) })))
      .execute();
  };

  /** Takes one due job; of two processes one gets it. A job whose process died is due again when its lock ends. */
  const take = (now: number): Promise<JobTable | undefined> =>
    store.write('jobs', async (tx) => {
      const job = await tx
        .selectFrom('job')
        .selectAll()
        .where('runAt', '<=', now)
        .where('lockedUntil', '<=', now)
        .orderBy('runAt')
        .limit(1)
        .executeTakeFirst();
      if (job)
        await tx
          .updateTable('job')
          .set({ lockedUntil: now + LOCK_MS })
          .where('id', '=', job.id)
          .execute();
      return job;
    });

  async function run(job: JobTable): Promise<void> {
    const now = clock();
    try {
      const kind = kinds[job.kind];
      if (!kind) throw new Error(`no such kind of job: ${job.kind}`);
      await kind.run({ store, env, log, now, newId: () => uuidv7(clock()) }, JSON.parse(job.payload) as Record<string, unknown>);
      await store.write('jobs', async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom('job').where('id', '=', job.id).where('asked', '=', job.asked).executeTakeFirst();
        if (numDeletedRows === 0n) await tx.updateTable('job').set({ lockedUntil: 0, attempts: 0 }).where('id', '=', job.id).execute();
      });
    } catch (error) {
      log.warn({ err: error, job: job.kind, attempts: job.attempts + 1 }, 'a job failed and will be tried again');
      const lastError = error instanceof Error ? error.message.slice(0, 500) : String(error);
      await store.write('jobs', (tx) =>
        tx
          .updateTable('job')
          .set({ attempts: job.attempts + 1, runAt: now + backOff(job.attempts), lockedUntil: 0, lastError })
          .where('id', '=', job.id)
          .execute(),
      );
    }
  }

  async function drain(): Promise<number> {
    for (let done = 0; ; done++) {
      if (stopped) return done;
      const job = await take(clock());
      if (!job) return done;
      await run(job);
    }
  }
  const runDue: Jobs['runDue'] = () => {
    current = current.then(drain, drain);
    return current;
  };
  const poll = () => {
    if (stopping) return;
    clearTimeout(timer);
    void runDue()
      .catch((error: unknown) => log.error({ err: error }, 'the job queue could not be read'))
      .finally(() => {
        if (!stopping) timer = setTimeout(poll, POLL_MS).unref();
      });
  };

  return {
    ask,
    runDue,
    wake() {
      if (!stopping) setImmediate(poll);
    },
    start() {
      stopping = false;
      for (const [kind, { schedule }] of Object.entries(kinds)) {
        if (!schedule) continue;
        // `kind` is one of the table's own keys.
        schedules.push(
          new Cron(
            schedule,
            { timezone: 'UTC', unref: true },
            () =>
              void store
                .write('jobs', (tx) => ask(tx, kind as JobKind))
                .then(poll, (error: unknown) => log.error({ err: error }, 'a scheduled job could not be asked for')),
          ),
        );
      }
      poll();
    },
    async stop() {
      stopping = true;
      stopped = true;
      clearTimeout(timer);
      for (const schedule of schedules) schedule.stop();
      await current.catch(() => {});
    },
  };
}
