// Builds the site: art, Astro, policies of the prerendered pages, compressed copies.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { writeBuildStamp } from './lib/stamp.mjs';
import { runNode } from './lib/run.mjs';
import { precompress } from './precompress.mjs';
import { writeArt } from './wind.mjs';

await writeArt('public/art');
await runNode(['node_modules/astro/bin/astro.mjs', 'build'], { env: { ASTRO_TELEMETRY_DISABLED: '1' } });

/** The policy that Astro wrote for each prerendered page, by address, for `server.mjs` to send as a header. */
const client = 'dist/client';
const policies = {};
for (const file of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.html')) continue;
  const html = readFileSync(join(client, file), 'utf8');
  const policy = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html)?.[1]?.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
  const address = `/${relative(client, join(client, file)).replace(/(index)?\.html$/, '')}`.replace(/(.)\/$/, '$1');
  if (policy) policies[address] = policy.includes('frame-ancestors') ? policy : `${policy.replace(/;?\s*$/, '')}; frame-ancestors 'none'`;
}
writeFileSync('dist/policies.json', JSON.stringify(policies));
await precompress(client);
writeBuildStamp();
