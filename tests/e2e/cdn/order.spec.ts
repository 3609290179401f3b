import type { Page } from '@playwright/test';
import type { Locale } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';

/** Reordering rules: by pointer, by keyboard, and the announcements. Each test has its own customer and domain. */
for (const locale of ['en', 'fa'] satisfies Locale[]) {
  test.describe(`the order of rules, in ${locale}`, () => {
    const t = translator(locale);
    const rowsOf = (page: Page) => page.getByRole('list', { name: t('rateLimit:title') }).getByRole('listitem');
    const grip = (page: Page, title: string) => page.getByRole('button', { name: t('rules:grip', { title }), exact: true });

    test.beforeEach(async ({ page, newCustomer, signIn, show }) => {
      const customer = await newCustomer();
      await signIn(customer);
      await show({ locale });
      const name = `order-${Date.now()}-${Math.floor(Math.random() * 1e6)}.example`;
      const post = async (path: string, data: object) => {
        const answer = await page.request.post(`/api${path}`, { data, headers: { origin: new URL(page.url()).origin } });
        expect(answer.ok(), await answer.text()).toBe(true);
        return answer.json();
      };
      await page.goto('/domains');
      const { domain } = await post('/domain/add', { name, plan: 'free', acceptTerms: true, termsVersion: '2026-11' });
      for (const title of ['One', 'Two', 'Three'])
        await post('/domain/rateLimit/create', {
          domainId: domain.id,
          title,
          requestCount: 10,
          time: { value: 1, unit: 'm' },
          blockTime: { value: 1, unit: 'm' },
          action: 'block',
          deploy: true,
        });
      await page.goto(`/domains/${name}/rate-limit`);
      await expect(rowsOf(page)).toHaveCount(3);
    });

    const order = async (page: Page) => (await rowsOf(page).locator('b').allTextContents()).map((text) => text.trim());
    const kept = async (page: Page, titles: string[]) => {
      await expect(page.getByText(t('rules:reordered'))).toBeVisible();
      expect(await order(page)).toEqual(titles);
      await page.reload();
      await expect(rowsOf(page)).toHaveCount(3);
      expect(await order(page)).toEqual(titles);
    };

    test('a rule is dragged by its handle, and the new order is kept', async ({ page }) => {
      // The drag script is loaded when a pointer comes near.
      await grip(page, 'Three').hover();
      await settled(page);
      const from = await grip(page, 'Three').boundingBox();
      const to = await grip(page, 'One').boundingBox();
      if (!from || !to) throw new Error('the grips are not seen');
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      for (let step = 1; step <= 12; step++) await page.mouse.move(from.x + from.width / 2, from.y + ((to.y - from.y) * step) / 12);
      await page.mouse.up();
      await kept(page, ['Three', 'One', 'Two']);
    });

    test('a rule is moved with Space and the arrow keys, and each step is announced', async ({ page }) => {
      const said = page.locator('[aria-live="assertive"]');
      await grip(page, 'One').focus();
      await settled(page);
      await expect(grip(page, 'One')).toBeFocused();
      const n = (place: number) => new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-US').format(place);
      await page.keyboard.press('Space');
      await expect(said.filter({ hasText: t('rules:say.picked', { title: 'One', place: n(1), count: n(3) }) })).toHaveCount(1);
      await page.keyboard.press('ArrowDown');
      await expect(said.filter({ hasText: t('rules:say.over', { title: 'One', place: n(2), count: n(3) }) })).toHaveCount(1);
      await page.keyboard.press('Space');
      await kept(page, ['Two', 'One', 'Three']);
    });
  });
}
