import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { factTexts } from '../src/layouts/parts/facts.ts';
import { type Locale, locales } from '../src/lib/i18n/locales.ts';

/* Prices, limits and times of the service belong to the catalogue: a guide has them as <Fact>, so that it stays right when they change. */
const guides = (locale: Locale) =>
  readdirSync(`src/content/docs/${locale}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx') && name !== 'writing.mdx')
    .map((name) => ({ name, text: readFileSync(`src/content/docs/${locale}/${name}`, 'utf8') }));

/** The prose of a page: without frontmatter, code and facts. */
const prose = (text: string) => text.replace(/^---[\s\S]*?\n---\n/, '').replace(/```[\s\S]*?```|`[^`\n]*`|<Fact name="[^"]*" \/>/g, '');

/** An amount of money as each language writes it, with digits. */
const amount = /[$€£]\s?[\d۰-۹]|[\d۰-۹٠-٩][\d۰-۹٠-٩.,٫٬]*\s?(?:[$€£]|USD|دلار|دولار)/;

test.each(locales)('the guides in %s have no typed price', (locale) => {
  const typed = guides(locale).flatMap(({ name, text }) =>
    prose(text)
      .split('\n')
      .filter((line) => amount.test(line))
      .map((line) => `${name}: ${line}`),
  );
  expect(typed).toEqual([]);
});

/** Facts whose text names nothing else in a guide, with the pages where the same words mean something of their own. */
const named: Record<string, readonly string[]> = {
  uptime: [],
  officeHours: [],
  'upload.size': [],
  downgradeLock: [],
  // How long audit logs go back; what browsers require of HSTS.
  cacheMax: ['audit-log.mdx', 'https.mdx'],
  'server.eco.disk': [],
  'server.com.disk': [],
  'server.pro.disk': [],
  'server.ent.disk': [],
};

test.each(locales)('the guides in %s have no typed limit or time that is a fact', (locale) => {
  const texts = factTexts(locale);
  const pages = guides(locale).map(({ name, text }) => ({ name, text: prose(text) }));
  const typed = Object.entries(named).flatMap(([fact, elsewhere]) => {
    const value = texts[fact] ?? expect.fail(`There is no fact ${fact}`);
    // Not the end of a larger number.
    const pattern = new RegExp(`(?<!\\p{Nd})${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'u');
    return pages
      .filter(({ name, text }) => !elsewhere.includes(name) && pattern.test(text))
      .map(({ name }) => `${name}: ${value} is <Fact name="${fact}" />`);
  });
  expect(typed).toEqual([]);
});

test('the facts of support plans and stored data are those of the catalogue', () => {
  const texts = factTexts('en');
  expect(['support.included.reply', 'support.priority.month', 'support.business.year'].map((name) => texts[name])).toEqual([
    '24 hours',
    '$29',
    '$990',
  ]);
  expect(['volume.ssd.hour', 'volume.ssd.month', 'volume.nvme.month', 'backupHour', 'backupShare'].map((name) => texts[name])).toEqual([
    '$0.01',
    '$7.30',
    '$11.68',
    '$0.06',
    '10%',
  ]);
  expect([texts['example.credit'], texts['example.total']]).toEqual(['−$13.333', '$66.667']);
});
