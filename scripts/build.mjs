// Builds the site: checks the texts, then generates the art, the fonts, Astro's pages, robots.txt, share images,
// the policies of prerendered pages, the search index and the compressed copies.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runNode } from './lib/run.mjs';
import { removeBuildStamp, sourceHash, writeBuildStamp } from './lib/stamp.mjs';
import { precompress } from './precompress.mjs';
import { indexSite } from './search.mjs';

const CLIENT = 'dist/client';
/** What contains addresses or values of the site: the portal completes it when it sends it (src/adapter/publicPages.ts). */
const PAGES = 'dist/pages';

// Taken first: a source changed during the build makes the next start build again.
const hash = sourceHash();
removeBuildStamp();
await runNode(['scripts/docs.mjs', 'check']).catch(({ code }) => process.exit(code));
await runNode(['scripts/wind.mjs']);
await runNode(['scripts/fonts.mjs']);
await runNode(['node_modules/astro/bin/astro.mjs', 'build'], { env: { ASTRO_TELEMETRY_DISABLED: '1' } }).catch(({ code }) =>
  process.exit(code),
);
await runNode(['scripts/find.mjs']).catch(({ code }) => process.exit(code));
writeFileSync('dist/policies.json', JSON.stringify(policies()));
await indexSite(CLIENT);
movePages();
await precompress(CLIENT);
writeBuildStamp(hash);

/** Astro itself reads two error pages where they were. */
function movePages() {
  rmSync(PAGES, { recursive: true, force: true });
  for (const name of readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|md|txt|xml)$|^faq-answers\/.+\.json$/.test(name)) continue;
    const page = join(PAGES, name);
    mkdirSync(dirname(page), { recursive: true });
    if (/^(404|500)\.html$/.test(name)) copyFileSync(join(CLIENT, name), page);
    else renameSync(join(CLIENT, name), page);
  }
}

/**
 * The policy of each prerendered page, by address, to be sent by `server.mjs`, because Astro doesn't serve static files.
 * Astro lists the hash of every inline script of the site. A page without islands only gets the theme's hash: it allows nothing
 * that it doesn't run, and these 400 bytes decide whether a page fits into one round trip (TCP sends 14,600 first, RFC 6928).
 */
function policies() {
  const pages = JSON.parse(readFileSync('dist/_headers.json', 'utf8'));
  return Object.fromEntries(
    pages.map(({ pathname, headers }) => {
      const policy = headers.find(({ key }) => key.toLowerCase() === 'content-security-policy').value;
      const html = readFileSync(CLIENT + (/^\/(404|500)$/.test(pathname) ? `${pathname}.html` : `${pathname}/index.html`), 'utf8');
      if (html.includes('<astro-island')) return [pathname, policy];
      const own = new Set([...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => `'sha256-${sha256(text)}'`));
      return [pathname, policy.replace(/ 'sha256-[^']+'/g, (hash) => (own.has(hash.trim()) ? hash : ''))];
    }),
  );
}

function sha256(text) {
  return createHash('sha256').update(text).digest('base64');
}
