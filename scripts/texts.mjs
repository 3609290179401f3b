// `npm run texts:status`: translations whose English text has changed since they were last compared with it.
//   --locale fa          of one language; otherwise of each
//   --confirm PATTERN    records that these translations agree with the English text of today: a key or page, or the beginning of several
//                        (`cdn/dns:`, `docs/en/`); needs --locale, or confirms those of all languages
// The record is scripts/compared.json: for each text a hash of the English that its translations were compared with. A text that isn't
// in it has never been compared.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedTexts, confirmTexts, readRecord, readSources, recordText } from './lib/comparedTexts.mjs';
import { root } from './lib/run.mjs';

const RECORD = join(root, 'scripts/compared.json');
const LOCALES = ['fa', 'ar', 'es'];
const flagValue = (flag) => (process.argv.includes(flag) ? process.argv[process.argv.indexOf(flag) + 1] : undefined);
const stop = (message) => {
  console.error(message);
  process.exit(1);
};

const locale = flagValue('--locale');
if (process.argv.includes('--locale') && !LOCALES.includes(locale)) stop(`--locale is one of ${LOCALES.join(', ')}.`);
const locales = locale ? [locale] : LOCALES;
const sources = readSources(root);
const record = readRecord(readFileSync(RECORD, 'utf8'));

if (process.argv.includes('--confirm')) {
  const pattern = flagValue('--confirm');
  if (!pattern || pattern.startsWith('--'))
    stop('--confirm needs a key or a page, or the beginning of several, as in cdn/dns: or docs/en/.');
  const confirmed = confirmTexts(record, sources, locales, pattern);
  if (confirmed === 0) stop(`No text begins with ${pattern}.`);
  writeFileSync(RECORD, recordText(record));
  console.log(`${confirmed} translations confirmed.`);
} else {
  for (const one of locales) {
    const changed = changedTexts(record, sources, one);
    console.log(
      `${one}: ${changed.length === 0 ? 'every translation was compared with its English text.' : `${changed.length} to compare`}`,
    );
    for (const name of changed)
      console.log(`  ${name}${sources.get(name)?.text === undefined ? '' : `  ${JSON.stringify(sources.get(name)?.text)}`}`);
  }
}
