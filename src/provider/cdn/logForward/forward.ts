import { setTimeout as wait } from 'node:timers/promises';
import type { Domain, LogTargetRow } from '../../db/schema.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { deliver } from './deliver.ts';
import { dueTargets, FORWARD_LOCK, planNext } from './due.ts';

/** Concurrent requests in total and per customer: a customer with only slow targets doesn't delay the others. */
const PLACES = 32;
const PER_CUSTOMER = 4;
const TICK_MS = 1_000;

export type Due = LogTargetRow & { domain: Pick<Domain, 'id' | 'name' | 'accountId'> };

/**
 * Sends pending entries, one batch per target at a time, until nothing is due. Only one process does this at a time. After an
 * interruption the batch is sent again: it counts as delivered once its position is stored.
 */
export const forwardLogs: JobHandler = async (ctx) => {
  const began = performance.now();
  const now = () => ctx.now + Math.round(performance.now() - began);
  const running = new Map<Promise<void>, Due>();
  const failures: unknown[] = [];
  // Failures are left to the next run, which the queue delays.
  const start = (due: Due) => {
    const work: Promise<void> = deliver(ctx, due, now)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(work));
    running.set(work, due);
  };
  while (!ctx.leaving.aborted && failures.length === 0) {
    for (const due of await claimDueBatches(ctx, now(), [...running.values()])) start(due);
    if (running.size === 0) break;
    await Promise.race([...running.keys(), wait(TICK_MS, undefined, { signal: ctx.leaving }).catch(() => {})]);
  }
  await Promise.all(running.keys());
  if (failures.length > 0) throw failures[0];
  await ctx.services.store.write(FORWARD_LOCK, (tx) => planNext(tx, ctx.services.jobs));
};

/** The targets that are due and within the limits. */
async function claimDueBatches({ services: { store } }: JobCtx, now: number, busy: readonly Due[]): Promise<Due[]> {
  const room = PLACES - busy.length;
  if (room <= 0) return [];
  const count = new Map<string, number>();
  for (const { domain } of busy) count.set(domain.accountId, (count.get(domain.accountId) ?? 0) + 1);
  const full = [...count].filter(([, requests]) => requests >= PER_CUSTOMER).map(([accountId]) => accountId);
  const rows = await dueTargets(store.reader, { now, except: busy.map(({ id }) => id), without: full, limit: PLACES });
  const mine = rows.filter(({ domain: { accountId } }) => {
    const requests = (count.get(accountId) ?? 0) + 1;
    count.set(accountId, requests);
    return requests <= PER_CUSTOMER;
  });
  return mine.slice(0, room);
}
