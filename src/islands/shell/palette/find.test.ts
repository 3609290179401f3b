import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { questions } from '../../../../tests/fixtures/questions.ts';
import { namedGuides } from '../../../layouts/parts/docs/search/synonyms.ts';
import { type FindIndex, type FindTexts, makeIndex } from '../../../lib/find/index.ts';
import { queryWords, ranked, stem } from '../../../lib/find/rank.ts';
import { bundles } from '../../../lib/i18n/bundles.ts';
import { type Locale, locales } from '../../../lib/i18n/locales.ts';
import { giveTexts } from '../../../lib/i18n/react.tsx';
import { makeInstance } from '../../../lib/i18n/translator.ts';
import { askedActions } from './asked.ts';
import { find } from './find.ts';
import { accountActions, domainActions, guides, pages, settingItems } from './items.ts';

const domain = 'parvaz.example';

/** The pages of the documentation as they are on disk. */
function docs(locale: Locale) {
  const root = `src/content/docs/${locale}`;
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mdx') && file !== 'writing.mdx')
    .map((file) => {
      const text = readFileSync(`${root}/${file}`, 'utf8');
      const field = (name: string) => new RegExp(`^${name}: *"?(.*?)"?$`, 'm').exec(text)?.[1] ?? '';
      return { slug: file.replace('.mdx', ''), title: field('title'), description: field('description') };
    });
}

/** By language: reading the documentation takes long. */
const indexes = new Map<Locale, FindIndex>();
const indexOf = (locale: Locale) => {
  const index = indexes.get(locale) ?? makeIndex(bundles[locale].find as unknown as FindTexts, docs(locale)); // checked against English elsewhere
  indexes.set(locale, index);
  return index;
};

/** The results of the palette on a page of a domain, without those of the provider. */
function answer(query: string, locale: Locale): string[] {
  const index = indexOf(locale);
  const own = [
    ...domainActions({ name: domain, status: 'active', nameServers: ['ns1.x.example', 'ns2.x.example'] }),
    ...settingItems(index, domain),
    ...pages(domain, index.screen),
    ...accountActions(locale, 'system', () => {}),
  ];
  const asked = askedActions(query, index, domain, [domain], locale);
  return find(query, { asked, records: [], domains: [], own, guides: guides(index, locale) }, index, locale).map(({ key }) => key);
}

test('there are 60 unique questions per language', () => {
  expect(questions.length).toBeGreaterThanOrEqual(60);
  for (const column of [1, 2, 3, 4]) expect(new Set(questions.map((row) => row[column])).size).toBe(questions.length);
});

describe.each(locales)('%s', (locale) => {
  beforeEach(() => giveTexts(makeInstance(locale, bundles[locale])));
  const column = { en: 1, fa: 2, ar: 3, es: 4 }[locale];

  test('each question is answered within the first three lines', () => {
    const wrong = questions.flatMap((row) => {
      const first = answer(row[column] ?? '', locale).slice(0, 3);
      return first.some((key) => row[0].split('|').includes(key)) ? [] : [`${row[column]}: ${first.join(', ')} instead of ${row[0]}`];
    });
    expect(wrong).toEqual([]);
  });

  test('the full name of every screen finds it first', () => {
    for (const { key, label } of pages(domain)) expect(answer(label, locale).slice(0, 3), label).toContain(key);
  });
});

test('matches at the beginning come before other matches', () => {
  const items = [{ label: 'Belarus' }, { label: 'Russia' }];
  expect(ranked(items, 'rus', 'en', new Set())).toEqual([{ label: 'Russia' }, { label: 'Belarus' }]);
});

test.each([
  ['en', 'redirecting', 'redirect'],
  ['es', 'certificados', 'certificado'],
  ['fa', 'دامنه‌ها', 'دامنه'],
  ['ar', 'النطاقات', 'نطاق'],
] as const)('%s: %s and %s are one word', (locale, a, b) =>
  expect(stem(queryWords(a, new Set())[0] ?? '', locale)).toBe(stem(queryWords(b, new Set())[0] ?? '', locale)),
);

test('nonsense finds nothing', () => {
  giveTexts(makeInstance('en', bundles.en));
  expect(answer('zzqqxx', 'en')).toEqual([]);
});

describe('the search of the documentation', () => {
  test.each([
    ['en', 'purge cache', 'cache'],
    ['fa', 'ساب دامین', 'dns-records'],
    ['ar', 'مسح الكاش', 'cache'],
    ['ar', 'حظر دولة', 'firewall'],
    ['es', 'certificado SSL gratis', 'ssl'],
    ['fa', '۵۰۲', 'troubleshooting/5xx'],
    ['en', 'load balancer', 'clusters'],
    ['en', 'how to force https', 'https'],
  ] as const)('%s: “%s” finds %s first', (locale, query, slug) => {
    expect(namedGuides(indexOf(locale), query, locale)[0]?.url).toMatch(new RegExp(`/docs/${slug}$`));
  });

  test('a page isn’t ranked first for a word that it only mentions', () => {
    expect(namedGuides(indexOf('en'), 'the', 'en')).toEqual([]);
    expect(namedGuides(indexOf('en'), 'zebra cache purge manual', 'en')).toEqual([]);
  });

  test('two-factor authentication is found once it has a page', () => {
    const index = makeIndex(bundles.en.find as unknown as FindTexts, [
      ...docs('en').filter(({ slug }) => slug !== 'two-factor'),
      { slug: 'two-factor', title: 'Account security', description: 'Two-factor authentication and sessions.' },
    ]);
    expect(namedGuides(index, 'how to enable two-factor authentication', 'en')[0]?.url).toBe('/docs/two-factor');
  });
});
