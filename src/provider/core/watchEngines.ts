import { coreJobs } from '../jobs/coreJobs.ts';
import type { Services } from './services.ts';

/** How often the IDs of the engines are read, which takes microseconds. */
const WATCH_MS = 1_000;

/** Publishes everything again to an engine that has lost its state, which its new ID shows. @returns the function that ends it */
export function watchEngines({ drivers, store, jobs, log }: Services): () => void {
  const ids = () =>
    Object.values(drivers)
      .map((driver) => driver?.id)
      .join();
  let known = ids();
  const timer = setInterval(() => {
    const now = ids();
    if (now === known) return;
    store
      .write('reconcile.sweep', (tx) => jobs.enqueue(tx, coreJobs.reconcileSweep, {}))
      .then(
        () => {
          known = now;
          log.warn('engine lost its state; full sync scheduled');
          jobs.wake();
        },
        (error: unknown) => log.error({ err: error }, 'engine state check failed'),
      );
  }, WATCH_MS).unref();
  return () => clearInterval(timer);
}
