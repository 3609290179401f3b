import { Worker } from 'node:worker_threads';
import type { Minified } from './htmlThread.ts';

/** A page that takes longer stays as it is. */
const DEADLINE_MS = 5_000;
const IDLE_MS = 15_000;
const MAX_HEAP_MB = 256;

let thread: Worker | null = null;
let turn: Promise<unknown> = Promise.resolve();
let idle: NodeJS.Timeout | undefined;

/** Minifies one page after the other in a thread, which starts when it is needed. @throws when a page isn't UTF-8, or takes too long */
export function minifyHtmlInThread(body: Buffer): Promise<Buffer> {
  const made = turn.then(() => run(body));
  turn = made.catch(() => {});
  return made;
}

async function end(): Promise<void> {
  clearTimeout(idle);
  const ending = thread;
  thread = null;
  await ending?.terminate();
}

async function run(body: Buffer): Promise<Buffer> {
  clearTimeout(idle);
  const worker =
    thread ?? new Worker(new URL('./htmlThread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
  thread = worker;
  // A visitor who waits keeps the process alive, not the thread.
  worker.unref();
  const { promise, resolve, reject } = Promise.withResolvers<Minified>();
  const late = setTimeout(() => reject(new Error(`a page took longer than ${DEADLINE_MS} ms`)), DEADLINE_MS);
  worker.once('message', resolve).once('error', reject);
  try {
    worker.postMessage(body);
    const answer = await promise;
    if ('failed' in answer) throw new Error(answer.failed);
    return Buffer.from(answer.made);
  } catch (error) {
    // Its state is unknown; the next page gets a new thread.
    await end();
    throw error;
  } finally {
    clearTimeout(late);
    worker.removeAllListeners();
    if (thread) idle = setTimeout(() => void end(), IDLE_MS).unref();
  }
}
