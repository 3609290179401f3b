import { configDefaults, defineConfig, type Plugin } from 'vitest/config';

const provider = ['src/provider/**/*.test.ts', 'tests/contract/*.test.ts'];
const withDom = ['src/{islands,pages}/**/*.test.{ts,tsx}', 'src/browser/**/*.test.{ts,tsx}'];
/** Depth that `npm test` leaves to `npm run test:full` (CONTRIBUTING.md). */
const leftOut = process.env.FULL ? [] : ['**/*.full.test.{ts,tsx}'];
/** Servers that boot need minutes of both cores: a step of the full run has nothing beside them. */
const guests = process.env.GUESTS ? [] : ['**/*.guests.full.test.ts'];
const properties = 'tests/support/properties.ts';
const exclude = [...configDefaults.exclude, ...leftOut, ...guests];

/** Islands run on the provider, whose modules name files of worker threads: Vite and Vitest would turn these URLs into a browser's. */
const fileUrls: Plugin = {
  name: 'file-urls',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/src/provider/') ? code.replaceAll(/(new URL\([^,()]+, )import\.meta\.url\)/g, '$1String(import.meta.url))') : undefined,
};

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'tests/support/run.ts',
    pool: 'threads',
    // The default reserves a core for the reporter, which is half of a two-core machine.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      // Importing the whole provider takes most of the time of a small file: one worker imports it once.
      { extends: true, test: { name: 'provider', include: provider, exclude, isolate: false, setupFiles: properties } },
      // Requests to a running portal, which each worker starts once (tests/support/portal.ts); the site must be built.
      {
        extends: true,
        test: {
          name: 'portal',
          include: ['tests/portal/**/*.test.ts'],
          exclude,
          isolate: false,
          // The first test of a worker waits for the start of its portal.
          testTimeout: 200_000,
          // Node imports the texts and the contract in a fraction of the time that Vite takes to transform them.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // A worker imports the islands and the provider under them once, for one document.
      {
        extends: true,
        plugins: [fileUrls],
        test: {
          name: 'islands',
          include: withDom,
          exclude,
          isolate: false,
          environment: './tests/support/page.ts',
          setupFiles: 'tests/support/dom.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['src/**/*.test.ts', 'tests/*.test.{ts,tsx}'],
          exclude: [...exclude, ...provider, ...withDom],
          isolate: false,
          setupFiles: properties,
        },
      },
    ],
  },
});
