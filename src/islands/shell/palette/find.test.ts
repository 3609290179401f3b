import { beforeEach, describe, expect, test } from 'vitest';
import { questions, typical } from '../../../../tests/fixtures/questions.ts';
import { docsOnDisk, findIndex } from '../../../../tests/support/findIndex.ts';
import { type FindTexts, makeIndex } from '../../../browser/find/index.ts';
import { makeLanguage, Search } from '../../../browser/find/rank.ts';
import { splitWords, stem } from '../../../browser/find/words.ts';
import { namedGuides } from '../../../layouts/parts/docs/search/synonyms.ts';
import { bundles } from '../../../lib/i18n/bundles.ts';
import { type Locale, locales } from '../../../lib/i18n/locales.ts';
import { installTexts } from '../../../lib/i18n/react.tsx';
import { makeInstance } from '../../../lib/i18n/translator.ts';
import { find } from './find.ts';
import { accountActions, domainActions, guides, otherwise, pages, settingItems } from './items.ts';
import { matchActions } from './matchActions.ts';

const domain = 'parvaz.example';

/** The results of the palette on a page of a domain, without those of the provider. */
function answer(query: string, locale: Locale): string[] {
  const index = findIndex(locale);
  const own = [
    ...domainActions({ name: domain, status: 'active', nameServers: ['ns1.x.example', 'ns2.x.example'] }, index.command),
    ...settingItems(index, domain, true),
    ...pages(domain, index.screen),
    ...accountActions(
      locale,
      'system',
      () => {},
      () => true,
      index.command,
    ),
  ];
  const actions = matchActions(query, index, domain, [domain], locale);
  return find(
    query,
    { requested: actions, records: [], domains: [], own, guides: guides(index, locale), otherwise: [] },
    index,
    locale,
  ).map(({ key }) => key);
}

test.each(locales)('%s: there are 120 unique questions', (locale) => {
  expect(new Set(questions(locale).map(([, question]) => question)).size).toBe(120);
});

describe.each(locales)('%s', (locale) => {
  beforeEach(() => installTexts(makeInstance(locale, bundles[locale])));

  test('each typical question is answered within the first three lines', () => {
    const wrong = typical(locale).flatMap(([answers, question]) => {
      const first = answer(question, locale).slice(0, 3);
      return first.some((key) => answers.split('|').includes(key)) ? [] : [`${question}: ${first.join(', ')} instead of ${answers}`];
    });
    expect(wrong).toEqual([]);
  });

  test('of all questions 80 % are answered first, and 97 % within the first three lines', () => {
    const places = questions(locale).map(([answers, question]) => {
      const keys = answer(question, locale);
      return { question, answers, keys, at: keys.findIndex((key) => answers.split('|').includes(key)) };
    });
    const share = (most: number) => (100 * places.filter(({ at }) => at >= 0 && at < most).length) / places.length;
    const wrong = places
      .filter(({ at }) => at < 0 || at > 2)
      .map(({ question, answers, keys }) => `${question}: ${keys.slice(0, 3).join(', ') || 'nothing'} instead of ${answers}`);
    console.info(`${locale}: ${share(1).toFixed(1)} % first, ${share(3).toFixed(1)} % within three, of ${places.length}`);
    expect(share(1)).toBeGreaterThanOrEqual(80);
    expect(share(3), wrong.join('\n')).toBeGreaterThanOrEqual(97);
  });

  test('the full name of every screen finds it first', () => {
    for (const { key, label } of pages(domain)) expect(answer(label, locale).slice(0, 3), label).toContain(key);
  });
});

test('matches at the beginning come before other matches', () => {
  const hits = new Search([{ label: 'Belarus' }, { label: 'Russia' }], makeLanguage('en')).find('rus');
  expect(hits.map(({ item }) => item.label)).toEqual(['Russia', 'Belarus']);
});

test.each([
  ['en', 'redirecting', 'redirect'],
  ['es', 'certificados', 'certificado'],
  ['fa', 'دامنه‌ها', 'دامنه'],
  ['ar', 'النطاقات', 'نطاق'],
] as const)('%s: %s and %s are one word', (locale, a, b) =>
  expect(stem(splitWords(a)[0] ?? '', locale)).toBe(stem(splitWords(b)[0] ?? '', locale)),
);

test.each([
  ['fa', 'صفحۀ', 'صفحه'],
  ['fa', 'صفحة', 'صفحهٔ'],
  ['fa', 'مسـدود', 'مسدود'],
  ['ar', 'ٱلنطاق', 'النطاق'],
  ['ar', 'إنشاء', 'انشا'],
  ['fa', 'صورت حساب', 'صورت‌حساب'],
  ['fa', 'صورتحساب', 'صورت‌حساب'],
] as const)('%s: %s finds %s', (locale, query, label) => {
  const hits = new Search([{ label: 'DNS' }, { label }], makeLanguage(locale)).find(query);
  expect(hits.map(({ item }) => item.label)).toEqual([label]);
});

