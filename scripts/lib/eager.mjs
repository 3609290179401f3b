import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Scripts that every panel page mostly executes while it opens: names of the groups in chunks.mjs. The line costs 26 bytes each. */
const EARLY = new Set(['vendor', 'base', 'panel']);

/**
 * Tells V8 to compile these scripts completely while they load, off the main thread ("explicit compile hints"). By default it
 * pre-parses each function, and compiles it on the main thread on first call: 55 ms of the 300 until a list is shown. To
 * other browsers it is a comment.
 *
 * @returns {import('vite').Plugin}
 */
export function eagerScripts() {
  return {
    name: 'nasim:eager-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // It has to be the first line: the minifier removes comments, and Vite inserts a line before some scripts.
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk' && EARLY.has(file.name));
      await Promise.all(files.map((file) => writeFile(join(dir, file.fileName), `//# allFunctionsCalledOnLoad\n${file.code}`)));
    },
  };
}
