import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { Env, Secrets } from '../../lib/env.ts';
import { endDevelopment } from '../cache/development.ts';
import { checkClusters } from '../cluster/check.ts';
import { checkCnameSetup } from '../cnameSetup/check.ts';
import type { Store } from '../db/open.ts';
import type { Tx } from '../db/schema.ts';
import type { JobTable } from '../db/tables/work.ts';
import { endAttack } from '../ddos/attack.ts';
import { checkDomain } from '../domain/check.ts';
import type { CertDriver } from '../drivers/certs/certs.ts';
import type { Drivers } from '../drivers/drivers.ts';
import type { Resolver } from '../drivers/resolver/resolver.ts';
import { expireFirewallRule } from '../firewall/expire.ts';
import { uuidv7 } from '../ids.ts';
import { forwardLogs } from '../logForward/forward.ts';
import { renewPlan } from '../plan/renew.ts';
import { issueSsl } from '../ssl/issue.ts';
import { watchSsl } from '../ssl/watch.ts';
import { checkStatus } from '../status/checks.ts';
import { endDetection } from '../waf/detection.ts';
import { makeAsk } from './ask.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { reconcile } from './reconcile.ts';
import { reconcileSweep } from './reconcile-sweep.ts';
import { sweep } from './sweep.ts';

export interface JobCtx {
  store: Store;
  env: Env;
  log: Logger;
  now: number;
  newId(): string;
  resolver: Resolver;
  /** Issues certificates; null: nobody does. */
  certs: CertDriver | null;
  secrets: Secrets;
  /** Asks for a job, itself included: one that asks for itself while it runs, runs again at that time. */
  ask: Jobs['ask'];
  services: { drivers: Drivers; jobs: Pick<Jobs, 'ask'> };
  /** Ends when the process is about to; a job that is cut off then runs again. */
  signal: AbortSignal;
  /** Ends as soon as the process wants to: work that would go on for long, or waits, ends then by itself. */
  leaving: AbortSignal;
}
/** Does one kind of work. It may run again after a crash, so it must bear that. Throws to be tried again later. */
export type JobHandler = (ctx: JobCtx, payload: Record<string, unknown>) => Promise<void>;

/** Kinds of jobs; a `schedule` (cron, UTC) runs by itself, in one process only. */
const kinds: Record<string, { run: JobHandler; schedule?: string }> = {
  'outbox.deliver': { run: deliverOutbox, schedule: '*/5 * * * *' },
  sweep: { run: sweep, schedule: '17 * * * *' },
  'domain.check': { run: checkDomain },
  'cnameSetup.check': { run: checkCnameSetup },
  'plan.renew': { run: renewPlan },
  'cluster.check': { run: checkClusters },
  reconcile: { run: reconcile },
  'firewall.expire': { run: expireFirewallRule },
  'reconcile.sweep': { run: reconcileSweep, schedule: '*/10 * * * *' },
  'cache.development': { run: endDevelopment },
  'waf.detectionEnd': { run: endDetection },
  'ddos.attackEnd': { run: endAttack },
  'status.check': { run: checkStatus, schedule: '* * * * *' },
  'log.forward': { run: forwardLogs, schedule: '* * * * *' },
  'ssl.issue': { run: issueSsl },
  'ssl.watch': { run: watchSsl, schedule: '41 * * * *' },
};
// biome-ignore format: one a line
export type JobKind =
  | 'cache.development'
  | 'cluster.check'
  | 'cnameSetup.check'
  | 'ddos.attackEnd'
  | 'domain.check'
  | 'firewall.expire'
  | 'log.forward'
  | 'outbox.deliver'
  | 'plan.renew'
  | 'reconcile'
  | 'reconcile.sweep'
  | 'ssl.issue'
  | 'ssl.watch'
  | 'status.check'
  | 'sweep'
  | 'waf.detectionEnd';

/** A job whose process died is due again after this time; while it runs, its lock is renewed. */
const LOCK_MS = 20_000;
const RENEW_MS = 5_000;
const POLL_MS = 5_000;
/** Jobs at one time: one that waits for an engine or a mail server must not hold up the others. */
const PARALLEL = 4;
/** How long jobs may go on when the process ends. */
const GRACE_MS = 4_000;
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

interface JobsOptions {
  store: Store;
  clock: () => number;
  log: Logger;
  env: Env;
  drivers: Drivers;
  resolver: Resolver;
  certs: CertDriver | null;
  secrets: Secrets;
}

export function makeJobs({ store, clock, log, env, drivers, resolver, certs, secrets }: JobsOptions): Jobs {
  let timer: NodeJS.Timeout | undefined;
  const lanes = new Set<Promise<number>>();
  /** Somebody asked for work while every lane was taken. */
  let missed = false;
  let stopping = true;
  let stopped = false;
  const end = new AbortController();
  const leave = new AbortController();
  const schedules: Cron[] = [];

  const ask = makeAsk(clock);

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

  const renew = (job: JobTable) =>
    store
      .write('jobs', (tx) =>
        tx
          .updateTable('job')
          .set({ lockedUntil: clock() + LOCK_MS })
          .where('id', '=', job.id)
          .where('lockedUntil', '>', 0)
          .execute(),
      )
      .catch((error: unknown) => log.warn({ err: error, job: job.kind }, 'the lock of a job could not be renewed'));

  async function run(job: JobTable): Promise<void> {
    const now = clock();
    const beat = setInterval(renew, RENEW_MS, job);
    try {
      const kind = kinds[job.kind];
      if (!kind) throw new Error(`no such kind of job: ${job.kind}`);
      const services = { drivers, jobs: { ask } };
      const own = { store, env, log, resolver, certs, secrets, ask, services };
      const ctx: JobCtx = { ...own, now, newId: () => uuidv7(clock()), signal: end.signal, leaving: leave.signal };
      await kind.run(ctx, JSON.parse(job.payload) as Record<string, unknown>);
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
    } finally {
      clearInterval(beat);
    }
  }

  /** Takes one job after the other until none is due. While there is work and room, it opens another lane beside itself. */
  async function drain(): Promise<number> {
    const beside: Promise<number>[] = [];
    let done = 0;
    while (!stopped) {
      missed = false;
      const job = await take(clock());
      if (job) {
        if (lanes.size < PARALLEL) beside.push(lane());
        await run(job);
        done++;
      } else if (!missed) break;
    }
    for (const count of await Promise.all(beside)) done += count;
    return done;
  }
  function lane(): Promise<number> {
    const mine: Promise<number> = drain().finally(() => lanes.delete(mine));
    lanes.add(mine);
    // Whoever waits for the lane is told; a lane that nobody waits for must not end the process.
    mine.catch(() => {});
    return mine;
  }
  const runDue: Jobs['runDue'] = () => {
    if (lanes.size < PARALLEL) return lane();
    missed = true;
    return Promise.any(lanes);
  };
  const poll = () => {
    if (stopping) return;
    clearTimeout(timer);
    // It is looked at again whether or not this round is over: a job that goes on for long must not hold up those that come due.
    timer = setTimeout(poll, POLL_MS).unref();
    void runDue().catch((error: unknown) => log.error({ err: error }, 'the job queue could not be read'));
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
      leave.abort();
      clearTimeout(timer);
      for (const schedule of schedules) schedule.stop();
      const late = setTimeout(() => end.abort(), GRACE_MS);
      await Promise.allSettled(lanes);
      clearTimeout(late);
    },
  };
}
