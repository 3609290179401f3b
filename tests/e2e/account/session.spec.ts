import { demo } from '../../../src/lib/contract/fields.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';

const t = translator('en');
const records = '/domains/parvaz.example/dns';

test('signing in returns to the requested page @remote', async ({ page }) => {
  await page.goto(`${records}?type=A`);
  await expect(page).toHaveURL(/\/public\/login\?redirectTo=/);
  // Enter does nothing before the script is loaded, and the button shows it.
  await expect(page.getByRole('button', { name: t('auth:signIn.submit'), exact: true })).toBeEnabled();
  await page.getByLabel(t('auth:field.email'), { exact: true }).fill(demo.email);
  await page.getByLabel(t('auth:field.password'), { exact: true }).fill('not-the-password');
  await page.getByLabel(t('auth:field.password'), { exact: true }).press('Enter');
  await expect(page.getByText(t('auth:error.credentials'))).toBeVisible();
  await page.getByLabel(t('auth:field.password'), { exact: true }).fill(demo.password);
  await page.getByLabel(t('auth:field.password'), { exact: true }).press('Enter');
  await expect(page).toHaveURL(`${records}?type=A`);
});

test('a customer’s data isn’t shown to another customer @remote', async ({ page, browser, portal, newCustomer, signIn }) => {
  const [mine, theirs] = [await newCustomer(), await newCustomer()];
  await signIn(mine);
  await page.goto('/domains/add');
  await page.getByLabel(t('domain:add.name')).fill('my-secret-shop.example');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('domain:addDomain'), exact: true }).click();
  await expect(page).toHaveURL(/\/setup\/records$/);

  const context = await browser.newContext({ baseURL: portal.url });
  await signIn(theirs, context);
  const stranger = await context.newPage();
  await stranger.goto('/domains/my-secret-shop.example/dns');
  await expect(stranger.getByRole('heading', { name: t('domain:unknown.title', { name: 'my-secret-shop.example' }) })).toBeVisible();
  await stranger.goto('/domains');
  await expect(stranger.getByRole('heading', { name: t('domain:empty.title') })).toBeVisible();
  await context.close();
});

test('the panel works when storage is blocked', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/public/login');
  await page.getByLabel(t('auth:field.email'), { exact: true }).fill(demo.email);
  await page.getByLabel(t('auth:field.password'), { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: t('auth:signIn.submit'), exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await signIn();
  await page.goto(records);
  await expect(page.getByRole('row').filter({ hasText: '203.0.113.25' })).toBeVisible();
});
