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

test('prices that operators changed after the build are shown in the cards and in the table, and a plan that they hid in neither', async ({
  page,
}) => {
  const changed = Object.values(plans)
    .filter(({ code }) => code !== 'com')
    .map((plan) => (plan.code === 'eco' ? { ...plan, price: { monthly: 25_500, annual: 250_000 } } : plan));
  await page.route('**/api/domain/plan/publicList', (route) => route.fulfill({ json: { plans: changed } }));
  await page.goto('/pricing?period=year');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Economic' }) });
  await expect(card.getByText('$250', { exact: true })).toBeVisible();
  await expect(card.getByText('You save $56 a year')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Economic' })).toContainText('$250', { useInnerText: true });
  await expect(page.getByRole('heading', { name: 'Commercial', exact: true })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Commercial' })).toHaveCount(0);
  await page.goto('/');
  await expect(card.getByText('$25.50', { exact: true })).toBeVisible();
});

test('a price of traffic that operators changed after the build is shown on the price page and in the docs', async ({ page }) => {
  let requests = 0;
  await page.route('**/api/domain/plan/publicList', (route) => {
    requests++;
    return route.fulfill({ json: { plans: Object.values(plans), trafficPrice: 45 } });
  });
  for (const [path, text] of [
    ['/pricing', 'at $0.045 per gigabyte'],
    ['/docs/plans', 'then $0.045 per gigabyte'],
    ['/fa/docs/concepts/billing', '\u200e$۰٫۰۴۵'],
  ] as const) {
    requests = 0;
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    expect(requests, path).toBe(1);
  }
});
