import { startPortal } from '../support/server.ts';
import { categories, openAuditor } from './auditor.ts';

// `npm run lighthouse [-- PATH …]`: Lighthouse on a phone, for pages of visitors. The target is 100 in everything; what cost points
// stands under the table. Sign-in pages are not for search engines, so that their SEO is below 100 by intent.
const given = process.argv.slice(2);
const pages = ['/', '/cloud-cdn', '/pricing', '/docs/dns-records', '/faq'];
const paths = given.length > 0 ? given : pages.flatMap((path) => [path, `/fa${path === '/' ? '' : path}`]);

await using portal = await startPortal();
await using auditor = await openAuditor();
const width = Math.max(...paths.map((path) => path.length)) + 2;
console.log(['page'.padEnd(width), ...categories.map((name) => name.padStart(15))].join(''));
const notes: string[] = [];
let reached = true;
for (const path of paths) {
  const { scores, failure, lost } = await auditor.audit(portal.url + path);
  console.log(path.padEnd(width) + (failure ?? scores.map((score) => String(score).padStart(15)).join('')));
  notes.push(...lost.map((what) => `${path}  ${what}`));
  const counted = path.startsWith('/public/') ? scores.slice(0, 3) : scores;
  reached &&= !failure && counted.every((score) => score === 100);
}
if (paths.some((path) => path.startsWith('/public/'))) notes.push('Sign-in pages carry `noindex`: their SEO is not counted.');
if (notes.length > 0) console.log(`\n${notes.join('\n')}`);
process.exitCode = reached ? 0 : 1;
