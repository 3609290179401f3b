import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';

test('all are working once the checks have run, and the page refreshes itself', async ({ page }) => {
  const t = translator('en');
  const verdict = page.locator('[data-verdict]');
  await expect(async () => {
    await page.goto('/status');
    await expect(verdict).toHaveText(t('status:all'), { timeout: 100 });
  }).toPass();
  await page.clock.install();
  await page.reload();
  let requests = 0;
  await page.route('/status', (route) => (++requests === 1 ? route.abort() : route.continue()));
  await page.clock.runFor(61_000);
  await expect(page.getByText(t('status:stale'))).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(page.getByText(t('status:stale'))).toBeHidden();
  expect(requests).toBe(2);
});
