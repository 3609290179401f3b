import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    // Islands say so in their first line: `// @vitest-environment jsdom`.
    environment: 'node',
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
