import { longBuckets, type Metrics } from '../../lib/node/metrics.ts';
import { NotReady, Refused } from '../outcomes.ts';

/** Runs a step of a server, and records its result. */
export type MeasureStep = <T>(step: string, work: () => Promise<T>) => Promise<T>;

/** The steps by which servers reach their states. One that waits for another is recorded as `postponed`. */
export function makeStepMetrics(metrics: Metrics): MeasureStep {
  const steps = metrics.counter('nasim_compute_steps_total', 'Steps of servers by their result.', ['step', 'result']);
  const duration = metrics.histogram('nasim_compute_step_duration_seconds', 'Time that a step took.', longBuckets, ['step']);
  return async (step, work) => {
    const began = performance.now();
    let result = 'done';
    try {
      return await work();
    } catch (error) {
      result = error instanceof NotReady ? 'postponed' : error instanceof Refused ? 'refused' : 'failed';
      throw error;
    } finally {
      steps.inc({ step, result });
      duration.observe({ step }, (performance.now() - began) / 1000);
    }
  };
}
