// For writers: `docs.mjs check` exits with 1 if src/content has problems; `docs.mjs status` prints which language
// has which page (npm run docs:status).
import { contentFaults, docsStatus } from './lib/content.mjs';
import { root } from './lib/run.mjs';

const [task = 'check'] = process.argv.slice(2);
if (task === 'status') {
  const rows = docsStatus(root);
  const width = Math.max(...rows.map(({ slug }) => slug.length));
  const sign = { there: '✓', missing: 'missing', older: 'older' };
  const locales = Object.keys(rows[0]?.state ?? {});
  console.log(`${'page'.padEnd(width)}  ${locales.map((locale) => locale.padEnd(8)).join('')}`);
  for (const { slug, state } of rows)
    console.log(`${slug.padEnd(width)}  ${locales.map((locale) => sign[state[locale]].padEnd(8)).join('')}`);
  const count = (wanted) => rows.flatMap(({ state }) => Object.values(state)).filter((one) => one === wanted).length;
  console.log(`\n${rows.length} pages in ${locales.length} languages: ${count('missing')} missing, ${count('older')} older than English`);
}
const faults = await contentFaults(root);
for (const { file, line, text } of faults) console.error(`${file}:${line}: ${text}`);
if (faults.length > 0) console.error(`\n${faults.length} problems in src/content`);
process.exitCode = faults.length > 0 ? 1 : 0;
