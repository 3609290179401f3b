import { parentPort } from 'node:worker_threads';
import { minifyHtml } from './minifyHtml.ts';

/** A reply of this thread. */
export type Minified = { made: string } | { failed: string };

// The thread of `htmlMinifier.ts`: parsing a large page takes longer than the visitors of other sites may wait.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function reply(body: Uint8Array): Minified {
  try {
    return { made: minifyHtml(decoder.decode(body)) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
parentPort?.on('message', (body: Uint8Array) => parentPort?.postMessage(reply(body)));
