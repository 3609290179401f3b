import { parentPort, workerData } from 'node:worker_threads';
import { parseZone } from '../../lib/rules/zone/parse.ts';
import type { ReadOptions } from '../../lib/rules/zone/types.ts';

// Reads one zone file away from the event loop, then ends.
const { text, options } = workerData as { text: string; options: ReadOptions }; // from read.ts, its only caller
parentPort?.postMessage(parseZone(text, options));
