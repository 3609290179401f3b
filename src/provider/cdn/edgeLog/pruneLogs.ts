import type { JobHandler } from '../../jobs/jobs.ts';

/** Counts hours and days of the edge's log that are over, and deletes what is past its retention period. */
export const pruneLogs: JobHandler = ({ now, services: { logs } }) => logs.prune(now);
