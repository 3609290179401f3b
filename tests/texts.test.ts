import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changedTexts, confirmTexts, readRecord, readSources, recordText } from '../scripts/lib/comparedTexts.mjs';

/* `npm run texts:status`: which translations have to be compared with their English text again. */

const sources = (texts: Record<string, string>) => new Map(Object.entries(texts).map(([name, hash]) => [name, { hash }]));

test('a changed English text lists its translations, language by language, until each is confirmed', () => {
  const before = sources({ 'cdn/dns:title': 'a', 'cdn/dns:menu.label': 'b', 'docs/en/dns.mdx': 'c' });
  const record = readRecord('{}');
  expect(changedTexts(record, before, 'fa')).toHaveLength(3);
  expect(confirmTexts(record, before, ['fa', 'ar', 'es'], '')).toBe(9);

  const after = sources({ 'cdn/dns:title': 'a', 'cdn/dns:menu.label': 'other', 'docs/en/new.mdx': 'd' });
  expect(changedTexts(record, after, 'ar')).toEqual(['cdn/dns:menu.label', 'docs/en/new.mdx']);
  expect(confirmTexts(record, after, ['ar'], 'cdn/dns:')).toBe(1);
  expect(changedTexts(record, after, 'ar')).toEqual(['docs/en/new.mdx']);
  expect(changedTexts(record, after, 'fa')).toEqual(['cdn/dns:menu.label', 'docs/en/new.mdx']);
  expect(changedTexts(readRecord(recordText(record)), after, 'fa')).toEqual(changedTexts(record, after, 'fa'));
  // The page exists no longer.
  expect(recordText(record)).not.toContain('dns.mdx');
});

test('the record has texts of the interface and pages', () => {
  const record = readRecord(readFileSync('scripts/compared.json', 'utf8'));
  const all = readSources(process.cwd());
  expect(all.get('core/mail:welcome.subject') ?? all.get('core/common:undo')).toBeTruthy();
  expect([...all.keys()].filter((name) => record.has(name)).length).toBeGreaterThan(5_000);
  expect(all.has('docs/en/add-domain.mdx')).toBe(true);
  // Plural forms are one text: languages have different ones.
  expect([...all.keys()].filter((name) => /_(one|other)$/.test(name))).toEqual([]);
});
