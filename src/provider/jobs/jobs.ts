/*
 * The queue of jobs is our own: a job is enqueued in the transaction of the change that needs it, in the database of the installation,
 * which may be SQLite (docs/decisions/0003). `pg-boss` and `graphile-worker` need PostgreSQL, and `bullmq` needs Redis.
 */

import { Cron } from 'croner';
import type { ExpressionBuilder } from 'kysely';
import { MINUTE } from '../../lib/time.ts';
import type { Services, Work } from '../core/services.ts';
import type { Database, Tx } from '../db/schema.ts';
import type { JobTable } from '../db/tables/core/work.ts';
import { uuidv7 } from '../kernel/ids.ts';
import { type Enqueue, makeEnqueue } from './enqueue.ts';
import type { JobKind, Payload } from './kind.ts';

export interface JobCtx extends Work {
  /** Aborted when the grace period of a shutdown is over. An aborted job runs again. */
  signal: AbortSignal;
  /** Aborted when a shutdown begins: long work stops at the next safe point. */
  leaving: AbortSignal;
}
/** Does one kind of work. It must be idempotent, because it may run again after a crash. Throwing schedules a retry. */
export type JobHandler<K extends JobKind = JobKind<Record<string, never>>> = (ctx: JobCtx, payload: Payload<K>) => Promise<void>;

/** How a kind of job runs. */
interface Binding<P extends object> {
  run(ctx: JobCtx, payload: P): Promise<void>;
  /** Cron expression in UTC; runs in one process only, without a payload. */
  schedule?: string;
  /** Enqueued at the start of each process. */
  atStart?: { payload?: P; key?: string };
}
export interface Job extends Binding<object> {
  kind: JobKind;
}

/** Binds the kinds of jobs of a line to their handlers. A missing or wrong handler is a type error. */
export const bindJobs = <K extends Readonly<Record<string, JobKind>>>(
  kinds: K,
  bindings: { readonly [N in keyof K]: Binding<Payload<K[N]>> },
): Job[] => Object.entries(kinds).map(([name, kind]) => ({ kind, ...(bindings[name] as Binding<object>) })); // `run` gets what `kind` has parsed

/** A job of a dead process is due again after this time; while it runs, its lock is renewed. */
const LOCK_MS = 20_000;
const RENEW_MS = 5_000;
const POLL_MS = 5_000;
/** Maximum parallel jobs: one that waits for an engine or a mail server must not delay the others. */
const PARALLEL = 4;
/** How long jobs may continue when the process ends. */
const GRACE_MS = 4_000;
/** Delays of 5 s, 10 s, 20 s … up to an hour. */
const backOff = (attempts: number) => Math.min(5_000 * 2 ** attempts, 3_600_000);

