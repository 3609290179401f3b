import type { BrowserContext } from '@playwright/test';
import type { Screen } from '../screens/index.ts';
import { test } from './browser.ts';

/**
 * Tests of screens that share one page per viewer and worker: scripts that are cached and compiled cost a quarter of the first visit.
 * A viewer with an own page is chosen with `test.use({ viewer })`.
 */
export const tabTest = test.extend<{ viewer: string }, { contexts: Map<string, BrowserContext> }>({
  viewer: ['', { option: true }],
  contexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>();
      await use(contexts);
      for (const context of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, contexts, viewer, portal, ip }, use) => {
    let context = contexts.get(viewer);
    if (!context) {
      context = await browser.newContext({ baseURL: portal.url, extraHTTPHeaders: { 'x-forwarded-for': ip } });
      contexts.set(viewer, context);
    }
    await use(context);
  },
  page: async ({ context }, use) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await use(page);
    // From the same address in another look, the next visit may be a navigation within the document, which has no response.
    await page.goto('about:blank');
  },
});

/** Screens by viewer. Where an action follows the load, the page also receives changes by others, so it is another page. */
export function byViewer(screens: readonly Screen[]): Map<string, Screen[]> {
  return Map.groupBy(screens, ({ as, act }) => `${as}${act ? ', acting' : ''}`);
}
