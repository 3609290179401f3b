import { type MetricName, type Metrics, metricNames } from '../../src/lib/rules/cloud/compute/spec.ts';
import type { ComputeDriver } from '../../src/provider/drivers/compute/compute.ts';
import type { TestProvider } from './provider.ts';

/** Replaces what the driver measures: a steady value for each metric. The driver fails when `measuredOf` throws. */
export function measure(p: TestProvider, measuredOf: (name: MetricName) => number | null): void {
  const drivers = p.provider.services.drivers as { compute: ComputeDriver }; // the simulated one is the default
  const metrics: ComputeDriver['metrics'] = async (_id, { from, to, step }) => {
    const first = Math.ceil(from / step);
    const times = Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step);
    const values = metricNames.map((name) => [name, times.map(() => measuredOf(name))]);
    return { times, values: Object.fromEntries(values) as Metrics['values'] };
  };
  drivers.compute = { ...drivers.compute, metrics };
}
