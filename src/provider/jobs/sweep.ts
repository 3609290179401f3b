import type { JobHandler } from './jobs.ts';

/** Deletes what is past its retention period, in one transaction. */
export const sweep: JobHandler = ({ now, services }) =>
  services.store.write('sweep', async (tx) => {
    for (const line of services.registry.lines) await line.deleteExpired?.(tx, now);
  });
