import { expect, test } from '../../support/browser.ts';

test('a page about a planned feature says so, in each language', async ({ page }) => {
  for (const [path, word] of [
    ['/cloud-cdn', 'Planned.'],
    ['/fa/cloud-cdn', 'در برنامه.'],
    ['/ar/pricing', 'مخطَّط له.'],
    ['/es/docs/cache', 'Previsto.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('note').filter({ hasText: word }), path).toBeVisible();
  }
});

test('signed-in visitors get a link to the panel on the landing page and in the documentation', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('nasim:session', '{"userId":"1","expiresAt":"2099-01-01T00:00:00Z"}'));
  for (const path of ['/', '/docs']) {
    await page.goto(path);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Open panel' }), path).toHaveAttribute('href', '/dashboard');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' }), path).toBeHidden();
  }
});
