import type { Page, Request } from '@playwright/test';

const open = new WeakMap<Page, Set<Request>>();

/** Follows the requests of a page that have no answer yet. The stream of events never ends, so it does not count. */
export function followRequests(page: Page): void {
  const requests = new Set<Request>();
  open.set(page, requests);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/task/stream') requests.add(request);
  });
  const isOver = (request: Request) => void requests.delete(request);
  page.on('requestfinished', isOver);
  page.on('requestfailed', isOver);
}

/** Resolves when the page has loaded, nothing that it asked for is under way, and its scripts have nothing left to do. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // What starts in an idle moment is under way after it, and what ends may start something else.
  for (let rounds = 0; rounds < 2; ) {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
    const requests = open.get(page) ?? new Set();
    if (requests.size === 0) rounds++;
    else {
      rounds = 0;
      await Promise.race([...requests].map((request) => ended(request).then(() => requests.delete(request))));
    }
  }
}

const ended = (request: Request): Promise<unknown> =>
  request.response().then(
    (response) => response?.finished(),
    () => null,
  );
