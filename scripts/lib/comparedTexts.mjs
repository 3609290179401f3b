import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 6);

function* leaves(tree, path) {
  for (const [name, value] of Object.entries(tree)) {
    const key = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'string') yield [key, value];
    else yield* leaves(value, key);
  }
}

/**
 * The English texts by name: `cdn/dns:menu.label` (its plural forms are one text) and `docs/en/add-domain.mdx`.
 * @param {string} root of the project
 * @returns {Map<string, { hash: string, text?: string }>} `text` of short ones
 */
export function readSources(root) {
  const content = join(root, 'src/content');
  const sources = new Map();
  const texts = join(content, 'i18n/en');
  for (const file of readdirSync(texts, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))) {
    const forms = Map.groupBy(leaves(JSON.parse(readFileSync(join(texts, file), 'utf8')), ''), ([key]) => key.replace(PLURAL, ''));
    for (const [key, all] of forms) {
      const text = all.map(([, value]) => value).join(' | ');
      sources.set(`${file.replace(/\.json$/, '')}:${key}`, { hash: hash(text), text });
    }
  }
  for (const file of readdirSync(content, { recursive: true, encoding: 'utf8' }))
    if (/^(?!i18n\/)[a-z]+\/en(?:\/.+)?\.(?:mdx?|yaml)$/.test(file))
      sources.set(file, { hash: hash(readFileSync(join(content, file), 'utf8')) });
  return sources;
}

/** @typedef {Map<string, string | Record<string, string>>} Record one hash for all languages, or one for each */

/** @returns {Record} @param {string} json texts of the interface by file, and pages */
export const readRecord = (json) =>
  new Map(
    Object.entries(JSON.parse(json)).flatMap(([file, known]) =>
      file.includes('.') ? [[file, known]] : Object.entries(known).map(([key, value]) => [`${file}:${key}`, value]),
    ),
  );
/** @param {Record} record */
export function recordText(record) {
  const tree = {};
  for (const [name, known] of [...record].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [file, key] = name.split(/:(.*)/s);
    if (key === undefined) tree[file] = known;
    else tree[file] = { ...tree[file], [key]: known };
  }
  return `${JSON.stringify(tree, null, 2)}\n`;
}

const comparedWith = (record, name, locale) => {
  const known = record.get(name);
  return typeof known === 'string' ? known : known?.[locale];
};

/** The names of the texts that a language has to be compared with. */
export const changedTexts = (record, sources, locale) =>
  [...sources].filter(([name, source]) => comparedWith(record, name, locale) !== source.hash).map(([name]) => name);

/**
 * Records that translations agree with the English of today, and removes what exists no longer.
 * @param {string} pattern the name of a text, or the beginning of several
 * @returns {number} how many were confirmed
 */
export function confirmTexts(record, sources, locales, pattern, all = ['fa', 'ar', 'es']) {
  for (const name of record.keys()) if (!sources.has(name)) record.delete(name);
  let confirmed = 0;
  for (const [name, source] of sources) {
    if (!name.startsWith(pattern)) continue;
    const each = Object.fromEntries(
      all.map((locale) => [locale, locales.includes(locale) ? source.hash : comparedWith(record, name, locale)]),
    );
    confirmed += locales.filter((locale) => comparedWith(record, name, locale) !== source.hash).length;
    record.set(name, all.every((locale) => each[locale] === source.hash) ? source.hash : each);
  }
  return confirmed;
}
