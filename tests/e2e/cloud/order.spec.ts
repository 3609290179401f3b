import type { Locale } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow, settled } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';
import { walkedIn } from '../../support/looks.ts';

for (const [locale, theme, width] of walkedIn<[Locale, 'light' | 'dark', number]>('order of a server', [
  ['en', 'light', 1280],
  ['fa', 'dark', 390],
])) {
  test(`a server is ordered with a volume and a network, and shows its installation, in ${locale}`, async ({ page, signIn, show }) => {
    const t = translator(locale);
    const name = `walk-${locale}`;
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show({ locale, theme });
    await signIn();
    await page.goto('/servers/order');
    await settled(page);
    const form = page.getByRole('form', { name: t('serverOrder:title') });

    await test.step('a network and a volume are added, and the volume has a price', async () => {
      await form.getByRole('button', { name: new RegExp(t('serverOrder:resources.network')) }).click();
      await page.getByRole('option', { name: /app-net/ }).click();
      await form.getByRole('button', { name: t('serverOrder:resources.addVolume') }).click();
      await form
        .getByRole('textbox', { name: t('serverOrder:resources.volumeName', { n: locale === 'fa' ? '۱' : '1' }) })
        .fill(`${name}-data`);
      const summary = page.getByRole('complementary', { name: t('serverOrder:summary') });
      await expect(summary.getByText(t('serverOrder:item.volumes'), { exact: true })).toBeVisible();
      await form.getByLabel(t('serverOrder:serverName')).fill(name);
      expect(await overflow(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });

    await test.step('the order leads to the server, which is being installed', async () => {
      await page
        .getByRole('button', { name: t('serverOrder:submit', { count: 1, n: locale === 'fa' ? '۱' : '1' }) })
        .filter({ visible: true })
        .first()
        .click();
      await expect(page).toHaveURL(/\/servers\/[0-9a-f-]{36}$/);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByText(t('server:state.installingOs')).first()).toBeVisible();
    });

    await test.step('its volume is on the tab of the server', async () => {
      await page
        .getByRole('link', { name: new RegExp(`^${t('server:tab.volumes')}`) })
        .filter({ visible: true })
        .first()
        .click();
      await expect(page.getByText(`${name}-data`, { exact: true })).toBeVisible();
    });
  });
}
