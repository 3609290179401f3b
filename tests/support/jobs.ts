import fc from 'fast-check';
import type { Suspension } from '../../src/provider/core/registry.ts';
import type { JobKind } from '../../src/provider/jobs/kind.ts';
import { uuidv7 } from '../../src/provider/kernel/ids.ts';
import type { TestProvider } from './provider.ts';

/** Runs jobs as the schedule does, and all that are due. */
export async function runJobs({ provider, store }: TestProvider, ...kinds: JobKind[]): Promise<void> {
  const { jobs } = provider.services;
  await store.write('jobs', async (tx) => {
    for (const kind of kinds) await jobs.enqueue(tx, kind, {});
  });
  while ((await jobs.runDue()) > 0);
}

/** Runs due jobs until something has happened that they lead to. */
export async function whileRunning<T>({ provider }: TestProvider, what: Promise<T>): Promise<T> {
  let isOver = false;
  const over = what.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await provider.services.jobs.runDue();
    await new Promise((done) => setTimeout(done, 5));
  }
  return over;
}

/** Runs due jobs every three seconds: a driver needs some rounds for its work. */
export async function rest({ provider, clock }: TestProvider, rounds = 8): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    await provider.services.jobs.runDue();
    clock.now += 3_000;
  }
}

/** Stops or restarts everything of an account. */
export async function stopOrRestart(p: TestProvider, what: 'suspend' | 'restore', target: Suspension): Promise<void> {
  const { services } = p.provider;
  const ctx = { now: p.clock.now, newId: () => uuidv7(p.clock.now), services };
  await p.store.write(`account:${target.accountId}`, async (tx) => {
    for (const line of services.registry.lines) await line[what]?.(tx, ctx, target);
  });
}

/** Checks what a job must keep however late and often it runs: at up to five random times within 30 hours of each other. */
export const whenever = (p: TestProvider, kind: JobKind, check: () => Promise<void>, numRuns = 8): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30 * 3_600_000 }), fc.integer({ min: 1, max: 3 })), { maxLength: 5 }),
      async (runs) => {
        for (const [wait, times] of runs) {
          p.clock.now += wait;
          for (let i = 0; i < times; i++) await runJobs(p, kind);
        }
        await runJobs(p, kind);
        await check();
      },
    ),
    { numRuns },
  );
