import { locales } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { get } from '../../support/raw.ts';

/* Pages in a folder: their address, menu position, neighbors and Markdown. */
const path = '/docs/troubleshooting/redirect-loop';

for (const locale of locales) {
  const prefix = locale === 'en' ? '' : `/${locale}`;
  test(`a page in a folder has its menu, its neighbour and its Markdown in ${locale}`, async ({ page, portal }) => {
    const t = translator(locale);
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.goto(`${prefix}${path}`);
    const open = page.getByRole('navigation', { name: t('site:docs.nav') }).locator('[aria-current=page]');
    await expect(open).toHaveAttribute('href', `${prefix}${path}`);
    await expect(open).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(
      page
        .getByRole('navigation', { name: t('site:docs.pager') })
        .getByRole('link')
        .first(),
    ).toHaveAttribute('href', `${prefix}/docs/troubleshooting/dns-not-resolving`);
    const { status, body } = await get(portal.url, `${prefix}${path}.md`);
    expect(status).toBe(200);
    expect(body).toContain(`${prefix}/docs/concepts/tls.md`);
  });
}

test('a figure is localized, on the page and in its Markdown', async ({ page, portal }) => {
  await page.goto('/fa/docs/concepts/billing');
  await expect(page.getByRole('article')).toContainText('۲۰۰ گیگابایت');
  expect(Buffer.from((await get(portal.url, '/fa/docs/concepts/billing.md')).body, 'latin1').toString('utf8')).toContain('۲۰۰ گیگابایت');
  await page.goto('/docs/concepts/billing');
  await expect(page.getByRole('article')).toContainText('200 GB a month');
});

test('a table with three columns scrolls in its frame on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ar/docs/concepts/tls');
  const box = await page.locator('.prose td').first().boundingBox();
  expect(box?.width).toBeGreaterThan(85);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
