import { defineConfig } from '@playwright/test';
import { launchOptions, testBrowser } from './scripts/lib/needs.mjs';
import type { PortalOptions } from './tests/support/browser.ts';

/** `npm test -- --only e2e,remote`. Each worker starts its own portal (tests/support/browser.ts); the site must be built. */
export default defineConfig<object, PortalOptions>({
  testDir: 'tests/e2e',
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
    { name: 'embedded', use: { arrangement: 'embedded' }, ...(!process.env.FULL && { grepInvert: /@elsewhere/ }) },
    { name: 'remote', use: { arrangement: 'remote' }, grep: /@remote|@elsewhere/ },
  ],
});
