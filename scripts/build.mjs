// Builds the site: pictures, Astro, policies of the prerendered pages, compressed copies.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { runNode } from './lib/run.mjs';
import { removeBuildStamp, sourceHash, writeBuildStamp } from './lib/stamp.mjs';
import { precompress } from './precompress.mjs';
import { writeArt } from './wind.mjs';

const CLIENT = 'dist/client';

// Taken before: a source that changes while we build makes the next start build again.
const hash = sourceHash();
removeBuildStamp();
writeArt('public');
await runNode(['node_modules/astro/bin/astro.mjs', 'build'], { env: { ASTRO_TELEMETRY_DISABLED: '1' } }).catch(({ code }) => process.exit(code));
writeFileSync('dist/policies.json', JSON.stringify(policies()));
await precompress(CLIENT);
writeBuildStamp(hash);

/** The policy that Astro wrote into each prerendered page, by address, for `server.mjs` to send as a header. */
function policies() {
  const byAddress = {};
  for (const file of readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue;
    const html = readFileSync(join(CLIENT, file), 'utf8');
    const policy = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html)?.[1]?.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
    const address = `/${file.replaceAll(sep, '/').replace(/(index)?\.html$/, '')}`.replace(/(.)\/$/, '$1');
    if (policy) byAddress[address] = policy;
  }
  return byAddress;
}
