import { respond } from '../../lib/node/thread.ts';
import { minifyHtml } from './minifyHtml.ts';

// The thread of `htmlMinifier.ts`: parsing a large page takes longer than the visitors of other sites may wait.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
respond((body: Uint8Array) => minifyHtml(decoder.decode(body)));
