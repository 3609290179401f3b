import { builtinEnvironments, type Environment } from 'vitest/runtime';

/**
 * One document per worker instead of one per file: islands and their libraries keep state in modules, which a worker imports once, and
 * which belongs to the document of that import. `dom.ts` resets the document between files.
 */
const page: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!('document' in global)) await builtinEnvironments.jsdom.setup(global, options);
    return { teardown() {} };
  },
};
export default page;
