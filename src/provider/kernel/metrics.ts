import { longBuckets, type Metrics, shortBuckets } from '../../lib/node/metrics.ts';

/** What the provider counts while it works. What the database knows is read for each scrape (`provider/scrape.ts`). */
export function makeProviderMetrics(metrics: Metrics) {
  const ofJob = ['job', 'result'] as const;
  const ofDriver = ['kind', 'result'] as const;
  return {
    queries: metrics.histogram('nasim_database_query_duration_seconds', 'Time of a statement in the database.', shortBuckets),
    queryErrors: metrics.counter('nasim_database_query_errors_total', 'Statements that the database refused.'),
    jobRuns: metrics.counter('nasim_job_runs_total', 'Jobs that ended: done, or failed and to be repeated.', ofJob),
    jobDuration: metrics.histogram('nasim_job_duration_seconds', 'Time that a job took.', longBuckets, ['job']),
    driverUpdates: metrics.counter(
      'nasim_driver_updates_total',
      'States that engines got: applied, failed and to be repeated, or refused for good.',
      ofDriver,
    ),
    driverDuration: metrics.histogram('nasim_driver_update_duration_seconds', 'Time that an engine took for a state.', longBuckets, [
      'kind',
    ]),
    signInRefusals: metrics.counter('nasim_sign_in_failures_total', 'Refused passwords, codes and passkeys, by the call.', ['call']),
    messages: metrics.counter('nasim_outbox_messages_total', 'Messages of the outbox: sent, or failed.', ['channel', 'result']),
  };
}
export type ProviderMetrics = ReturnType<typeof makeProviderMetrics>;
