import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const index = readFileSync('docs/decisions/README.md', 'utf8');
const records = readdirSync('docs/decisions').filter((file) => /^\d{4}-.*\.md$/.test(file));

test('the index lists every decision record once, in order, and says which numbers have none', () => {
  const listed = [...index.matchAll(/^\| \[(\d{4})\]\((.+?)\) \| \S.* \|$/gm)].map(([, number, file]) => [number, file]);
  expect(listed).toEqual(records.sort().map((file) => [file.slice(0, 4), file]));
  const numbers = records.map((file) => Number(file.slice(0, 4)));
  const missing = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter((number) => !numbers.includes(number));
  const stated = /Numbers? ([^.]*) were never assigned/.exec(index)?.[1]?.match(/\d{4}/g)?.map(Number);
  expect(stated).toEqual(missing);
});
