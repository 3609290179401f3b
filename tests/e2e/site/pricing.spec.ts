import { planCodes, plans } from '../../../src/lib/rules/core/plans.ts';
import { expect, test } from '../../support/browser.ts';

const { monthly, annual } = plans.eco.price;
const dollars = (mills: number | null) => new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format((mills ?? 0) / 1000);

test('prices are shown for a month or a year, from the catalogue, and the address keeps the choice', async ({ page }) => {
  await page.goto('/pricing');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Economic' }) });
  await expect(card.getByText('per month')).toBeVisible();
  await page.getByRole('radio', { name: 'Annual' }).focus();
  await page.keyboard.press('Space');
  await expect(card.getByText(`$${dollars(annual)}`, { exact: true })).toBeVisible();
  await expect(card.getByText(`You save $${dollars((monthly ?? 0) * 12 - (annual ?? 0))} a year`)).toBeVisible();
  await expect(page).toHaveURL('/pricing?period=year');
  // The table says the same as the cards.
  await expect(page.getByRole('columnheader', { name: 'Economic' })).toContainText('per year', { useInnerText: true });
  await page.reload();
  await expect(card.getByText(`$${dollars(annual)}`, { exact: true })).toBeVisible();
  await expect(page.locator('[data-period="month"]:visible')).toHaveCount(0);
});

test('the switch works without scripts', async ({ browser, portal }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: portal.url });
  const page = await context.newPage();
  await page.goto('/fa/pricing');
  const paid = planCodes.filter((code) => plans[code].price.monthly);
  await expect(page.locator('li [data-period="month"]:visible')).toHaveCount(paid.length);
  await page.locator('[data-period-switch] label').last().click();
  await expect(page.locator('li [data-period="year"]:visible')).toHaveCount(paid.length * 2);
  await context.close();
});
