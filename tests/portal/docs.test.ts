import { expect } from 'vitest';
import { allCalls } from '../../src/lib/contract/openapi.ts';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { offenders, test } from '../support/portal.ts';
import { get } from '../support/raw.ts';

/** `get` keeps bytes as they are. */
const text = (body: string) => Buffer.from(body, 'latin1').toString('utf8');
const of = (locale: Locale, path: string) => (locale === 'en' ? path : `/${locale}${path}`);

test('every page is available as Markdown with its language and encoding', async ({ portal }) => {
  for (const locale of locales) {
    const { status, headers, body } = await get(portal.url, of(locale, '/docs/dns-records.md'));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(body).toMatch(/^# .+\n\n> .+\n/);
    expect(text(body)).toContain(translator(locale)('site:docs.aside.caution'));
    // Links point to other Markdown pages, in the same language.
    expect(body).toContain(`${of(locale, '/docs/dns-settings')}.md`);
    expect(body).not.toMatch(/<\/?(Aside|Steps)/);
  }
});

test('llms.txt lists the pages, and llms-full.txt contains all of them', async ({ portal }) => {
  const list = await get(portal.url, '/llms.txt');
  expect(list.headers['content-type']).toBe('text/plain; charset=utf-8');
  const addresses = [...list.body.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => new URL(href).pathname);
  expect(addresses).toContain('/docs/dns-records.md');
  expect(addresses).toContain('/docs/api/dns.md');
  expect(addresses).not.toContain('/docs/writing.md');
  const full = await get(portal.url, '/llms-full.txt');
  const found = await offenders(addresses, async (path) => {
    const { status, body } = await get(portal.url, path);
    expect(status).toBe(200);
    const isPage = /^\/docs\/[^/]+\.md$/.test(path);
    if (isPage) expect(full.body.includes(`${body.split('\n')[0]}\n`), 'llms-full.txt has its title').toBe(true);
  });
  expect(found).toEqual([]);
  const origin = /<(https?:\/\/[^/]+)\//.exec(full.body)?.[1] ?? '';
  const own = [...full.body.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href).filter((href) => href.startsWith(origin));
  expect(own.length).toBeGreaterThan(3);
  const links = new Set(own.map((one) => one.slice(origin.length).split('#')[0] ?? ''));
  const broken = await offenders(links, async (href) => {
    expect([200, 302]).toContain((await get(portal.url, href)).status);
  });
  expect(broken).toEqual([]);
});

test('every call of the contract is on the page of its group', async ({ portal }) => {
  for (const group of new Set(allCalls().map(({ id }) => id[0]))) {
    const [page, markdown] = [await get(portal.url, `/docs/api/${group}`), await get(portal.url, `/es/docs/api/${group}.md`)];
    expect(page.status).toBe(200);
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
    for (const { id, path } of allCalls().filter((call) => call.id[0] === group)) {
      expect(page.body).toContain(`id="${id[1]}"`);
      expect(page.body).toContain(`/api${path}<`);
      expect(markdown.body).toContain(`/api${path}\``);
    }
  }
});
