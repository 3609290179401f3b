import { type Metrics, metricNames, type ServerSpec } from '../../../lib/rules/cloud/compute/spec.ts';
import { hash, type Step, stand } from './steps.ts';

const MB = 1_048_576;
const GB = 1_073_741_824;

/** Noise in [0, 1), deterministic for a server and a time. */
const noise = (seed: string, slot: number) => hash(`${seed}:${slot}`) / 2 ** 32;
/** The same, smoothed between two slots of `ms`. */
function wave(seed: string, time: number, ms: number): number {
  const slot = Math.floor(time / ms);
  const share = (time / ms - slot) ** 2 * (3 - 2 * (time / ms - slot));
  return noise(seed, slot) * (1 - share) + noise(seed, slot + 1) * share;
}

/** Plausible values that depend only on the server's ID and the time: higher during the day, with bursts. */
export function simulatedMetrics(
  spec: ServerSpec,
  { from, to, step }: { from: number; to: number; step: number },
  steps: readonly Step[],
): Metrics {
  const times: number[] = [];
  const values: Metrics['values'] = { cpu: [], ram: [], diskRead: [], diskWrite: [], netIn: [], netOut: [] };
  // Servers from before it could be set have none stored.
  const every = (spec.measureEvery ?? 1) * 1000;
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    times.push(time);
    const figures = spec.power === 'on' && stand(steps, time).phase === null ? at(spec, Math.floor(time / every) * every) : null;
    for (const name of metricNames) values[name].push(figures?.[name] ?? null);
  }
  return { times, values };
}

function at({ id, size }: ServerSpec, time: number) {
  const day = 0.5 - 0.5 * Math.cos(((time % 86_400_000) / 86_400_000) * 2 * Math.PI);
  const load = 0.08 + 0.3 * day + 0.28 * wave(`${id}load`, time, 420_000) * wave(`${id}burst`, time, 1_800_000);
  const part = (name: string, ms: number) => wave(id + name, time, ms);
  return {
    cpu: Math.min(1, load + 0.06 * part('cpu', 60_000)),
    ram: Math.round(size.ram * GB * Math.min(0.97, 0.42 + 0.2 * day + 0.1 * part('ram', 3_600_000))),
    diskRead: Math.round(MB * (0.4 + 22 * load * part('read', 150_000) ** 2)),
    diskWrite: Math.round(MB * (0.3 + 14 * load * part('write', 150_000) ** 2)),
    netIn: Math.round(size.cpu * MB * (0.01 + 0.4 * load * (0.5 + 0.5 * part('in', 180_000)))),
    netOut: Math.round(size.cpu * MB * (0.02 + 1.1 * load * (0.5 + 0.5 * part('out', 180_000)))),
  };
}
