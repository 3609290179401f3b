import type { Context } from '../context.ts';
import { type Counters, computeRates, readCounters } from './measure.ts';
import { compactMetrics, storeMetrics } from './store.ts';

const TICK_MS = 1_000;
const COMPACT_MS = 3_600_000;

/** Measures machines as often as their servers want. @returns stops it */
export function startSampler(context: Context): () => void {
  const last = new Map<string, Counters>();
  const measuring = new Set<string>();
  const tick = () => {
    for (const { machine } of context.machines.all()) {
      const server = context.store.get('servers', machine.id);
      const due = (last.get(machine.id)?.at ?? 0) + (server?.spec.measureEvery ?? 0) * 1000;
      if (!server || measuring.has(machine.id) || Date.now() < due) continue;
      measuring.add(machine.id);
      void readCounters(machine)
        .then((counters) => {
          const before = last.get(machine.id);
          last.set(machine.id, counters);
          const rates = before && computeRates(before, counters, server.applied.cpu);
          if (rates && context.machines.get(machine.id)) storeMetrics(context.store, machine.id, counters.at, rates);
        })
        // The machine has just ended; the next one is measured again.
        .catch(() => last.delete(machine.id))
        .finally(() => measuring.delete(machine.id));
    }
    for (const id of last.keys()) if (!context.machines.get(id)) last.delete(id);
  };
  const ticks = setInterval(tick, TICK_MS);
  const compaction = setInterval(() => compactMetrics(context.store, Date.now()), COMPACT_MS);
  return () => {
    clearInterval(ticks);
    clearInterval(compaction);
  };
}
