import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync('docs/product.md', 'utf8');

test('every file referenced by the product rules exists', () => {
  const named = [...page.matchAll(/`([\w./-]+\.(?:tsx?|astro|json|css))`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter((path) => !existsSync(path.startsWith('tests/') ? path : join('src', path)));
  expect([...new Set(missing)]).toEqual([]);
});

test('every promise of SECURITY.md names the files that hold it and a test of it, and all of them exist', () => {
  const rows = readFileSync('SECURITY.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.endsWith('Tested by |'));
  // Nine promises and fifteen attacks.
  expect(rows.length).toBeGreaterThanOrEqual(24);
  const pathsOf = (cell = '') => [...cell.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, path = '']) => path);
  for (const row of rows) {
    const cells = row.split(' | ');
    const [holding, testing] = [pathsOf(cells.at(-2)), pathsOf(cells.at(-1))];
    expect([holding.length > 0, testing.length > 0], row).toEqual([true, true]);
    expect([...holding, ...testing].filter((path) => !existsSync(path))).toEqual([]);
    expect(testing.filter((path) => !/\.(test|spec)\.ts$|^tests\//.test(path))).toEqual([]);
  }
});

/** Code, texts and documents of the repository, with their contents. */
const files = ['src', 'tests', 'scripts', 'docs', 'public']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.(tsx?|astro|mjs|css|mdx?|json|ya?ml)$/.test(file))
  .concat(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'astro.config.mjs', 'server.mjs'])
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('no file refers to a document outside of the repository', () => {
  const foreign = /(?<![\w/.-])(?:spec|design|api|screens|features|reliability|engines|stack|tests)\.md|ui\/guide\.md/;
  expect(files.filter(({ file, text }) => file !== 'tests/product.test.ts' && foreign.test(text)).map(({ file }) => file)).toEqual([]);
});

test('a reference to a section of the product rules has that section', () => {
  const sections = new Set([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title));
  const wrong = files.flatMap(({ file, text }) =>
    [...text.matchAll(/docs\/product\.md, ([A-Z][\w/]*(?: [\w/]+)*)/g)]
      .filter(([, rest = '']) => ![...sections].some((title) => title && rest.startsWith(title)))
      .map(([reference]) => `${file}: ${reference}`),
  );
  expect(wrong).toEqual([]);
});
