import { Worker } from 'node:worker_threads';
import { parseZone } from '../../lib/rules/zone/parse.ts';
import type { ReadOptions, ZoneReading } from '../../lib/rules/zone/types.ts';

/** Smaller files are read faster than a thread starts. */
const INLINE_CHARS = 64 * 1024;
const TIMEOUT_MS = 10_000;
const PARALLEL = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Reads a zone file in a worker thread, at most two at a time, so that a large or hostile file holds up nobody else.
 * @throws Error when it takes longer than 10 s or needs more memory than the worker has
 */
export async function readZone(text: string, options: ReadOptions): Promise<ZoneReading> {
  if (text.length <= INLINE_CHARS) return parseZone(text, options);
  if (running >= PARALLEL) await new Promise<void>((go) => waiting.push(go));
  running++;
  try {
    return await inWorker(text, options);
  } finally {
    running--;
    waiting.shift()?.();
  }
}

const workerFile = new URL('./read.worker.ts', import.meta.url);

function inWorker(text: string, options: ReadOptions): Promise<ZoneReading> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: { text, options }, resourceLimits: { maxOldGenerationSizeMb: 1024 } });
    const timer = setTimeout(() => {
      void worker.terminate();
      reject(new Error('reading the zone file took too long'));
    }, TIMEOUT_MS);
    worker.once('message', (reading: ZoneReading) => {
      clearTimeout(timer);
      resolve(reading);
    });
    worker.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}
