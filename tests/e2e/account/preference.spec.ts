import { preference } from '../../../src/lib/contract/account/preference.ts';
import { expect, test } from '../../support/browser.ts';

test('digits follow the account, not its language', async ({ newCustomer, signIn, page }) => {
  const customer = await newCustomer();
  await customer.client.send(preference.update, { language: 'fa', digits: 'latin' });
  await signIn(customer);
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await expect(main).toContainText(/[0-9]/);
  await expect(main).not.toContainText(/[۰-۹]/);
});

test('a theme selected on another device is applied here once', async ({ portal, newCustomer, signIn, context, page }) => {
  const customer = await newCustomer();
  await customer.client.send(preference.update, { theme: 'light' });
  await signIn(customer, context);
  await page.goto('/dashboard');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await customer.client.send(preference.update, { theme: 'dark' });
  await page.goto(`${portal.url}/account/language`);
  await expect(root).toHaveAttribute('data-theme', 'dark');
});
