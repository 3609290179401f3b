import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bodyLimits } from '../../lib/contract/call.ts';
import { locales } from '../../lib/i18n/locales.ts';
import { facts } from '../../lib/rules/core/facts.ts';
import { factTexts, fill } from './facts.ts';
import { legalPages, sitePages } from './site/pages.ts';

type Leaf = [place: string, text: string];
const leaves = (value: unknown, place = ''): Leaf[] =>
  typeof value === 'string'
    ? [[place, value]]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) => leaves(item, `${place}.${key}`))
      : [];
const yaml = (file: string): unknown => parse(readFileSync(file, 'utf8'));
const localeFiles = (locale: string) => [
  `src/content/marketing/${locale}.yaml`,
  ...sitePages.map((page) => `src/content/site/${locale}/${page}.yaml`),
];
const legalTexts = (locale: string) => legalPages.map((page) => `src/content/legal/${locale}/${page}.mdx`);
const docsTexts = (locale: string) =>
  readdirSync(`src/content/docs/${locale}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => `src/content/docs/${locale}/${name}`);

/** Names with digits that aren't figures: protocols, status codes and hashes. */
const names = /\.mp4\b|24\/7|TLS 1\.[0-3]|HTTP\/[23]|\b[2-5]xx\b/g;

describe('figures in prose', () => {
  test('an unknown name fails with its file and place', () => {
    expect(() => fill({ hero: { lead: 'Only {{price}}' } }, factTexts('en'), 'en.yaml')).toThrow(
      /en\.yaml hero lead refers to \{\{price\}\}/,
    );
  });

  test('calls accept files of the published size', () => {
    expect(bodyLimits.file).toBe(facts.upload.megabytes * 1024 ** 2);
  });

  test('a figure is localized', () => {
    const format = (locale: (typeof locales)[number], text: string) => fill(text, factTexts(locale), locale);
    expect(format('en', '{{uptime}}, {{plan.eco.price}}, {{nameServerUpdate}}, {{server.ent.cores}}')).toBe(
      '99.99%, $20, 24 hours, 16 vCPU',
    );
    expect(format('fa', '{{consulting.expert}} {{downgradeLock}}')).toMatch(/۱۶۰.* ۱۵ روز/);
    expect(format('ar', '{{server.eco.cores}}، {{downgradeLock}}')).toBe('نواة واحدة، 15 يومًا');
  });

  test.each(locales)('every name in the content of %s is known', (locale) => {
    const texts = factTexts(locale);
    for (const file of localeFiles(locale)) fill(yaml(file), texts, file);
    for (const file of [...legalTexts(locale), ...docsTexts(locale)])
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/<Fact name="([^"]*)"/g)) fill(`{{${name}}}`, texts, file);
  });

  test('the pages of the site contain no literal digits outside of images', () => {
    const typed = locales.flatMap(localeFiles).flatMap((file) =>
      leaves(yaml(file))
        .filter(
          ([place, text]) =>
            !/\.example\b|\.(?:icon|href|needs|unless)$/.test(place) &&
            /[0-9۰-۹٠-٩]/.test(text.replace(/\{\{.*?\}\}/g, '').replace(names, '')),
        )
        .map(([place, text]) => `${file} ${place}: ${text}`),
    );
    expect(typed).toEqual([]);
  });

  test('the legal pages contain no literal digits', () => {
    const typed = locales.flatMap(legalTexts).filter((file) => {
      const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
      return /[0-9۰-۹٠-٩]/.test(`${head.replace(/updated:.*/, '')}${body}`);
    });
    expect(typed).toEqual([]);
  });
});

describe('languages of the site', () => {
  test.each(locales)('%s has every page, and no others', (locale) => {
    expect(readdirSync(`src/content/site/${locale}`).sort()).toEqual(sitePages.map((page) => `${page}.yaml`).sort());
    expect(readdirSync(`src/content/legal/${locale}`).sort()).toEqual(legalPages.map((page) => `${page}.mdx`).sort());
  });

  test.each(sitePages)('%s has the same structure in all of them', (page) => {
    // Everything but prose: types, styles, icons, links, and counts.
    const bones = (locale: string) =>
      leaves(yaml(`src/content/site/${locale}/${page}.yaml`)).map(([place, text]) =>
        /\.(kind|look|icon|href|id|level|side|tone|theme)$/.test(place) ? `${place}=${text}` : place,
      );
    for (const locale of locales) expect(bones(locale)).toEqual(bones('en'));
  });

  test.each(sitePages)('%s is translated in each of them', (page) => {
    const english = new Map(leaves(yaml(`src/content/site/en/${page}.yaml`)));
    for (const locale of ['fa', 'ar', 'es'])
      for (const [place, text] of leaves(yaml(`src/content/site/${locale}/${page}.yaml`)))
        if (/\w+ \w+ \w+/.test(text) && !/\.example\b/.test(place))
          expect([locale, place, text]).not.toEqual([locale, place, english.get(place)]);
  });

  test.each(['fa', 'ar'] as const)('%s uses the letters of its language', (locale) => {
    const foreign = locale === 'fa' ? /[يكة]/ : /[یک]/;
    const wrong = [...localeFiles(locale), ...legalTexts(locale)].filter((file) => foreign.test(readFileSync(file, 'utf8')));
    expect(wrong).toEqual([]);
  });

  test('titles and descriptions are unique', () => {
    for (const locale of locales) {
      const heads = sitePages.map((page) => yaml(`src/content/site/${locale}/${page}.yaml`) as { title: string; description: string });
      expect(new Set(heads.map(({ title }) => title)).size).toBe(sitePages.length);
      expect(new Set(heads.map(({ description }) => description)).size).toBe(sitePages.length);
    }
  });
});
