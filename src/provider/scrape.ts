import { sql } from 'kysely';
import type { Logger } from 'pino';
import { clearGauge, type Metrics } from '../lib/node/metrics.ts';
import { states as componentStates } from '../lib/rules/core/status.ts';
import { DAY } from '../lib/time.ts';
import { CONNECTED_MS } from './core/edgeReach.ts';
import type { Services } from './core/services.ts';
import { localWarnings } from './core/warnings.ts';
import type { Store } from './db/open.ts';
import type { Db } from './db/schema.ts';
import { MAX_ATTEMPTS } from './jobs/deliverOutbox.ts';
import { selectDriver } from './jobs/desired.ts';
import { desiredKinds } from './kernel/desiredKinds.ts';

type Measured = Omit<Services, 'jobs'>;

/**
 * Gauges that are read for each scrape: what is open in this process, the queues in the database, and the results of the checks that
 * run anyway. While the database doesn't respond, those from it are absent and `nasim_database_up` is 0.
 * @param clock epoch milliseconds
 */
export function measureProvider(metrics: Metrics, services: Measured, clock: () => number): void {
  const up = metrics.gauge('nasim_database_up', 'Whether the database answered this scrape.', [], 'min');
  const setProcess = measureProcess(metrics, services);
  const database = measureDatabase(metrics);
  const logOnce = makeLogOnce(services.log);
  const setLogStore = measureLogStore(metrics, services);
  metrics.collect(async () => {
    setProcess(clock());
    await setLogStore();
    try {
      const apply = await database.read(services, clock());
      database.reset();
      apply();
      up.set(1);
      logOnce(null);
    } catch (error) {
      database.reset();
      up.set(0);
      logOnce(error);
    }
  });
}

function measureLogStore(metrics: Metrics, { logs }: Measured): () => Promise<void> {
  if (!logs.isUp) return async () => {};
  const up = metrics.gauge('nasim_log_store_up', 'Whether ClickHouse answered this scrape.', [], 'min');
  return async () => up.set((await logs.isUp?.()) ? 1 : 0);
}

function makeLogOnce(log: Logger): (error: unknown) => void {
  let isFailing = false;
  return (error) => {
    if (error !== null && !isFailing) log.error({ err: error }, 'database did not respond to a scrape');
    isFailing = error !== null;
  };
}

/** What this process holds. */
function measureProcess(metrics: Metrics, { store, live, env, uploads, workers }: Measured): (now: number) => void {
  const setPool = store.kind === 'postgres' ? measurePool(metrics, store) : () => {};
  const streams = metrics.gauge('nasim_event_streams', 'Open streams of events.');
  const uploading = metrics.gauge('nasim_uploads', 'Uploads by state.', ['state']);
  const work = metrics.gauge('nasim_worker_pool_jobs', 'Work of the pool of threads by state.', ['state']);
  const warnings = metrics.gauge('nasim_warnings', 'Damaged files and restart loops on this machine.', ['kind'], 'max');
  return (now) => {
    setPool();
    streams.set(live.size);
    for (const state of ['running', 'waiting'] as const) {
      uploading.set({ state }, uploads.counts()[state]);
      work.set({ state }, workers.counts()[state]);
    }
    warnings.reset();
    for (const { kind } of localWarnings(env, now)) warnings.inc({ kind });
  };
}

function measurePool(metrics: Metrics, store: Store): () => void {
  const connections = metrics.gauge('nasim_database_connections', 'Connections to PostgreSQL.', ['state']);
  const limit = metrics.gauge('nasim_database_connections_limit', 'Connections to PostgreSQL that this process may have.');
  const queue = metrics.gauge('nasim_database_waiting_requests', 'Requests that wait for a connection to PostgreSQL.');
  return () => {
    const pool = store.connections();
    if (!pool) return;
    connections.set({ state: 'active' }, pool.total - pool.idle);
    connections.set({ state: 'idle' }, pool.idle);
    limit.set(pool.limit);
    queue.set(pool.waiting);
  };
}

