import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';

const t = translator('en');

test('the calculator keeps its state in the address and opens the order with it', async ({ page }) => {
  await page.goto('/calculator?quantity=2&plan=custom&cpu=4&ram=8&disk=60&period=hourly');
  const sum = page.getByRole('region', { name: t('calculator:sum.title') });
  // 2 × (4 × 4 + 8 × 2.5 + 60 × 0.06) mills an hour.
  await expect(sum).toContainText('$0.079');
  await page.getByLabel(t('calculator:servers.quantity')).fill('1');
  await expect(page).toHaveURL(/[?&]cpu=4/);
  await expect(page).toHaveURL(/[?&]quantity=1(&|$)/);
  await expect(sum.getByRole('link', { name: t('calculator:sum.order') })).toHaveAttribute(
    'href',
    '/servers/order?cpu=4&ram=8&disk=60&diskType=ssd&quantity=1',
  );
  await page.getByLabel(t('calculator:servers.ipv4')).fill('2');
  await expect(sum).toContainText(t('calculator:item.ipv4'));
  await expect(page).toHaveURL(/[?&]ipv4=2/);
  await page.getByLabel(t('calculator:cdn.domains')).fill('1');
  await page.getByLabel(t('calculator:cdn.traffic')).fill('900');
  await expect(sum).toContainText(t('calculator:item.cdn', { plan: t('site:plan.name.com') }));
  await expect(sum.getByRole('link', { name: t('calculator:sum.domain') })).toHaveAttribute('href', '/domains/add?plan=com');
});

test('if prices can’t be loaded, those of the build stay, with a retry', async ({ page }) => {
  await page.route('**/api/server/fin/publicPrice', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/calculator?quantity=1');
  const sum = page.getByRole('region', { name: t('calculator:sum.title') });
  await expect(sum).toContainText(t('calculator:failed'));
  await expect(sum).toContainText('$6.57');
  await page.unroute('**/api/server/fin/publicPrice');
  await sum.getByRole('button', { name: t('common:retry') }).click();
  await expect(sum.getByText(t('calculator:failed'))).toBeHidden();
});
