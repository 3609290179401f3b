import { expect } from 'vitest';
import { legalPages, sitePages } from '../../src/layouts/parts/site/pages.ts';
import { localeFacts, locales } from '../../src/lib/i18n/locales.ts';
import { offenders, test } from '../support/portal.ts';

const pages = [...sitePages, ...legalPages];

// What search engines read of it is checked for all pages of the sitemap (find.full.test.ts).
test('every page responds in each language', async ({ portal }) => {
  const addresses = locales.flatMap((locale) => pages.map((page) => ({ path: `${locale === 'en' ? '' : `/${locale}`}/${page}`, locale })));
  const found = await offenders(addresses, async ({ path, locale }) => {
    const answer = await fetch(portal.url + path);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain(`<html lang="${locale}" dir="${localeFacts[locale].direction}"`);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toContain('{{');
  });
  expect(found).toEqual([]);
});
