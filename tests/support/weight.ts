import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const CLIENT = 'dist/client';

/** Bytes of a file of the build as it is sent; small ones are sent as they are. */
export function sent(path: string, encoding: 'br' | 'gz'): number {
  const file = join(CLIENT, path);
  const packed = `${file}.${encoding}`;
  return existsSync(packed) ? statSync(packed).size : existsSync(file) ? statSync(file).size : 0;
}
export const sum = (paths: readonly string[], encoding: 'br' | 'gz') => paths.reduce((total, path) => total + sent(path, encoding), 0);

/** What a page asked for: paths, in the order of asking. */
export interface Loaded {
  scripts: string[];
  styles: string[];
  images: string[];
  calls: string[];
}

/** Writes down what a page asks for from now on. */
export function watchLoad(page: Page): Loaded {
  const loaded: Loaded = { scripts: [], styles: [], images: [], calls: [] };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The stream of events is a channel that stays open, no call that a screen waits for.
    if (pathname === '/api/task/stream') return;
    if (pathname.startsWith('/api/')) loaded.calls.push(pathname);
    else if (pathname.endsWith('.js')) loaded.scripts.push(pathname);
    else if (pathname.endsWith('.css')) loaded.styles.push(pathname);
    else if (request.resourceType() === 'image') loaded.images.push(pathname);
  });
  return loaded;
}

/** The provider tells of nothing that happens: what a page asks for is then what it needs, not what somebody else has changed. */
export const muteLiveUpdates = async (page: Page): Promise<void> => {
  await page.route('**/api/task/stream*', () => {});
};

/** Scripts that the bundler cut; those of the search are not. */
export const chunksOf = ({ scripts }: Loaded): string[] => scripts.filter((path) => path.startsWith('/_astro/'));
