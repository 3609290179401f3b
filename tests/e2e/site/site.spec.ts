import { localeFacts } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';

for (const width of [390, 1440])
  test(`a link to a section scrolls to it, even if content above wasn’t laid out yet, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const part of ['/#pricing', '/fa/cloud-cdn#contact']) {
      await page.goto(part);
      const heading = page
        .locator(`#${part.split('#')[1]}`)
        .getByRole('heading')
        .first();
      // Below the bar, in the upper half of the viewport, and it stays there.
      const top = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top));
      await expect.poll(top).toBeGreaterThan(60);
      await settled(page);
      expect(await top(), part).toBeGreaterThan(60);
      expect(await top(), part).toBeLessThan(422);
    }
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu, the tabs and the language switch work', async ({ page }) => {
    const t = translator('en');
    await page.goto('/');
    const bar = page.getByRole('banner');
    await bar.getByText(t('site:nav.products'), { exact: true }).click();
    await bar.getByRole('link', { name: t('site:product.cdn.name') }).click();
    await expect(page).toHaveURL('/cloud-cdn');

    const panel = page.locator('#dns .feature-body');
    await expect(panel).toBeHidden();
    await page.locator('#features').getByRole('navigation').getByRole('link', { name: 'DNS' }).click();
    await expect(panel).toBeVisible();

    await page.goto('/pricing');
    await bar.getByText(localeFacts.en.name, { exact: true }).first().click();
    await bar.getByRole('link', { name: localeFacts.fa.name }).first().click();
    await expect(page).toHaveURL('/fa/pricing');
    await expect(page.getByRole('table')).toBeVisible();
  });
});

test.describe('a phone without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('opens the menu, features one by one, and the same page in another language', async ({ page }) => {
    const english = translator('en');
    await page.goto('/cloud-cdn');
    const bar = page.getByRole('banner');
    const pricing = bar.getByRole('link', { name: english('site:nav.pricing'), exact: true });
    await expect(pricing).toBeHidden();
    await bar.getByLabel(english('site:nav.menu'), { exact: true }).click();
    await expect(bar.getByRole('link', { name: english('site:product.cdn.name') })).toHaveAttribute('aria-current', 'page');
    await pricing.click();
    await expect(page).toHaveURL('/pricing');

    await page.goto('/ar/cloud-cdn');
    const [first, second] = [page.locator('#acceleration .feature-body'), page.locator('#balancing .feature-body')];
    await expect(first).toBeVisible();
    await page.locator('#balancing h3').getByRole('link').click();
    await expect(second).toBeVisible();
    await expect(first).toBeHidden();
    await page.getByRole('contentinfo').getByRole('link', { name: localeFacts.en.name }).click();
    await expect(page).toHaveURL('/cloud-cdn');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test.describe('a browser that asks for Spanish', () => {
  test.use({ locale: 'es-MX' });

  test('is offered Spanish once, without a redirect', async ({ page }) => {
    await page.goto('/video');
    const offer = page.getByRole('link', { name: translator('es')('site:nav.offer') });
    await expect(offer).toBeVisible();
    await expect(page).toHaveURL('/video');
    await page.getByRole('button', { name: translator('en')('site:nav.close') }).click();
    await expect(offer).toBeHidden();
    await page.goto('/pricing');
    await expect(page.getByRole('table')).toBeVisible();
    await expect(offer).toBeHidden();
  });

  test('finds the same page there', async ({ page }) => {
    await page.goto('/video');
    await page.getByRole('link', { name: translator('es')('site:nav.offer') }).click();
    await expect(page).toHaveURL('/es/video');
    await expect(page.getByRole('link', { name: translator('en')('site:nav.offer') })).toBeHidden();
  });
});
