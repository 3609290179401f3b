import { type Locale, locales } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { get } from '../../support/raw.ts';

/** `get` keeps bytes as they are. */
const text = (body: string) => Buffer.from(body, 'latin1').toString('utf8');
const of = (locale: Locale, path: string) => (locale === 'en' ? path : `/${locale}${path}`);

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
