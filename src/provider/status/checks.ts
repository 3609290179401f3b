import type { Component } from '../../lib/rules/status.ts';
import type { Db } from '../db/schema.ts';
import type { StatusCheckTable } from '../db/tables/site.ts';
import type { JobCtx, JobHandler } from '../jobs/jobs.ts';

type Seen = StatusCheckTable['state'];

const MINUTE = 60_000;
/** A letter leaves within seconds. One that waits longer than this has met a mail server that refuses or does not answer. */
const LETTER_LATE_MS = 5 * MINUTE;
const LETTER_LOST_MS = 60 * MINUTE;
/** Only letters of the last day tell how the mail is now; older ones were given up. */
const LETTERS_OF_MS = 24 * 60 * MINUTE;
/** A job that is due waits for a lane, hardly ever this long. */
const JOB_LATE_MS = 5 * MINUTE;
const ZONE_LATE_MS = 10 * MINUTE;
const ENGINE_MS = 5_000;

/**
 * Looks at everything that the status page names and writes down what was seen. It runs as a job, so that its own time says whether
 * the queue moves: `status.ts` judges that. Observations, so no change of a customer's and not in the change log.
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

/** Work that is due and that nobody took. Jobs that failed have a later time, and are their own matter. */
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

/** The engine answers, and no zone has waited long for it. What was refused for good is the customer's to mend. */
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
