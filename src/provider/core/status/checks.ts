import type { Component } from '../../../lib/rules/core/status.ts';
import type { Db } from '../../db/schema.ts';
import type { StatusCheckTable } from '../../db/tables/core/status.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';

type Seen = StatusCheckTable['state'];

const MINUTE = 60_000;
/** Mail is sent within seconds. If it waits longer than this, the mail server refuses it or doesn't respond. */
const LETTER_LATE_MS = 5 * MINUTE;
const LETTER_LOST_MS = 60 * MINUTE;
/** Only mail of the last day shows the current state; older mail was given up. */
const LETTERS_OF_MS = 24 * 60 * MINUTE;
/** How long a due job may wait for a lane; it rarely takes that long. */
const JOB_LATE_MS = 5 * MINUTE;
const ZONE_LATE_MS = 10 * MINUTE;
const ENGINE_MS = 5_000;

/**
 * Checks everything on the status page and records the results. It runs as a job, so that the time of its last run shows whether the
 * queue moves: `status.ts` evaluates that. Observations aren't customers' changes, so they aren't in the change log.
 */
export const checkStatus: JobHandler = async (ctx) => {
  const { store, now } = ctx;
  const db = store.reader;
  const seen: [Component, Seen][] = [
    ['api', 'operational'],
    ['jobs', await oldestJob(db, now)],
    ['mail', await oldestLetter(db, now)],
  ];
  if (ctx.services.drivers.dns) seen.push(['dns', await engineOfDns(ctx)]);
  await store.write('status', async (tx) => {
    for (const [component, state] of seen) {
      const before = await tx.selectFrom('statusCheck').select(['state', 'since']).where('component', '=', component).executeTakeFirst();
      const row = { state, since: before?.state === state ? before.since : now, checkedAt: now };
      await tx
        .insertInto('statusCheck')
        .values({ component, ...row })
        .onConflict((conflict) => conflict.column('component').doUpdateSet(row))
        .execute();
    }
  });
};

/** Due jobs that nobody has taken. Failed jobs have a later time and don't count. */
async function oldestJob(db: Db, now: number): Promise<Seen> {
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

async function oldestLetter(db: Db, now: number): Promise<Seen> {
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

/** The engine responds, and no zone has waited long for it. What was refused for good is up to the customer to fix. */
async function engineOfDns({ store, services, signal, now }: JobCtx): Promise<Seen> {
  try {
    await services.drivers.dns?.observe('status.invalid', AbortSignal.any([signal, AbortSignal.timeout(ENGINE_MS)]));
  } catch {
    return 'down';
  }
  const late = await store.reader
    .selectFrom('desired')
    .select('id')
    .where('kind', '=', 'zone')
    .where('updatedAt', '<', now - ZONE_LATE_MS)
    .where((e) => e.or([e('status', '=', 'waiting'), e.and([e('status', '=', 'failed'), e('nextAttemptAt', 'is not', null)])]))
    .limit(1)
    .executeTakeFirst();
  return late ? 'degraded' : 'operational';
}