/** Seconds since the oldest of several times in epoch ms; 0: there is none. */
const oldestAge = (now: number, times: readonly number[]): number =>
  times.length === 0 ? 0 : Math.max(0, now - Math.min(...times)) / 1000;

function measureDatabase(metrics: Metrics) {
  const gauge = <L extends string = never>(name: `nasim_${string}`, help: string, labelNames: readonly L[] = []) =>
    metrics.gauge(name, help, labelNames, 'max');
  const gauges = {
    size: gauge('nasim_database_size_bytes', 'Size of the database.'),
    jobs: gauge('nasim_jobs', 'Jobs: due and waiting for a place, running, to be repeated after a failure, or scheduled.', ['state']),
    jobAge: gauge('nasim_jobs_oldest_due_age_seconds', 'How long the oldest due job has waited.'),
    pending: gauge(
      'nasim_driver_pending',
      'Resources whose engine doesn’t have the newest version: not applied yet, failed and to be repeated, or refused for good.',
      ['kind', 'state'],
    ),
    pendingAge: gauge('nasim_driver_oldest_pending_age_seconds', 'Age of the oldest version that isn’t applied yet or failed.', ['kind']),
    outbox: gauge('nasim_outbox_waiting', 'Messages that weren’t sent yet.', ['channel']),
    outboxAge: gauge('nasim_outbox_oldest_age_seconds', 'Age of the oldest message that wasn’t sent yet.'),
    outboxAbandoned: gauge('nasim_outbox_abandoned', 'Messages that failed too often and aren’t tried again.'),
    sessions: gauge('nasim_sessions', 'Sessions that haven’t ended.'),
    domains: gauge('nasim_domains', 'Domains.'),
    edges: gauge('nasim_edges', 'Edges that have reported in the last day: connected, or silent.', ['state']),
    checks: gauge('nasim_check_ok', 'Result of the latest check of /healthz: 1 or 0.', ['check']),
    components: gauge('nasim_component_state', 'State of a component of the status page: 1 for the present one.', ['component', 'state']),
  };
  return {
    reset() {
      for (const gauge of Object.values(gauges)) clearGauge(gauge);
    },

    /** Reads everything. @returns sets the gauges */
    async read(services: Measured, now: number): Promise<() => void> {
      const { store, registry } = services;
      const db = store.reader;
      const [size, jobs, desired, outbox, sessions, domains, edges, checks, components] = await Promise.all([
        store.size(),
        readJobs(db, now),
        readDesired(db),
        readOutbox(db),
        db
          .selectFrom('session')
          .select((is) => is.fn.countAll().as('count'))
          .where('endedAt', 'is', null)
          .where('expiresAt', '>', now)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('domain')
          .select((is) => is.fn.countAll().as('count'))
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('edgeNode')
          .select('seenAt')
          .where('seenAt', '>', now - DAY)
          .execute(),
        Promise.all(registry.lines.map((line) => line.checks?.(db) ?? [])),
        db.selectFrom('statusCheck').select(['component', 'state']).execute(),
      ]);
      return () => {
        gauges.size.set(size);
        for (const [state, count] of Object.entries(jobs.counts)) gauges.jobs.set({ state }, count);
        gauges.jobAge.set(oldestAge(now, jobs.oldestDue));
        for (const kind of desiredKinds.filter((one) => selectDriver(services, one))) {
          const rows = desired.filter((row) => row.kind === kind);
          for (const state of ['waiting', 'failed', 'refused'] as const)
            gauges.pending.set({ kind, state }, rows.find((row) => row.state === state)?.count ?? 0);
          const open = rows.filter(({ state }) => state !== 'refused').map(({ oldest }) => oldest);
          gauges.pendingAge.set({ kind }, oldestAge(now, open));
        }
        for (const channel of ['mail', 'sms'] as const) gauges.outbox.set({ channel }, outbox.waiting[channel]);
        gauges.outboxAge.set(oldestAge(now, outbox.oldest));
        gauges.outboxAbandoned.set(outbox.abandoned);
        gauges.sessions.set(Number(sessions.count));
        gauges.domains.set(Number(domains.count));
        const connected = edges.filter(({ seenAt }) => seenAt > now - CONNECTED_MS).length;
        gauges.edges.set({ state: 'connected' }, connected);
        gauges.edges.set({ state: 'silent' }, edges.length - connected);
        for (const { name, ok } of checks.flat()) if (ok !== null) gauges.checks.set({ check: name }, ok ? 1 : 0);
        for (const { component, state } of components)
          for (const one of componentStates) gauges.components.set({ component, state: one }, one === state ? 1 : 0);
      };
    },
  };
}

