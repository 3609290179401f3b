import { defineConfig } from 'vitest/config';

const provider = ['src/provider/**/*.test.ts', 'tests/contract/*.test.ts'];

export default defineConfig({
  test: {
    // Tests with a DOM declare it in their first line: `// @vitest-environment jsdom`.
    environment: 'node',
    globalSetup: 'tests/support/run.ts',
    pool: 'threads',
    // The default reserves a core for the reporter, which is half of a two-core machine.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      // Importing the whole provider takes most of the time of a small file: one worker imports it once.
      { extends: true, test: { name: 'provider', include: provider, isolate: false } },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: provider,
          setupFiles: 'tests/support/dom.ts',
        },
      },
    ],
  },
});
