import { freePort } from '../../../scripts/lib/ports.mjs';
import { brand } from '../../../src/lib/brand.ts';
import { locales } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { remoteIn } from '../../support/looks.ts';
import { startPortal } from '../../support/server.ts';

for (const locale of locales) {
  test(`the page in ${locale} has the states in its first HTML, in the language of its address${remoteIn(locale)}`, async ({
    request,
    context,
    portal,
  }) => {
    // A saved language is ignored here.
    await context.addCookies([{ name: 'nasim_locale', value: 'es', url: portal.url }]);
    const t = translator(locale);
    const answer = await request.get(locale === 'en' ? '/status' : `/${locale}/status`);
    expect(answer.status()).toBe(200);
    const html = await answer.text();
    expect(html).toContain(`<html lang="${locale}"`);
    for (const name of ['api', 'jobs', 'mail'] as const) expect(html).toContain(t(`status:component.${name}`));
    // No name servers are connected in these tests.
    expect(html).not.toContain(t('status:component.dns'));
  });
}

test('all are working once the checks have run, and the page refreshes itself', async ({ page }) => {
  const t = translator('en');
  const verdict = page.locator('[data-verdict]');
  await expect(async () => {
    await page.goto('/status');
    await expect(verdict).toHaveText(t('status:all'), { timeout: 100 });
  }).toPass();
  await page.clock.install();
  await page.reload();
  let asked = 0;
  await page.route('/status', (route) => (++asked === 1 ? route.abort() : route.continue()));
  await page.clock.runFor(61_000);
  await expect(page.getByText(t('status:stale'))).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(page.getByText(t('status:stale'))).toBeHidden();
  expect(asked).toBe(2);
});

test('a provider that doesn’t respond isn’t shown as working', async ({ request }) => {
  await using lonely = await startPortal({ env: { TRUSTED_PROXIES: '127.0.0.1', PROVIDER_URL: `http://127.0.0.1:${await freePort()}` } });
  const answer = await request.get(`${lonely.url}/fa/status`);
  expect(answer.status()).toBe(200);
  const html = await answer.text();
  const t = translator('fa');
  expect(html).toContain(t('status:unreachable'));
  expect(html).toContain(brand.contact.email);
  expect(html).not.toContain(t('status:all'));
  expect(html).not.toContain(t('status:state.operational'));
});

for (const path of ['/en/status', '/xx/status', '/de/status'])
  test(`${path} is not found`, async ({ request }) => {
    expect((await request.get(path)).status()).toBe(404);
  });