async function readJobs(db: Db, now: number) {
  const { all, running, due, retrying, ...since } = await db
    .selectFrom('job')
    .select((is) => [
      is.fn.countAll().as('all'),
      is.fn.countAll().filterWhere('lockedUntil', '>', now).as('running'),
      is.fn.countAll().filterWhere('lockedUntil', '<=', now).filterWhere('runAt', '<=', now).as('due'),
      is.fn.countAll().filterWhere('lockedUntil', '<=', now).filterWhere('runAt', '>', now).filterWhere('attempts', '>', 0).as('retrying'),
      // A job without a time of its own is due since it was enqueued.
      is.fn.min('createdAt').filterWhere('lockedUntil', '<=', now).filterWhereRef('runAt', '<=', 'createdAt').as('enqueued'),
      is.fn
        .min('runAt')
        .filterWhere('lockedUntil', '<=', now)
        .filterWhere('runAt', '<=', now)
        .filterWhereRef('runAt', '>', 'createdAt')
        .as('planned'),
    ])
    .executeTakeFirstOrThrow();
  const counts = { running: Number(running), due: Number(due), retrying: Number(retrying) };
  return {
    counts: { ...counts, scheduled: Number(all) - counts.running - counts.due - counts.retrying },
    oldestDue: [since.enqueued, since.planned].flatMap((time) => (time === null ? [] : [Number(time)])),
  };
}

/** One row for each kind and state, without what is applied. */
async function readDesired(db: Db) {
  const isRefused = sql<number | boolean>`${sql.ref('nextAttemptAt')} is null and ${sql.ref('status')} = 'failed'`;
  const rows = await db
    .selectFrom('desired')
    .select((is) => ['kind', 'status', isRefused.as('refused'), is.fn.countAll().as('count'), is.fn.min('updatedAt').as('oldest')])
    .where('status', '!=', 'done')
    .groupBy(['kind', 'status', isRefused])
    .execute();
  return rows.map(({ kind, status, refused, count, oldest }) => ({
    kind,
    state: refused ? 'refused' : status,
    count: Number(count),
    oldest: Number(oldest),
  }));
}

async function readOutbox(db: Db) {
  const rows = await db
    .selectFrom('outbox')
    .select((is) => [
      'channel',
      is.fn.countAll().as('all'),
      is.fn.countAll().filterWhere('attempts', '<', MAX_ATTEMPTS).as('waiting'),
      is.fn.min('createdAt').filterWhere('attempts', '<', MAX_ATTEMPTS).as('oldest'),
    ])
    .where('sentAt', 'is', null)
    .groupBy('channel')
    .execute();
  const waiting = { mail: 0, sms: 0 };
  for (const row of rows) waiting[row.channel] = Number(row.waiting);
  return {
    waiting,
    oldest: rows.flatMap(({ oldest }) => (oldest === null ? [] : [Number(oldest)])),
    abandoned: rows.reduce((sum, row) => sum + Number(row.all) - Number(row.waiting), 0),
  };
}
