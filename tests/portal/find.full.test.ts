import { parseHTML } from 'linkedom';
import sharp from 'sharp';
import { afterAll, expect, vi } from 'vitest';
import { brand } from '../../src/config/brand.ts';
import { locales } from '../../src/lib/i18n/locales.ts';
import { planCodes, plans } from '../../src/lib/rules/core/plans.ts';
import { test } from '../support/portal.ts';
import { proseFaults, type Visited } from '../support/prose.ts';
import { sitemap, urlPath } from '../support/sitemap.ts';

/* The site as search engines see it: every page of the sitemap, in all languages. */

// The first test reads 700 documents.
vi.setConfig({ testTimeout: 600_000 });

interface Page extends Visited {
  url: string;
  path: string;
  document: Document;
}
/** Without a window, because hundreds of documents are in memory. */
const read = (html: string): Document => parseHTML(html).document;

let known: Promise<Page[]> | undefined;
/** All pages of the sitemap, read once. */
const listedPages = (portalUrl: string): Promise<Page[]> => (known ??= visit(portalUrl));

afterAll(() => {
  known = undefined;
});

async function visit(portalUrl: string): Promise<Page[]> {
  const found: Page[] = [];
  for (const { url } of await sitemap(portalUrl)) {
    const path = urlPath(url);
    const answer = await fetch(portalUrl + path);
    if (answer.status !== 200) throw new Error(`${path} of the sitemap answered ${answer.status}`);
    const document = read(await answer.text());
    found.push({ url, path, document, locale: document.documentElement.lang });
  }
  return found;
}

test('the sitemap names the languages of a page that the page names', async ({ portal }) => {
  const all = await listedPages(portal.url);
  for (const { url, alternates } of await sitemap(portal.url)) {
    const links = all.find((page) => page.url === url)?.document.querySelectorAll('link[rel=alternate][hreflang]') ?? [];
    const ofPage = Object.fromEntries([...links].map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]));
    // The default is the English page, which is among the languages.
    expect({ ...alternates, 'x-default': alternates.en }, url).toEqual(ofPage);
  }
});

test('each page has one title, one description, one h1, its own address and its languages', async ({ portal }) => {
  const places = new Map<string, string>();
  for (const { url, path, locale, document } of await listedPages(portal.url)) {
    const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? '';
    expect(document.querySelectorAll('h1').length, path).toBe(1);
    for (const [name, text] of [
      ['title', document.title],
      ['description', content('meta[name=description]')],
    ] as const) {
      expect(text.length, `${path} ${name}`).toBeGreaterThan(name === 'title' ? 5 : 40);
      const key = `${locale} ${name} ${text}`;
      expect(places.get(key), `${path} and another have the ${name} “${text}”`).toBeUndefined();
      places.set(key, path);
    }
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href'), path).toBe(url);
    const languages = [...document.querySelectorAll('link[rel=alternate][hreflang]')];
    const own = languages.find((link) => link.getAttribute('hreflang') === locale);
    expect(own?.getAttribute('href'), path).toBe(url);
    expect(languages.at(-1)?.getAttribute('hreflang'), path).toBe('x-default');
  }
});

test('each page has a share image, of the right size', async ({ portal }) => {
  const shapes = new Set<string>();
  for (const { path, document } of await listedPages(portal.url)) {
    const image = document.querySelector('meta[property="og:image"]')?.getAttribute('content') ?? '';
    const answer = await fetch(portal.url + urlPath(image));
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
    shapes.add(`${width} ${height} ${format}`);
  }
  expect([...shapes]).toEqual(['1200 630 jpeg']);
});

test('structured data is valid JSON and correct', async ({ portal }) => {
  const kinds = new Map<string, number>();
  for (const { path, document } of await listedPages(portal.url)) {
    for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
      const data = JSON.parse(script.textContent) as Record<string, unknown>;
      expect(data['@context'], path).toBe('https://schema.org');
      const entities = (data['@graph'] as Record<string, unknown>[] | undefined) ?? [data];
      for (const entity of entities) kinds.set(String(entity['@type']), (kinds.get(String(entity['@type'])) ?? 0) + 1);
      if (data['@type'] === 'FAQPage') {
        const visible = document.body.textContent.replace(/\s+/g, '');
        for (const { name, acceptedAnswer } of data.mainEntity as { name: string; acceptedAnswer: { text: string } }[]) {
          expect(visible, `${path}: ${name}`).toContain(name.replace(/\s+/g, ''));
          expect(visible, `${path}: ${name}`).toContain(acceptedAnswer.text.replace(/\s+/g, ''));
        }
      }
      if (data['@type'] === 'Product') {
        const offers = data.offers as { price: string; priceCurrency: string }[];
        const prices = planCodes.flatMap((code) => plans[code].price.monthly ?? []);
        expect(offers.map(({ price }) => Number(price) * 1000)).toEqual(prices);
        expect(new Set(offers.map(({ priceCurrency }) => priceCurrency))).toEqual(new Set([brand.currency.code]));
      }
    }
  }
  for (const kind of ['Organization', 'WebSite', 'Product', 'FAQPage', 'BreadcrumbList', 'TechArticle'])
    expect(kinds.get(kind) ?? 0, kind).toBeGreaterThanOrEqual(locales.length);
});

test('every link and anchor of the site works', async ({ portal }) => {
  const documents = new Map((await listedPages(portal.url)).map(({ path, document }) => [path, document]));
  const faults: string[] = [];
  const answers = new Map<string, number>();
  for (const { path, document } of await listedPages(portal.url)) {
    for (const link of document.querySelectorAll('a[href]')) {
      const href = link.getAttribute('href') ?? '';
      if (/^(mailto:|tel:)/.test(href)) continue;
      const target = new URL(href, `http://site${path}`);
      if (target.host !== 'site') continue;
      const to = urlPath(target.href);
      if (!documents.has(to)) {
        if (!answers.has(to)) {
          const answer = await fetch(portal.url + to);
          answers.set(to, answer.status);
          if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) documents.set(to, read(await answer.text()));
        }
        if (answers.get(to) !== 200) faults.push(`${path} → ${href}: ${answers.get(to)}`);
      }
      const id = decodeURIComponent(target.hash.slice(1));
      if (id && documents.has(to) && !documents.get(to)?.getElementById(id)) faults.push(`${path} → ${href}: no such place`);
    }
  }
  expect([...new Set(faults)]).toEqual([]);

  // A page with a duplicate, such as an English guide among Persian ones, has the original as its canonical URL.
  const listed = new Set((await listedPages(portal.url)).map(({ url }) => url));
  const stray = [...documents].flatMap(([path, document]) => {
    const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href');
    return canonical === undefined || canonical === null || listed.has(canonical) ? [] : [`${path} → ${canonical}`];
  });
  expect(stray).toEqual([]);
});

test('pages are in their language, with its letters and punctuation', async ({ portal }) => {
  expect((await listedPages(portal.url)).flatMap((page) => proseFaults(page).map((fault) => `${page.path}: ${fault}`))).toEqual([]);
});
