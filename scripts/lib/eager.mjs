import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Scripts of which every page of the panel runs most while it opens: names of the groups in chunks.mjs. The line costs 26 bytes each. */
const EARLY = new Set(['vendor', 'base', 'panel']);

/**
 * Tells V8 to compile these scripts as a whole and while they arrive, beside the main thread ("explicit compile hints"). By itself it
 * looks over each function, and compiles it on the main thread when it is first called: 55 ms of the 300 until a list is there. To
 * other browsers it is a comment.
 *
 * @returns {import('vite').Plugin}
 */
export function eagerScripts() {
  return {
    name: 'nasim:eager-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // It has to be the first line: the minifier drops comments, and Vite puts a line of its own before some scripts.
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk' && EARLY.has(file.name));
      await Promise.all(files.map((file) => writeFile(join(dir, file.fileName), `//# allFunctionsCalledOnLoad\n${file.code}`)));
    },
  };
}
