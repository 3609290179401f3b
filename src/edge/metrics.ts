import type { Counter } from 'prom-client';
import { type Metrics, statusClass, waitBuckets } from '../lib/node/metrics.ts';
import type { EdgeLogEntry } from '../lib/rules/cdn/edge/bundle.ts';
import type { Control } from './control/control.ts';
import type { Logs } from './control/logs.ts';
import type { Sites } from './control/policies.ts';

/** Records a request that has ended. @param product the layer that decided it. @param seconds since it arrived */
export type RecordRequest = (
  logged: Pick<EdgeLogEntry, 'status' | 'cache' | 'outcome' | 'bytes' | 'originBytes'>,
  product: string,
  seconds: number,
) => void;

/** What a process that serves visitors counts. */
export function makeRequestMetrics(metrics: Metrics): RecordRequest {
  const requests = metrics.counter('nasim_edge_requests_total', 'Requests by the class of their status and the state of the cache.', [
    'status',
    'cache',
  ]);
  const duration = metrics.histogram('nasim_edge_request_duration_seconds', 'Time from a request to the end of its response.', waitBuckets);
  const bytes = metrics.counter('nasim_edge_response_bytes_total', 'Bytes of the bodies that visitors got.');
  const originBytes = metrics.counter('nasim_edge_origin_bytes_total', 'Bytes of the bodies that came from origins.');
  const blocked = metrics.counter('nasim_edge_blocked_requests_total', 'Requests that a product blocked or challenged.', [
    'product',
    'outcome',
  ]);
  /** A counter finds its value by its labels, which takes longer than to add to it. */
  const known = new Map<string, Counter.Internal>();
  return ({ status, cache, outcome, bytes: sent, originBytes: received }, product, seconds) => {
    const key = `${Math.floor(status / 100)}${cache}`;
    let counter = known.get(key);
    if (!counter) {
      counter = requests.labels(statusClass(status), cache);
      known.set(key, counter);
    }
    counter.inc();
    duration.observe(seconds);
    if (sent > 0) bytes.inc(sent);
    if (received > 0) originBytes.inc(received);
    if (outcome === 'blocked' || outcome === 'challenged') blocked.inc({ product: product || 'none', outcome });
  };
}

/** What the main process of an edge knows: its policies, and what the portal doesn't have yet. */
export function measureEdge(metrics: Metrics, { sites, control, logs }: { sites: Sites; control: Control; logs: Logs }): void {
  const policies = metrics.gauge('nasim_edge_policies', 'Domains that are served.');
  const refused = metrics.gauge('nasim_edge_policies_refused', 'Domains whose newest policy was refused; the one before is served.');
  const version = metrics.gauge('nasim_edge_policy_version', 'Place of the newest policies among all that the portal published.');
  const changed = metrics.gauge(
    'nasim_edge_policy_change_timestamp_seconds',
    'When policies were last changed, as Unix time; 0: not since the start.',
  );
  const silence = metrics.gauge('nasim_edge_portal_silence_seconds', 'Time since the portal last answered.');
  const entries = metrics.gauge('nasim_edge_log_entries_undelivered', 'Log entries of this run that the portal doesn’t have yet.');
  const batches = metrics.gauge('nasim_edge_log_batches_undelivered', 'Batches of log entries on the disk, also of earlier runs.');
  const spool = metrics.gauge('nasim_edge_log_spool_bytes', 'Size of these batches.');
  const dropped = metrics.counter(
    'nasim_edge_log_entries_dropped_total',
    'Log entries that were lost, because their place on the disk was full or failed.',
  );
  let known = 0;
  metrics.collect(() => {
    const followed = control.state();
    policies.set(sites.ids().length);
    refused.set(followed.refused);
    version.set(followed.version);
    changed.set(followed.changedAt / 1000);
    silence.set((Date.now() - followed.heardAt) / 1000);
    const undelivered = logs.state();
    entries.set(undelivered.entries);
    batches.set(undelivered.batches);
    spool.set(undelivered.bytes);
    dropped.inc(undelivered.dropped - known);
    known = undelivered.dropped;
  });
}
