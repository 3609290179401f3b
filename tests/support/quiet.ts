import type { Page, Request } from '@playwright/test';

const open = new WeakMap<Page, Set<Request>>();

/** Tracks the pending requests of a page. The event stream never ends, so it doesn't count. */
export function followRequests(page: Page): void {
  const requests = new Set<Request>();
  open.set(page, requests);
  page.on('request', (request) => {
    // The next document: whatever the last one still waited for is canceled, and not always reported.
    if (isNextDocument(request)) requests.clear();
    if (new URL(request.url()).pathname !== '/api/task/stream') requests.add(request);
  });
  const isOver = (request: Request) => void requests.delete(request);
  page.on('requestfinished', isOver);
  page.on('requestfailed', isOver);
}

function isNextDocument(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // Playwright doesn't know the frame yet, so it is a new one in the page.
    return false;
  }
}

/** Resolves when the page has loaded, no request is pending, and its scripts are idle. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // Idle callbacks may start requests, and finished ones may start others.
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
