import type { Page } from '@playwright/test';
import { rateLimit } from '../../../src/lib/contract/cdn/rateLimit.ts';
import { formatNumber } from '../../../src/lib/format/number.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';

/** Reordering rules: by pointer, by keyboard, and the announcements. Each test has its own customer and domain. */
test.describe('the order of rules', () => {
  const t = translator('fa');
  const rowsOf = (page: Page) => page.getByRole('list', { name: t('rateLimit:title') }).getByRole('listitem');
  const grip = (page: Page, title: string) => page.getByRole('button', { name: t('rules:grip', { title }), exact: true });

  test.beforeEach(async ({ page, newCustomer, signIn, show }) => {
    const customer = await newCustomer();
    await signIn(customer);
    await show({ locale: 'fa' });
    const name = `order-${Date.now()}-${Math.floor(Math.random() * 1e6)}.example`;
    const { id: domainId } = await addDomain(customer, name);
    const minute = { value: 1, unit: 'm' } as const;
    const rule = { domainId, requestCount: 10, time: minute, blockTime: minute, action: 'block', deploy: true } as const;
    for (const title of ['One', 'Two', 'Three']) await customer.client.ok(rateLimit.create, { ...rule, title });
    await page.goto(`/domains/${name}/rate-limit`);
    await expect(rowsOf(page)).toHaveCount(3);
  });

  const order = async (page: Page) => (await rowsOf(page).locator('b').allTextContents()).map((text) => text.trim());
  const expectOrder = async (page: Page, titles: string[]) => {
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
    await expectOrder(page, ['Three', 'One', 'Two']);
  });

  test('a rule is moved with Space and the arrow keys, and each step is announced', async ({ page }) => {
    const announcer = page.locator('[aria-live="assertive"]');
    await grip(page, 'One').focus();
    await settled(page);
    await expect(grip(page, 'One')).toBeFocused();
    const n = (place: number) => formatNumber(place, 'fa');
    await page.keyboard.press('Space');
    await expect(announcer.filter({ hasText: t('rules:say.picked', { title: 'One', place: n(1), count: n(3) }) })).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(announcer.filter({ hasText: t('rules:say.over', { title: 'One', place: n(2), count: n(3) }) })).toHaveCount(1);
    await page.keyboard.press('Space');
    await expectOrder(page, ['Two', 'One', 'Three']);
  });
});
