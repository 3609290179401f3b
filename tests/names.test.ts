import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The rows of the table for code in docs/glossary.md. */
const rows = readFileSync('docs/glossary.md', 'utf8')
  .split('| Code | For | Not in names |')[1]!
  .split('\n\n')[0]!
  .split('\n')
  .slice(2)
  .map((row) => row.split('|').map((cell) => cell.trim()));

const entries = (column: number) => rows.flatMap((cells) => (cells[column] ?? '').split(',').map((entry) => entry.trim()));
const banned = new Set(entries(3));
/** Terms of several words, as `product line`: a word inside them is allowed. */
const terms = entries(1).filter((term) => term.includes(' '));

/** The words of a name, in lower case: `parseHTTPDate` is “parse http date”. */
const words = (name: string): string => [...name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase()).join(' ');

function bannedWords(name: string): string[] {
  const text = terms.reduce((rest, term) => rest.replaceAll(new RegExp(`\\b${term}s?\\b`, 'g'), ''), words(name));
  return text.split(' ').filter((word) => banned.has(word));
}

/** A declaration at the top of a file: Biome indents all others. */
const declaration =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|let|enum) ([\w$]+)/gm;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'tests', 'scripts', '*.mjs', '*.ts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|mjs)$/.test(file));
const names = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(declaration)].map(([, name = '']) => ({ name, file })));

test('top-level names use the words of the glossary', () => {
  expect(banned.size).toBeGreaterThanOrEqual(60);
  expect(names.length).toBeGreaterThan(10_000);
  const offenders = names.flatMap(({ name, file }) => bannedWords(name).map((word) => `${file}: ${name} contains “${word}”`));
  expect(offenders).toEqual([]);
});

test('fewer than 100 top-level names end in “Of”', () => {
  const offenders = names.filter(({ name }) => /[a-z\d]Of$/.test(name)).map(({ name, file }) => `${file}: ${name}`);
  expect(offenders.length, offenders.join('\n')).toBeLessThan(100);
});
