import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { questions, typical } from '../../../../tests/fixtures/questions.ts';
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

test.each(locales)('%s: there are 120 unique questions', (locale) => {
  expect(new Set(questions(locale).map(([, question]) => question)).size).toBe(120);
});

describe.each(locales)('%s', (locale) => {
  beforeEach(() => giveTexts(makeInstance(locale, bundles[locale])));

  test('each typical question is answered within the first three lines', () => {
    const wrong = typical(locale).flatMap(([answers, question]) => {
      const first = answer(question, locale).slice(0, 3);
      return first.some((key) => answers.split('|').includes(key)) ? [] : [`${question}: ${first.join(', ')} instead of ${answers}`];
    });
    expect(wrong).toEqual([]);
  });

  test('prints how many of all questions are answered first and within the first three lines', () => {
    const asked = questions(locale).map(([answers, question]) => {
      const keys = answer(question, locale);
      return { question, answers, keys, at: keys.findIndex((key) => answers.split('|').includes(key)) };
    });
    const share = (most: number) => `${Math.round((100 * asked.filter(({ at }) => at >= 0 && at < most).length) / asked.length)} %`;
    const wrong = asked.filter(({ at }) => at < 0 || at > 2);
    const lines = wrong.map(
      ({ question, answers, keys }) => `${question}: ${keys.slice(0, 3).join(', ') || 'nothing'} instead of ${answers}`,
    );
    // The limits are asserted once the search reaches them.
    console.info([`${locale}: ${share(1)} first, ${share(3)} within three, of ${asked.length}`, ...lines].join('\n'));
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
