import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** The rows of the table for code in docs/glossary.md. */
const glossary = readFileSync('docs/glossary.md', 'utf8');
const rows = glossary
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

/** The words that local names don't contain either. */
const bannedLocally = new Set(
  [
    ...glossary
      .split("don't contain these words either")[1]!
      .split('.\n')[0]!
      .matchAll(/`(\w+)`/g),
  ].map(([, word = '']) => word),
);

function bannedWords(name: string, list: ReadonlySet<string> = banned): string[] {
  const text = terms.reduce((rest, term) => rest.replaceAll(new RegExp(`\\b${term}s?\\b`, 'g'), ''), words(name));
  return text.split(' ').filter((word) => list.has(word));
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

/** Fields of the API and columns, whose names are fixed. */
const fields = new Set(
  files
    .filter((file) => /^src\/(lib\/contract|provider\/db\/tables)\//.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\b(\w+)\??: /g)].map(([, name = '']) => name)),
);

/** The names of parameters, variables, destructured values and functions of a file. */
function localNames(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node) || ts.isFunctionLike(node))
      if (node.name && ts.isIdentifier(node.name)) found.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('local names use the words of the glossary', () => {
  expect(bannedLocally.size).toBeGreaterThanOrEqual(45);
  expect(fields.size).toBeGreaterThan(1000);
  // Parsing is slow, so only files with such a word as a part of a name or a text are parsed.
  const list = [...bannedLocally];
  const parts = list.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  const anyWord = new RegExp(`(?:(?<![A-Za-z])(?:${list.join('|')})|(?:${parts.join('|')}))(?![a-z])`);
  const locals = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return anyWord.test(text) ? localNames(file, text).map((name) => ({ name, file })) : [];
  });
  expect(locals.length).toBeGreaterThan(5000);
  const offenders = locals
    .filter(({ name }) => !fields.has(name))
    .flatMap(({ name, file }) => bannedWords(name, bannedLocally).map((word) => `${file}: ${name} contains “${word}”`));
  expect(offenders).toEqual([]);
}, 60_000);

test('fewer than 100 top-level names end in “Of”', () => {
  const offenders = names.filter(({ name }) => /[a-z\d]Of$/.test(name)).map(({ name, file }) => `${file}: ${name}`);
  expect(offenders.length, offenders.join('\n')).toBeLessThan(100);
});
