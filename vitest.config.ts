import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    // Islands say so in their first line: `// @vitest-environment jsdom`.
    environment: 'node',
    pool: 'threads',
    // Its default leaves a core to the reporter, which on two cores is half of the machine.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
