import { CHECK_DAYS, type Component } from '../../../lib/rules/core/status.ts';
import { iso, MINUTE } from '../../../lib/time.ts';
import type { Db } from '../../db/schema.ts';
import type { StatusCheckTable } from '../../db/tables/core/status.ts';
import { type ObjectStore, ObjectStoreError } from '../../drivers/objects/objects.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import type { DesiredKind } from '../../kernel/desiredKinds.ts';
import { CONNECTED_MS } from '../edgeReach.ts';

type CheckState = StatusCheckTable['state'];

/** Mail is sent within seconds. If it waits longer than this, the mail server refuses it or doesn't respond. */
const LETTER_LATE_MS = 5 * MINUTE;
const LETTER_LOST_MS = 60 * MINUTE;
/** Only mail of the last day shows the current state; older mail was abandoned. */
const LETTERS_OF_MS = 24 * 60 * MINUTE;
/** How long a due job may wait for a worker; it rarely takes that long. */
const JOB_LATE_MS = 5 * MINUTE;
const DESIRED_LATE_MS = 10 * MINUTE;
/** An edge that hasn't reported for this long was taken away. */
const EDGE_GONE_MS = 60 * MINUTE;
const ENGINE_MS = 5_000;

/**
 * Checks everything on the status page and records the results. It runs as a job, so that the time of its last run shows whether the
 * queue moves: `status.ts` evaluates that. Observations aren't customers' changes, so they aren't in the change log.
 */
export const checkStatus: JobHandler = async (ctx) => {
  const { now } = ctx;
  const { store } = ctx.services;
  const db = store.reader;
  const results: [Component, CheckState][] = [
    ['api', 'operational'],
    ['jobs', await oldestJob(db, now)],
    ['mail', await oldestLetter(db, now)],
  ];
  const { dns, compute, edge } = ctx.services.drivers;
  const found = await Promise.all([
    edge && reachOfEdges(ctx).then((state) => state && (['edge', state] as const)),
    dns && engine(ctx, dns, 'zone').then((state) => ['dns', state] as const),
    compute && engine(ctx, compute, 'server').then((state) => ['servers', state] as const),
    ctx.services.objects && objectStore(ctx, ctx.services.objects).then((state) => ['storage', state] as const),
  ]);
  for (const check of found) if (check) results.push([...check]);
  await store.write('status', async (tx) => {
    for (const [component, state] of results) {
      const before = await tx.selectFrom('statusCheck').select(['state', 'since']).where('component', '=', component).executeTakeFirst();
      const row = { state, since: before?.state === state ? before.since : now, checkedAt: now };
      await tx
        .insertInto('statusCheck')
        .values({ component, ...row })
        .onConflict((conflict) => conflict.column('component').doUpdateSet(row))
        .execute();
      await tx
        .insertInto('statusDay')
        .values({ component, day: formatDay(now), operational: 0, degraded: 0, down: 0, [state]: 1 })
        .onConflict((conflict) => conflict.columns(['component', 'day']).doUpdateSet((e) => ({ [state]: e(`statusDay.${state}`, '+', 1) })))
        .execute();
    }
    await tx
      .deleteFrom('statusDay')
      .where('day', '<', formatDay(now - CHECK_DAYS * 24 * 60 * MINUTE))
      .execute();
  });
};

const formatDay = (time: number): string => iso(time).slice(0, 10);

/** Due jobs that nobody has taken. Failed jobs have a later time and don't count. */
async function oldestJob(db: Db, now: number): Promise<CheckState> {
  const late = await db
    .selectFrom('job')
    .select('id')
    .where('runAt', '<=', now - JOB_LATE_MS)
    .where('createdAt', '<=', now - JOB_LATE_MS)
    .where('lockedUntil', '<=', now)
    .where('kind', '!=', 'status.check')
    .limit(1)
    .executeTakeFirst();
  return late ? 'degraded' : 'operational';
}

async function oldestLetter(db: Db, now: number): Promise<CheckState> {
  const waiting = await db
    .selectFrom('outbox')
    .select('createdAt')
    .where('channel', '=', 'mail')
    .where('sentAt', 'is', null)
    .where('createdAt', '>', now - LETTERS_OF_MS)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  const age = waiting ? now - waiting.createdAt : 0;
  return age > LETTER_LOST_MS ? 'down' : age > LETTER_LATE_MS ? 'degraded' : 'operational';
}

/** The engine responds, and nothing has waited long for it. What was refused for good is up to the customer to fix. */
async function engine(
  { signal, now, services: { store } }: JobCtx,
  driver: { observe(id: string, signal: AbortSignal): Promise<unknown> },
  kind: DesiredKind,
): Promise<CheckState> {
  try {
    await driver.observe('status.invalid', AbortSignal.any([signal, AbortSignal.timeout(ENGINE_MS)]));
  } catch {
    return 'down';
  }
  return (await isLate(store.reader, kind, now)) ? 'degraded' : 'operational';
}

async function isLate(db: Db, kind: DesiredKind, now: number): Promise<boolean> {
  const late = await db
    .selectFrom('desired')
    .select('id')
    .where('kind', '=', kind)
    .where('updatedAt', '<', now - DESIRED_LATE_MS)
    .where((e) => e.or([e('status', '=', 'waiting'), e.and([e('status', '=', 'failed'), e('nextAttemptAt', 'is not', null)])]))
    .limit(1)
    .executeTakeFirst();
  return late !== undefined;
}

/** Edges report every few seconds. Null: none ever did, so nothing is known. */
async function reachOfEdges({ now, services: { store } }: JobCtx): Promise<CheckState | null> {
  const db = store.reader;
  const known = await db
    .selectFrom('edgeNode')
    .select('seenAt')
    .where('seenAt', '>', now - EDGE_GONE_MS)
    .execute();
  const connected = known.filter(({ seenAt }) => seenAt > now - CONNECTED_MS);
  if (connected.length === 0)
    return (await db.selectFrom('edgeNode').select('id').where('seenAt', '>', 0).limit(1).executeTakeFirst()) ? 'down' : null;
  return connected.length < known.length || (await isLate(db, 'edge', now)) ? 'degraded' : 'operational';
}

/** The store answers; a space that doesn't exist is an answer. */
async function objectStore({ services: { log } }: JobCtx, objects: ObjectStore): Promise<CheckState> {
  const late = new Promise<never>((_, fail) => setTimeout(fail, ENGINE_MS, new Error('no answer in time')).unref());
  try {
    await Promise.race([objects.head('status-check', 'status-check'), late]);
    return 'operational';
  } catch (error) {
    if (error instanceof ObjectStoreError && error.fault === 'noSuchSpace') return 'operational';
    log.debug({ err: error }, 'object store check failed');
    return 'down';
  }
}
