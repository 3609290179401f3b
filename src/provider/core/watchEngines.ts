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
          log.warn('an engine has lost its state, and gets everything again');
          jobs.wake();
        },
        (error: unknown) => log.error({ err: error }, 'an engine has lost its state'),
      );
  }, WATCH_MS).unref();
  return () => clearInterval(timer);
}
