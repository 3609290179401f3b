import { defineConfig } from '@playwright/test';
import { chromium } from './scripts/lib/needs.mjs';
import type { PortalOptions } from './tests/support/browser.ts';

const executablePath = chromium();

/** `npm test -- --only e2e,remote`. Each worker starts a portal of its own (tests/support/browser.ts); the site must be built. */
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
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Nothing but the portal is spoken to; and the sandbox needs what containers do not give.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'embedded', use: { arrangement: 'embedded' } },
    { name: 'remote', use: { arrangement: 'remote' }, grep: /@remote/ },
  ],
});
