import { defineConfig } from '@playwright/test';
import { launchOptions, testBrowser } from './scripts/lib/needs.mjs';
import type { PortalOptions } from './tests/support/browser.ts';

const isFull = Boolean(process.env.FULL);

/**
 * The steps `e2e` and `remote` of the tests. Each worker starts its own portal (tests/support/browser.ts); the site must be built.
 *
 * `npm test` runs `routes.spec.ts` and the tests tagged `@journey`, and with a provider elsewhere those tagged `@elsewhere`.
 * `npm run test:full` runs all tests with the embedded provider, and those tagged `@remote` or `@elsewhere` with a provider elsewhere too.
 */
export default defineConfig<object, PortalOptions>({
  testDir: 'tests/e2e',
  // `screens.full.spec.ts` includes the visits of `routes.spec.ts`.
  testIgnore: isFull ? '**/routes.spec.ts' : '**/*.full.spec.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  forbidOnly: true,
  reporter: 'line',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(testBrowser()),
  },
  projects: [
    { name: 'embedded', use: { arrangement: 'embedded' }, ...(!isFull && { grep: /@journey|@route/ }) },
    { name: 'remote', use: { arrangement: 'remote' }, grep: isFull ? /@remote|@elsewhere/ : /@elsewhere/ },
  ],
});
