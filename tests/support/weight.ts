import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const CLIENT = 'dist/client';

/** Transfer size of a build file; small ones are sent uncompressed. */
export function sent(path: string, encoding: 'br' | 'gz'): number {
  const file = join(CLIENT, path);
  const packed = `${file}.${encoding}`;
  return existsSync(packed) ? statSync(packed).size : existsSync(file) ? statSync(file).size : 0;
}
export const sum = (paths: readonly string[], encoding: 'br' | 'gz') => paths.reduce((total, path) => total + sent(path, encoding), 0);

/** The requested paths of a page, in order. */
export interface Loaded {
  scripts: string[];
  styles: string[];
  images: string[];
  calls: string[];
}

/** Records the requests of a page from now on. */
export function watchLoad(page: Page): Loaded {
  const loaded: Loaded = { scripts: [], styles: [], images: [], calls: [] };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The event stream stays open, and isn't a call that a screen waits for.
    if (pathname === '/api/task/stream') return;
    if (pathname.startsWith('/api/')) loaded.calls.push(pathname);
    else if (pathname.endsWith('.js')) loaded.scripts.push(pathname);
    else if (pathname.endsWith('.css')) loaded.styles.push(pathname);
    else if (request.resourceType() === 'image') loaded.images.push(pathname);
  });
  return loaded;
}

/**
 * Suppresses live events: the page then only requests what it needs, not what others have changed. Not by a route, which would pass each
 * request of the page through the test.
 */
export const muteLiveUpdates = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    // A connection that stays silent; nothing that the page reads from it is missing.
    window.EventSource = class extends EventTarget {
      close() {}
    } as unknown as typeof EventSource;
  });
};

/**
 * Suppresses moves of the pointer, which load the menus and dialogs ahead of their first use: Chromium sometimes reports one that nobody
 * made, after a layout.
 */
export const holdPointerStill = async (page: Page): Promise<void> => {
  await page.addInitScript(() => addEventListener('pointermove', (event) => event.stopImmediatePropagation(), { capture: true }));
};

/** Scripts created by the bundler, without those of the search. */
export const loadedChunks = ({ scripts }: Loaded): string[] => scripts.filter((path) => path.startsWith('/_astro/'));

/** The sum of the layout shifts of a page since it was opened, without those that follow an input at once. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Buffered entries are delivered in the next task.
        setTimeout(() => resolve(sum));
      }),
  );
