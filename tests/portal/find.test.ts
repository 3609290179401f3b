import { expect } from 'vitest';
import { locales } from '../../src/lib/i18n/locales.ts';
import { test } from '../support/portal.ts';
import { startPortal } from '../support/server.ts';
import { sitemap, urlPath } from '../support/sitemap.ts';

test('robots.txt links to a sitemap with every public page once', async ({ portal }) => {
  const paths = (await sitemap(portal.url)).map(({ url }) => urlPath(url));
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of ['/', '/faq', '/status', '/contact', '/pricing', '/docs', '/docs/dns-records', '/terms'])
    for (const locale of locales) expect(paths).toContain(locale === 'en' ? path : `/${locale}${path === '/' ? '' : path}`);
  expect(paths.filter((path) => /^\/(public|dashboard|domains|notifications|dev|api)|\/(404|500)$/.test(path))).toEqual([]);
  expect(await (await fetch(`${portal.url}/robots.txt`)).text()).toContain('Disallow: /dashboard');
});

test('the index of the palette and the answers that a ticket suggests are there in every language', async ({ portal }) => {
  for (const locale of locales) {
    const read = async (file: string) => (await fetch(`${portal.url}/${file}/${locale}.json`)).json();
    expect(await read('find')).toMatchObject({ docs: expect.arrayContaining([expect.objectContaining({ slug: 'cache' })]) });
    expect(await read('faq-answers')).toHaveProperty('0.question');
  }
});

test('a build serves any origin: its pages have the addresses of the installation that sends them', async ({ portal }) => {
  const origin = 'https://panel.example.net';
  await using other = await startPortal({ env: { ORIGIN: origin, DEMO: 'off' } });
  const paths = [
    '/',
    '/fa/docs/cache',
    '/docs/cache.md',
    '/docs/api/dns',
    '/llms.txt',
    '/robots.txt',
    '/sitemap-0.xml',
    '/ar/status',
    '/status.xml',
  ];
  for (const path of paths) {
    const [own, theirs] = await Promise.all([portal.url, other.url].map(async (url) => (await fetch(url + path)).text()));
    expect(own, path).toContain(portal.url);
    expect(theirs, path).toContain(origin);
    expect(theirs, path).not.toContain(portal.url);
    for (const text of [own, theirs]) expect(text, path).not.toContain('.invalid');
  }
});