export interface Jobs {
  /** A job that enqueues itself while it runs, runs again at that time. */
  enqueue: Enqueue;
  /** Polls for due work now rather than at the next interval. */
  wake(): void;
  /** Runs everything that is due, once, and returns the number of jobs. Tests call it with their own clock. */
  runDue(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

/** The lock of a process on a job: its time differs from that of every other lock on it. */
const isLockedBy =
  ({ id, lockedUntil }: JobTable) =>
  (e: ExpressionBuilder<Database, 'job'>) =>
    e.and({ id, lockedUntil });

/** Whether no other process has enqueued a scheduled job in this minute: the shortest of the schedules is one. */
async function isFirstAt(tx: Tx, { name }: JobKind, now: number): Promise<boolean> {
  const value = String(Math.floor(now / MINUTE));
  const row = await tx
    .insertInto('meta')
    .values({ key: `schedule:${name}`, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }).where('meta.value', '!=', value))
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** @param shared what jobs get as `services`, besides their own queue */
export function makeJobs(shared: Omit<Services, 'jobs'>, clock: () => number): Jobs {
  const { store, log, registry, metrics } = shared;
  let timer: NodeJS.Timeout | undefined;
  const workers = new Set<Promise<number>>();
  /** Work was requested while all workers were busy. */
  let missed = false;
  let stopping = true;
  let stopped = false;
  const end = new AbortController();
  const leave = new AbortController();
  const schedules: Cron[] = [];

  const enqueue = makeEnqueue(clock);
  const byName = new Map(registry.jobs.map((bound) => [bound.kind.name, bound]));

  /** Takes one due job; only one process gets it. A job of a dead process is due again when its lock expires. */
  const claim = (now: number): Promise<JobTable | undefined> =>
    store.write([], (tx) => {
      let due = tx.selectFrom('job').select('id').where('runAt', '<=', now).where('lockedUntil', '<=', now).orderBy('runAt').limit(1);
      // One that another process takes at this moment isn't waited for.
      if (store.kind === 'postgres') due = due.forUpdate().skipLocked();
      return tx
        .updateTable('job')
        .set({ lockedUntil: now + LOCK_MS })
        .where('id', '=', due)
        .returningAll()
        .executeTakeFirst();
    });

  /** Has no effect on a job that another process has taken, after a pause that was longer than the lock. */
  const renew = async (job: JobTable): Promise<void> => {
    const lockedUntil = Math.max(clock() + LOCK_MS, job.lockedUntil + 1);
    try {
      const { numUpdatedRows } = await store.write([], (tx) =>
        tx.updateTable('job').set({ lockedUntil }).where(isLockedBy(job)).executeTakeFirst(),
      );
      if (numUpdatedRows > 0n) job.lockedUntil = lockedUntil;
    } catch (error) {
      log.warn({ err: error, job: job.kind }, 'job queue failed to renew a lock');
    }
  };

  async function run(job: JobTable): Promise<void> {
    const now = clock();
    const began = performance.now();
    // A row of another version may have any kind.
    const measured = { job: byName.has(job.kind) ? job.kind : 'unknown' };
    let renewed = Promise.resolve();
    const beat = setInterval(() => {
      renewed = renewed.then(() => renew(job));
    }, RENEW_MS);
    /** Changes the row of the job, unless another process has taken it. */
    const settle = async (work: (tx: Tx) => Promise<unknown>) => {
      clearInterval(beat);
      await renewed;
      await store.write([], work);
    };
    try {
      const bound = byName.get(job.kind);
      // The row may be from another version.
      if (!bound) throw new Error(`unknown kind of job: ${job.kind}`);
      const services = { ...shared, jobs: { enqueue, wake } };
      const ctx: JobCtx = { services, now, newId: () => uuidv7(clock()), signal: end.signal, leaving: leave.signal };
      await bound.run(ctx, bound.kind.payload.parse(job.payload));
      await settle(async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom('job').where(isLockedBy(job)).where('asked', '=', job.asked).executeTakeFirst();
        if (numDeletedRows === 0n) await tx.updateTable('job').set({ lockedUntil: 0, attempts: 0 }).where(isLockedBy(job)).execute();
      });
      metrics.jobRuns.inc({ ...measured, result: 'done' });
    } catch (error) {
      metrics.jobRuns.inc({ ...measured, result: 'failed' });
      log.warn({ err: error, job: job.kind, attempts: job.attempts + 1 }, 'job failed and will be retried');
      const lastError = error instanceof Error ? error.message.slice(0, 500) : String(error);
      await settle((tx) =>
        tx
          .updateTable('job')
          .set({ attempts: job.attempts + 1, runAt: now + backOff(job.attempts), lockedUntil: 0, lastError })
          .where(isLockedBy(job))
          .execute(),
      );
    } finally {
      clearInterval(beat);
      metrics.jobDuration.observe({ job: measured.job }, (performance.now() - began) / 1000);
    }
  }

  /** Runs jobs until none is due. While there is work and capacity, it starts another worker. */
  async function drain(): Promise<number> {
    const started: Promise<number>[] = [];
    let done = 0;
    while (!stopped) {
      missed = false;
      const job = await claim(clock());
      if (job) {
        if (workers.size < PARALLEL) started.push(startWorker());
        await run(job);
        done++;
      } else if (!missed) break;
    }
    for (const count of await Promise.all(started)) done += count;
    return done;
  }
  function startWorker(): Promise<number> {
    const mine: Promise<number> = drain().finally(() => workers.delete(mine));
    workers.add(mine);
    // Errors reach the code that awaits the worker; a worker that isn't awaited must not end the process.
    mine.catch(() => {});
    return mine;
  }
  const runDue: Jobs['runDue'] = () => {
    if (workers.size < PARALLEL) return startWorker();
    missed = true;
    return Promise.any(workers);
  };
  const poll = () => {
    if (stopping) return;
    clearTimeout(timer);
    // Polls again whether or not this round has finished: a long job must not delay jobs that become due.
    timer = setTimeout(poll, POLL_MS).unref();
    void runDue().catch((error: unknown) => log.error({ err: error }, 'job queue read failed'));
  };
  const wake = () => {
    if (!stopping) setImmediate(poll);
  };

  return {
    enqueue,
    runDue,
    wake,
    start() {
      stopping = false;
      for (const { kind, schedule } of registry.jobs) {
        if (!schedule) continue;
        schedules.push(
          new Cron(
            schedule,
            { timezone: 'UTC', unref: true },
            () =>
              void store
                .write('jobs', async (tx) => {
                  if (await isFirstAt(tx, kind, clock())) await enqueue(tx, kind, {});
                })
                .then(poll, (error: unknown) => log.error({ err: error }, 'scheduler failed to enqueue a job')),
          ),
        );
      }
      void store
        .write('jobs', async (tx) => {
          for (const { kind, atStart } of registry.jobs) {
            if (!atStart) continue;
            const { payload = {}, ...options } = atStart;
            await enqueue(tx, kind, payload, options);
          }
        })
        .then(poll, (error: unknown) => log.error({ err: error }, 'scheduler failed to enqueue the startup jobs'));
      poll();
    },
    async stop() {
      stopping = true;
      stopped = true;
      leave.abort();
      clearTimeout(timer);
      for (const schedule of schedules) schedule.stop();
      const late = setTimeout(() => end.abort(), GRACE_MS);
      await Promise.allSettled(workers);
      clearTimeout(late);
    },
  };
}
