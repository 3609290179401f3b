import type { APIRequestContext } from '@playwright/test';
import { parseHTML } from 'linkedom';
import sharp from 'sharp';
import { brand } from '../../../src/lib/brand.ts';
import { locales } from '../../../src/lib/i18n/locales.ts';
import { planCodes, plans } from '../../../src/lib/rules/core/plans.ts';
import { expect, portalTest as test } from '../../support/browser.ts';
import { faultsOf, type Visited } from '../../support/prose.ts';

/* The site as search engines see it. Every page of the sitemap is opened once, in all languages. */

interface Page extends Visited {
  url: string;
  path: string;
  document: Document;
}
const pathOf = (url: string) => new URL(url).pathname.replace(/(.)\/$/, '$1');

/** Without a window, because hundreds of documents are in memory. */
const read = (html: string): Document => parseHTML(html).document;

interface Listed {
  url: string;
  alternates: Record<string, string>;
}
const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);

/** The entries of all sitemaps of the index in robots.txt. */
async function sitemap(request: APIRequestContext): Promise<Listed[]> {
  const text = async (path: string) => (await request.get(path)).text();
  const index = /^Sitemap: (\S+)$/m.exec(await text('/robots.txt'))?.[1] ?? '';
  const files = await Promise.all(locs(await text(pathOf(index))).map((url) => text(pathOf(url))));
  return files.flatMap((xml) =>
    xml
      .split('<url>')
      .slice(1)
      .map((entry) => ({
        url: locs(entry)[0] ?? '',
        alternates: Object.fromEntries(
          [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language = '', href = '']) => [language, href]),
        ),
      })),
  );
}

let known: Promise<Page[]> | undefined;
const pages = (request: APIRequestContext): Promise<Page[]> => (known ??= visit(request));
async function visit(request: APIRequestContext): Promise<Page[]> {
  const urls = (await sitemap(request)).map(({ url }) => url);
  const found: Page[] = [];
  for (const url of urls) {
    const answer = await request.get(pathOf(url));
    expect(answer.status(), url).toBe(200);
    const document = read(await answer.text());
    found.push({ url, path: pathOf(url), document, locale: document.documentElement.lang });
  }
  return found;
}
test.describe.configure({ mode: 'serial', timeout: 120_000 });

test('robots.txt links to a sitemap with every public page once, with its languages', async ({ request }) => {
  const all = await pages(request);
  const paths = all.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of ['/', '/faq', '/status', '/contact', '/pricing', '/docs', '/docs/dns-records', '/terms'])
    for (const locale of locales) expect(paths).toContain(locale === 'en' ? path : `/${locale}${path === '/' ? '' : path}`);
  expect(paths.filter((path) => /^\/(public|dashboard|domains|notifications|dev|api)|\/(404|500)$/.test(path))).toEqual([]);
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /dashboard');

  for (const { url, alternates } of await sitemap(request)) {
    const links = all.find((page) => page.url === url)?.document.querySelectorAll('link[rel=alternate][hreflang]') ?? [];
    const ofPage = Object.fromEntries([...links].map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]));
    // The default is the English page, which is among the languages.
    expect({ ...alternates, 'x-default': alternates.en }, url).toEqual(ofPage);
  }
});

test('each page has one title, one description, one h1, its own address and its languages', async ({ request }) => {
  const seen = new Map<string, string>();
  for (const { url, path, locale, document } of await pages(request)) {
    const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? '';
    expect(document.querySelectorAll('h1').length, path).toBe(1);
    for (const [name, text] of [
      ['title', document.title],
      ['description', content('meta[name=description]')],
    ] as const) {
      expect(text.length, `${path} ${name}`).toBeGreaterThan(name === 'title' ? 5 : 40);
      const key = `${locale} ${name} ${text}`;
      expect(seen.get(key), `${path} and another have the ${name} “${text}”`).toBeUndefined();
      seen.set(key, path);
    }
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href'), path).toBe(url);
    const languages = [...document.querySelectorAll('link[rel=alternate][hreflang]')];
    const own = languages.find((link) => link.getAttribute('hreflang') === locale);
    expect(own?.getAttribute('href'), path).toBe(url);
    expect(languages.at(-1)?.getAttribute('hreflang'), path).toBe('x-default');
  }
});

test('each page has a share image, of the right size', async ({ request }) => {
  const shapes = new Set<string>();
  for (const { path, document } of await pages(request)) {
    const image = document.querySelector('meta[property="og:image"]')?.getAttribute('content') ?? '';
    const answer = await request.get(pathOf(image));
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([path, 200, 'image/jpeg']);
    expect(answer.headers()['cross-origin-resource-policy']).toBe('cross-origin');
    const { width, height, format } = await sharp(await answer.body()).metadata();
    shapes.add(`${width} ${height} ${format}`);
  }
  expect([...shapes]).toEqual(['1200 630 jpeg']);
});

test('structured data is valid JSON and correct', async ({ request }) => {
  const kinds = new Map<string, number>();
  for (const { path, document } of await pages(request)) {
    for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
      const data = JSON.parse(script.textContent) as Record<string, unknown>;
      expect(data['@context'], path).toBe('https://schema.org');
      const things = (data['@graph'] as Record<string, unknown>[] | undefined) ?? [data];
      for (const thing of things) kinds.set(String(thing['@type']), (kinds.get(String(thing['@type'])) ?? 0) + 1);
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

test('every link and anchor of the site works', async ({ request }) => {
  const documents = new Map((await pages(request)).map(({ path, document }) => [path, document]));
  const faults: string[] = [];
  const answers = new Map<string, number>();
  for (const { path, document } of await pages(request)) {
    for (const link of document.querySelectorAll('a[href]')) {
      const href = link.getAttribute('href') ?? '';
      if (/^(mailto:|tel:)/.test(href)) continue;
      const target = new URL(href, `http://site${path}`);
      if (target.host !== 'site') continue;
      const to = pathOf(target.href);
      if (!documents.has(to)) {
        if (!answers.has(to)) {
          const answer = await request.get(to);
          answers.set(to, answer.status());
          if (answer.ok() && answer.headers()['content-type']?.startsWith('text/html')) documents.set(to, read(await answer.text()));
        }
        if (answers.get(to) !== 200) faults.push(`${path} → ${href}: ${answers.get(to)}`);
      }
      const id = decodeURIComponent(target.hash.slice(1));
      if (id && documents.has(to) && !documents.get(to)?.getElementById(id)) faults.push(`${path} → ${href}: no such place`);
    }
  }
  expect([...new Set(faults)]).toEqual([]);

  // A page with a duplicate, such as an English guide among Persian ones, has the original as its canonical URL.
  const listed = new Set((await pages(request)).map(({ url }) => url));
  const stray = [...documents].flatMap(([path, document]) => {
    const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href');
    return canonical === undefined || canonical === null || listed.has(canonical) ? [] : [`${path} → ${canonical}`];
  });
  expect(stray).toEqual([]);
});

test('pages are in their language, with its letters and punctuation', async ({ request }) => {
  expect((await pages(request)).flatMap((page) => faultsOf(page).map((fault) => `${page.path}: ${fault}`))).toEqual([]);
});
