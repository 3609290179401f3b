import { locales } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';

const inView = async (page: import('@playwright/test').Page, id: string) => {
  const entry = page.locator('details', { has: page.locator(`[id="${id}"]`) });
  await expect(entry).toHaveAttribute('open');
  await expect(entry.locator('summary')).toBeInViewport();
};

for (const locale of locales) {
  test(`the address of a question opens it, in ${locale}`, async ({ page }) => {
    const path = locale === 'en' ? '/faq' : `/${locale}/faq`;
    await page.goto(`${path}#dns-ttl`);
    await inView(page, 'dns-ttl');
    await page.evaluate(() => {
      location.hash = '#support-files';
    });
    await inView(page, 'support-files');
  });
}

test('the search matches letter variants, shows the count, and its address restores it', async ({ page }) => {
  const t = translator('fa');
  await page.goto('/fa/faq');
  const field = page.getByRole('searchbox', { name: t('site:faq.search') });
  const shown = page.locator('[data-entry]:visible');
  const all = await shown.count();
  expect(all).toBeGreaterThanOrEqual(35);
  // An Arabic yeh and kaf, no joiner, no madda: as many keyboards write it.
  await field.fill('كد باز یابي');
  await expect(page.getByText('گوشی‌ای که کدها روی آن بود گم شده است. چه کنم؟')).toBeVisible();
  expect(await shown.count()).toBeLessThan(all);
  await field.fill('رشتهٔ پرس‌وجو');
  await expect(shown).toHaveCount(1);
  await expect(shown).toHaveAttribute('open');
  await expect(page.getByRole('status')).toHaveText(t('site:faq.found', { count: 1, n: '۱' }));
  await page.reload();
  await expect(field).toHaveValue('رشتهٔ پرس‌وجو');
  await expect(shown).toHaveCount(1);
  await field.fill('zzzz');
  await expect(page.getByRole('status')).toHaveText(t('site:faq.none'));
  await field.press('Escape');
  await expect(shown).toHaveCount(all);
  await expect(page).toHaveURL('/fa/faq');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('all questions are listed, and the browser opens the linked one', async ({ page }) => {
    await page.goto('/faq#dns-ttl');
    expect(await page.locator('summary:visible').count()).toBeGreaterThanOrEqual(35);
    await expect(page.locator('#dns-ttl')).toBeVisible();
    await expect(page.locator('#dns-proxy')).toBeHidden();
  });
});
