import { expect } from 'vitest';
import { legalPages, sitePages } from '../../src/layouts/parts/site/pages.ts';
import { localeFacts, locales } from '../../src/lib/i18n/locales.ts';
import { offenders, test } from '../support/portal.ts';

const pages = [...sitePages, ...legalPages];
const address = (locale: string, page: string) => `${locale === 'en' ? '' : `/${locale}`}/${page}`;

test('every page responds in each language with its own metadata', async ({ portal }) => {
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  const addresses = locales.flatMap((locale) => pages.map((page) => ({ path: address(locale, page), locale, page })));
  const found = await offenders(addresses, async ({ path, locale, page }) => {
    const answer = await fetch(portal.url + path);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain(`<html lang="${locale}" dir="${localeFacts[locale].direction}"`);
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '';
    const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? '';
    for (const [text, seen] of [
      [title, titles],
      [description, descriptions],
    ] as const) {
      expect(text).not.toBe('');
      expect(seen).not.toContain(`${locale} ${text}`);
      seen.add(`${locale} ${text}`);
    }
    expect(new URL(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '').pathname).toBe(path);
    const others = [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)];
    expect(others.map(([, language, href = '']) => [language, new URL(href).pathname])).toEqual([
      ...locales.map((language) => [language, address(language, page)]),
      ['x-default', address('en', page)],
    ]);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toContain('{{');
  });
  expect(found).toEqual([]);
});
