import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';

const t = translator('en');

test('navigation keeps the shell and only loads the page', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/domains/parvaz.example');
  // Before the shell has started, a link loads a full page.
  await settled(page);
  const header = await page.getByRole('banner').elementHandle();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const menu = page.locator('.shell-side');
  const link = menu.getByRole('link', { name: t('shell:route.dns') });
  const records = await link.getAttribute('href');
  const coming = page.waitForResponse((response) => new URL(response.url()).pathname === records);
  await link.click();
  const first = await (await coming).text();
  await expect(page.getByRole('heading', { level: 1, name: t('dns:title') })).toBeVisible();
  await expect(link).toHaveAttribute('aria-current', 'page');
  expect(first).not.toContain(t('shell:header.guide'));
  expect(first).toContain(t('dns:add'));

  await page.goBack();
  await expect(page).toHaveURL('/domains/parvaz.example');
  await expect(page.getByRole('heading', { level: 1, name: 'parvaz.example' })).toBeVisible();
  // Its texts are loaded by now.
  const again = page.waitForResponse((response) => new URL(response.url()).pathname === records);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: t('dns:title') })).toBeVisible();
  expect((await (await again).text()).length).toBeLessThan(first.length / 2);

  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  expect(await header?.evaluate((element) => element.isConnected)).toBe(true);
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.locator('#page-data')).toHaveCount(1);
  await expect(page.locator('.demo-strip')).toHaveCount(1);
});

test('“Back” takes filters away one by one without loading the page, then leaves it', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/domains/parvaz.example');
  await settled(page);
  await page
    .locator('.shell-side')
    .getByRole('link', { name: t('shell:route.dns') })
    .click();
  await settled(page);
  await page.evaluate(() => Object.assign(document.querySelector('main') ?? {}, { isSame: true }));
  const isSame = () => page.evaluate(() => 'isSame' in (document.querySelector('main') ?? {}));
  await page.getByRole('button', { name: /^MX/ }).click();
  await expect(page).toHaveURL(/type=MX/);
  await page.getByRole('searchbox').fill('mail');
  await expect(page).toHaveURL(/type=MX.*q=mail|q=mail.*type=MX/);
  await page.goBack();
  await expect(page).toHaveURL(/\?type=MX$/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/\/dns$/);
  await expect(page.getByRole('button', { name: /^MX/ })).toHaveAttribute('aria-pressed', 'false');
  expect(await isSame()).toBe(true);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'parvaz.example' })).toBeVisible();
});

test('overlays close with their page, and new ones work', async ({ page, signIn }) => {
  await signIn();
  const faults: Error[] = [];
  page.on('pageerror', (error) => faults.push(error));
  await page.goto('/domains');
  await settled(page);
  const bell = page.getByRole('banner').getByRole('button', { name: new RegExp(t('notification:bell')) });
  await bell.click();
  await page.getByRole('link', { name: t('notification:showAll') }).click();
  await expect(page).toHaveURL('/notifications');
  await expect(page.getByRole('link', { name: t('notification:showAll') })).toBeHidden();
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('parvaz');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/domains\/parvaz\.example/);
  await expect(page.getByRole('dialog')).toBeHidden();
  // A menu opened by the page.
  await page.goto('/domains/parvaz.example/dns');
  await settled(page);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toBeHidden();
  await settled(page);
  await bell.click();
  await expect(page.getByRole('link', { name: t('notification:showAll') })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a press before the shell has started takes effect when it has', async ({ page, signIn }) => {
  await signIn();
  const scripts = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/domains', { waitUntil: 'commit' });
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: t('shell:account.label') }).click();
  scripts.resolve();
  await expect(page.getByRole('menuitem', { name: t('shell:account.signOut') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
});

test('a page reached by navigation has the same styles as when opened directly', async ({ page, signIn }) => {
  await signIn();
  const styles = () =>
    page.evaluate(() => [...document.querySelectorAll('head :is(link[rel=stylesheet], style)')].map((one) => one.outerHTML).sort());
  await page.goto('/domains/add');
  const opened = await styles();
  await page.goto('/domains');
  expect(await styles()).not.toEqual(opened);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('domain:addDomain') })
    .click();
  await expect(page).toHaveURL('/domains/add');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await styles()).toEqual(opened);
});