describe('ranking', () => {
  const items = ['Name servers', 'Servers', 'Server snapshots', 'Certificates', 'Plan'].map((label) => ({ label }));
  const search = new Search(items, makeLanguage('en', 'the my a', { certificate: 'certificate, s s l' }));
  const labels = (query: string) => search.find(query).map(({ item }) => item.label);

  test.each([
    ['typing errors in long words', 'certifcates', 'Certificates'],
    ['neighbors swapped', 'sevrer snapshots', 'Server snapshots'],
    ['words typed together', 'nameservers', 'Name servers'],
    ['words that nothing has', 'wobbly purple plan', 'Plan'],
    ['the rare word of two', 'server certificate', 'Certificates'],
    ['the letters of an abbreviation', 'my s s l', 'Certificates'],
  ])('forgives and weighs: %s', (_, query, label) => expect(labels(query)[0]).toBe(label));

  test('short words are taken as they are typed', () => {
    const short = new Search([{ label: 'DNS' }, { label: 'Log' }], makeLanguage('en'));
    expect(short.find('dna')).toEqual([]);
    expect(short.find('lag')).toEqual([]);
  });

  test('a word without meaning is no part of another', () => {
    const places = new Search([{ label: 'Iran' }, { label: 'Plan', words: 'ran out' }], makeLanguage('en', 'i'));
    expect(places.find('i ran out').map(({ item }) => item.label)).toEqual(['Plan']);
    expect(places.find('ir an').map(({ item }) => item.label)).toEqual(['Iran']);
  });

  test.each(['the my', 'zzqqxx', 'zzqqxx wobbly', '  ', '?'])('“%s” finds nothing', (query) => expect(labels(query)).toEqual([]));
});

test('nonsense finds nothing', () => {
  installTexts(makeInstance('en', bundles.en));
  expect(answer('zzqqxx', 'en')).toEqual([]);
});

test('when nothing but guides fits, a ticket comes last', () => {
  installTexts(makeInstance('en', bundles.en));
  const input = {
    requested: [],
    records: [],
    domains: [],
    own: pages(domain, findIndex('en').screen),
    guides: guides(findIndex('en'), 'en'),
  };
  const keys = (query: string) =>
    find(query, { ...input, otherwise: otherwise(query, 'en', () => true) }, findIndex('en'), 'en').map(({ key }) => key);
  expect(keys('zzqqxx')).toEqual(['otherwise docs', 'otherwise ticket']);
  expect(keys('firewall')).not.toContain('otherwise ticket');
  const [first, ...rest] = keys('powerdns');
  expect(first).toBe('docs powerdns');
  expect(rest.at(-1)).toBe('otherwise ticket');
});

test('a setting names its domain where that isn’t the one of the page', () => {
  installTexts(makeInstance('en', bundles.en));
  const details = (isOfPage: boolean) => settingItems(findIndex('en'), domain, isOfPage).map(({ detail }) => detail);
  expect(details(false).every((detail) => detail?.includes(domain))).toBe(true);
  expect(details(true).some((detail) => detail?.includes(domain))).toBe(false);
});

test.each([
  ['en', 'please block visitors from Russia', 'asked block RU'],
  ['fa', 'چطور روسیه را ببندم', 'asked block RU'],
  ['ar', 'كيف أحظر روسيا من موقعي', 'asked block RU'],
  ['es', 'cómo bloqueo a Rusia', 'asked block RU'],
] as const)('%s: “%s” offers the rule', (locale, query, key) => {
  installTexts(makeInstance(locale, bundles[locale]));
  expect(answer(query, locale)[0]).toBe(key);
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
    expect(namedGuides(findIndex(locale), query, locale)[0]?.url).toMatch(new RegExp(`/docs/${slug}$`));
  });

  test('a page isn’t ranked first for a word that it only mentions', () => {
    expect(namedGuides(findIndex('en'), 'the', 'en')).toEqual([]);
    expect(namedGuides(findIndex('en'), 'zebra cache purge manual', 'en')).toEqual([]);
  });

  test('two-factor authentication is found once it has a page', () => {
    const index = makeIndex(bundles.en.find as unknown as FindTexts, [
      ...docsOnDisk('en').filter(({ slug }) => slug !== 'two-factor'),
      { slug: 'two-factor', title: 'Account security', description: 'Two-factor authentication and sessions.' },
    ]);
    expect(namedGuides(index, 'how to enable two-factor authentication', 'en')[0]?.url).toBe('/docs/two-factor');
  });
});
