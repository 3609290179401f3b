import { type Locale, locales } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { get } from '../../support/raw.ts';

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
  for (const path of addresses) expect((await get(portal.url, path)).status, path).toBe(200);
  const full = await get(portal.url, '/llms-full.txt');
  for (const path of addresses.filter((one) => /^\/docs\/[^/]+\.md$/.test(one))) {
    const [title = ''] = (await get(portal.url, path)).body.split('\n');
    expect(full.body).toContain(`${title}\n`);
  }
  const origin = /<(https?:\/\/[^/]+)\//.exec(full.body)?.[1] ?? '';
  const own = [...full.body.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href).filter((href) => href.startsWith(origin));
  expect(own.length).toBeGreaterThan(3);
  for (const href of new Set(own.map((one) => one.slice(origin.length).split('#')[0] ?? '')))
    expect([200, 302], href).toContain((await get(portal.url, href)).status);
});

test('the page is copied as Markdown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/dns-records');
  await expect(page.getByRole('link', { name: 'View as Markdown' }).first()).toHaveAttribute('href', '/docs/dns-records.md');
  await page.getByRole('button', { name: 'Copy page' }).first().click();
  await expect(page.getByRole('button', { name: 'Page copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# DNS records\n/);
});

test('a failed copy is reported', async ({ page, watch }) => {
  watch.allow(/Failed to load/);
  await page.route('**/*.md', (route) => route.abort());
  await page.goto('/docs/dns-records');
  await page.getByRole('button', { name: 'Copy page' }).first().click();
  await expect(page.getByRole('button', { name: 'Couldn’t copy' })).toBeVisible();
});

test('an untranslated page is in English, with its direction, and a notice in the reader’s language', async ({ page, portal }) => {
  await page.goto('/fa/docs/writing');
  await expect(page.getByText(translator('fa')('site:docs.untranslated'))).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const article = page.getByRole('article');
  await expect(article).toHaveAttribute('lang', 'en');
  await expect(article).toHaveAttribute('dir', 'ltr');
  // For writers: not in menus, lists or search engines.
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  expect((await get(portal.url, '/docs')).body).not.toContain('/docs/writing');
});

test('tabs of one group are synchronized, on this page and on the next visit', async ({ page }) => {
  await page.goto('/docs/writing');
  const tabs = page.getByRole('group', { name: 'Name server' });
  await expect(tabs.getByText('named.conf', { exact: true })).toBeVisible();
  await tabs.getByRole('radio', { name: 'BIND' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tabs.getByText('knot.conf', { exact: true })).toBeVisible();
  await expect(tabs.getByText('named.conf', { exact: true })).toBeHidden();
  await page.reload();
  await expect(tabs.getByRole('radio', { name: 'Knot' })).toBeChecked();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('tabs still work', async ({ page }) => {
    await page.goto('/docs/writing');
    await page.getByRole('group', { name: 'Name server' }).getByText('Knot', { exact: true }).click();
    await expect(page.getByText('knot.conf', { exact: true })).toBeVisible();
  });
});

test('the changelog has a feed in each language, newest first', async ({ page, portal }) => {
  for (const locale of locales) {
    await page.goto(of(locale, '/docs/changelog'));
    const feed = (await page.locator('link[type="application/rss+xml"]').getAttribute('href')) ?? '';
    const { body, status } = await get(portal.url, feed);
    expect(status).toBe(200);
    const { titles, dates, error } = await page.evaluate((xml) => {
      const document = new DOMParser().parseFromString(xml, 'text/xml');
      const all = (name: string) => [...document.querySelectorAll(`item > ${name}`)].map(({ textContent }) => textContent ?? '');
      return { titles: all('title'), dates: all('pubDate'), error: document.querySelector('parsererror')?.textContent ?? null };
    }, text(body));
    expect(error).toBeNull();
    expect(titles).toEqual(await page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents());
    const times = dates.map((date) => Date.parse(date));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  }
});
