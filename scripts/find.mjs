// Part of every build: adds the sitemap's URL to robots.txt, and renders the share image of each
// public page.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUILT_ORIGIN } from '../src/lib/rules/core/builtOrigin.ts';
import { drawer, ogSource } from './lib/og.mjs';
import { publicPages, robots } from './lib/publicPages.mjs';

const CLIENT = 'dist/client';
/** Images of earlier builds, by their content: a build only renders new ones. */
const CACHE = 'node_modules/.cache/nasim/og';
/** Images rendered at once: sharp has its own threads. */
const PARALLEL = 3;

const pages = publicPages(CLIENT, BUILT_ORIGIN);
writeFileSync(join(CLIENT, 'robots.txt'), robots(readFileSync('public/robots.txt', 'utf8'), BUILT_ORIGIN));

mkdirSync(CACHE, { recursive: true });
const base = ogSource();
let draw;
let listedPages = 0;
const queue = pages.filter(({ image }) => image);
const work = async () => {
  for (let page = queue.pop(); page; page = queue.pop()) {
    const { locale, title, section, description, image } = page;
    const hash = createHash('sha256')
      .update(JSON.stringify([base, locale, title, section, description]))
      .digest('hex')
      .slice(0, 32);
    const cached = join(CACHE, `${hash}.jpg`);
    if (!existsSync(cached)) {
      draw ??= drawer();
      writeFileSync(cached, await (await draw)({ locale, title, section, description }));
      listedPages++;
    }
    const file = join(CLIENT, new URL(image).pathname);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, readFileSync(cached));
  }
};
await Promise.all(Array.from({ length: PARALLEL }, work));
console.log(`${pages.length} public pages, ${listedPages} images drawn`);
