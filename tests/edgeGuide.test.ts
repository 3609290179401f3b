import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '../src/lib/i18n/locales.ts';
import { edgePages, originErrors } from '../src/lib/rules/cdn/edge/responses.ts';

/** Responses without a page, by status: redirects, preflights, copies, and requests that end before they are read. */
const bareStatuses = [204, 206, 301, 302, 303, 304, 307, 308, 400, 408, 416, 431];

const guide = (locale: string, name: string) => readFileSync(`src/content/docs/${locale}/${name}.mdx`, 'utf8');
/** What is in code style in the first columns of the tables. */
const listed = (text: string, column: number, pattern: RegExp) =>
  new Set(
    text
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap((line) => [...(line.split('|')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))
      .filter((code) => pattern.test(code)),
  );

test.each(locales)('the guide in %s lists every status and every cause of the edge, and no other', (locale) => {
  const text = guide(locale, 'edge-responses');
  const statuses = [...Object.values(edgePages).map(({ status }) => status), ...Object.values(originErrors), ...bareStatuses].map(String);
  expect([...listed(text, 1, /^\d{3}$/)].sort()).toEqual([...new Set(statuses)].sort());
  const errors = [...Object.values(edgePages).map(({ error }) => error), ...Object.keys(originErrors)];
  const named = new Set([...listed(text, 1, /^[a-z]+_[a-z_]+$/), ...listed(text, 2, /^[a-z]+_[a-z_]+$/)]);
  expect([...named].sort()).toEqual([...new Set(errors)].sort());
  for (const [error, status] of Object.entries(originErrors)) expect(text).toContain(`| \`${error}\` | \`${status}\` |`);
});

test.each(locales)('the guide about 5xx errors in %s says what to check for each cause', (locale) => {
  const headings = guide(locale, 'troubleshooting/5xx')
    .split('\n')
    .filter((line) => line.startsWith('### '));
  const named = headings.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code));
  expect(named.sort()).toEqual(Object.keys(originErrors).sort());
});
