import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/portalWithEdge.ts';

const looks = (['en', 'fa'] as const).flatMap((locale) => [1440, 390].map((width) => ({ locale, width })));
for (const { locale, width } of looks)
  test(`the demo in ${locale} at ${width}: a cached page, a block of oneself, why, and back in`, async ({
    portalWithEdge: { url, newContext },
  }) => {
    const t = translator(locale);
    const context = await newContext({ viewport: { width, height: 844 }, locale });
    const page = await context.newPage();

    // The note about the demo is there once.
    await page.goto(`${url}/domains/parvaz.example`);
    await settled(page);
    await page.getByRole('button', { name: t('shell:demo.hide') }).click();
    await expect(page.getByText(t('shell:demo.text'))).toHaveCount(0);
    await page.reload();
    await settled(page);
    await expect(page.getByText(t('shell:demo.text'))).toHaveCount(0);

    const open = page.getByRole('link', { name: t('overview:posture.open') });
    const [visit] = await Promise.all([context.waitForEvent('page'), open.click()]);
    await expect(visit.getByRole('heading', { level: 1 })).toContainText('parvaz.example');
    await expect(async () => {
      expect((await visit.reload())?.headers()['x-cache']).toBe('HIT');
    }).toPass({ timeout: 15_000 });

    for (const own of ['127.0.0.1', '::1']) {
      await page.goto(`${url}/domains/parvaz.example/firewall#add=ip:${own}`);
      const form = page.getByRole('dialog', { name: t('firewall:addTitle') });
      await form.getByRole('button', { name: t('rules:saveAndDeploy'), exact: true }).click();
      // The panel is open from this address.
      const sure = page.getByRole('alertdialog').getByRole('button', { name: t('firewall:self.action') });
      await expect(sure.or(page.getByText(t('firewall:created')))).toBeVisible();
      if (await sure.isVisible()) await sure.click();
      await expect(form).toHaveCount(0);
    }
    await expect(async () => {
      expect((await visit.reload())?.status()).toBe(403);
    }).toPass({ timeout: 15_000 });
    await expect(visit.locator('html')).toHaveAttribute('dir', locale === 'fa' ? 'rtl' : 'ltr');
    const id = (await visit.locator('code').last().textContent()) ?? '';
    const site = visit.url();
    await visit.getByRole('link').first().click();
    await expect(visit).toHaveURL(new RegExp(`/why/${id}$`));
    await expect(async () => {
      await visit.reload();
      await expect(visit.getByRole('button', { name: t('event:allow.action') })).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await expect(visit.getByRole('heading', { level: 1 })).toHaveText(t('why:owner.title'));
    await visit.getByRole('button', { name: t('event:allow.action') }).click();
    await expect(visit.getByRole('status').filter({ hasText: t('event:allow.done') })).toBeVisible();
    await expect(async () => {
      expect((await page.goto(site))?.status()).toBe(200);
    }).toPass({ timeout: 15_000 });
  });
