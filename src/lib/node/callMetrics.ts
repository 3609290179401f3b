import { type Metrics, statusClass, waitBuckets } from './metrics.ts';

/** Records a call that was answered. `call`: its name in the contract, or `unknown`. */
export type RecordCall = (call: string, status: number, seconds: number) => void;

/** What the callers of a process get: of the portal, or of `npm run provider`. */
export function makeCallMetrics(metrics: Metrics): RecordCall {
  const answered = metrics.counter('nasim_calls_total', 'Calls by their name and the class of their status.', ['call', 'status']);
  const duration = metrics.histogram('nasim_call_duration_seconds', 'Time from a call to the start of its response.', waitBuckets, [
    'call',
  ]);
  const limited = metrics.counter('nasim_rate_limited_calls_total', 'Calls that were refused with 429.', ['call']);
  return (call, status, seconds) => {
    answered.inc({ call, status: statusClass(status) });
    // An edge waits for changes.
    if (call !== 'edge/bundle') duration.observe({ call }, seconds);
    if (status === 429) limited.inc({ call });
  };
}
