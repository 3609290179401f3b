import { Thread } from '../../lib/node/thread.ts';

/** A page that takes longer stays as it is. */
const DEADLINE_MS = 5_000;
const IDLE_MS = 15_000;
const MAX_HEAP_MB = 256;

let thread: Thread | null = null;
let turn: Promise<unknown> = Promise.resolve();
let idle: NodeJS.Timeout | undefined;

/** Minifies one page after the other in a thread, which starts when it is needed. @throws when a page isn't UTF-8, or takes too long */
export function minifyHtmlInThread(body: Buffer): Promise<Buffer> {
  const made = turn.then(() => run(body));
  turn = made.catch(() => {});
  return made;
}

function start(): Thread {
  const started = new Thread(
    new URL('./htmlThread.ts', import.meta.url),
    { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } },
    () => {
      if (thread === started) thread = null;
    },
  );
  return started;
}

async function end(error: Error): Promise<void> {
  const ending = thread;
  thread = null;
  await ending?.end(error);
}

async function run(body: Buffer): Promise<Buffer> {
  clearTimeout(idle);
  thread ??= start();
  const late = setTimeout(() => void end(new Error(`a page took longer than ${DEADLINE_MS} ms`)), DEADLINE_MS);
  try {
    return Buffer.from((await thread.request(body)) as string); // what `htmlThread.ts` returns
  } finally {
    clearTimeout(late);
    if (thread) idle = setTimeout(() => void end(new Error('idle')), IDLE_MS).unref();
  }
}
