import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';

test('a missing page answers 404 in the language of its address', async ({ page }) => {
  for (const [path, lang, dir] of [
    ['/nope', 'en', 'ltr'],
    ['/fa/nope', 'fa', 'rtl'],
    ['/404', 'en', 'ltr'],
    ['/500', 'en', 'ltr'],
    ['/fa/404/', 'fa', 'rtl'],
    ['/ar/500', 'ar', 'rtl'],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(path.includes('500') ? 500 : 404);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.locator('html')).toHaveAttribute('dir', dir);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('below the panel, a missing page keeps the shell; signed out, it is the public one', async ({ page, signIn, watch }) => {
  watch.allow(/404/);
  await page.context().addCookies([{ name: 'nasim_locale', value: 'fa', domain: '127.0.0.1', path: '/' }]);
  const t = translator('fa');
  for (const path of ['/domains/parvaz.example/nope', '/finance', '/operator/nope']) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fa');
    await expect(page.getByRole('heading', { level: 1, name: t('site:notFound.title') })).toBeVisible();
    await expect(page.locator('.shell')).toHaveCount(0);
  }
  await signIn();
  for (const path of ['/domains/parvaz.example/nope', '/finance', '/operator', '/operator/nope', '/servers/nope/nope']) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: t('shell:missing.title') })).toBeVisible();
    await expect(page.getByRole('link', { name: t('shell:missing.dashboard') })).toHaveAttribute('href', '/dashboard');
    await expect(page.getByRole('button', { name: t('shell:palette.openLabel') }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: t('shell:route.dashboard'), exact: true }).first()).toBeVisible();
  }
});
