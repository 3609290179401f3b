import { formatNumber } from '../../../src/lib/format/number.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow, settled } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';

test('a server is ordered with a volume and a network, and has its volume and its console', { tag: '@journey' }, async ({
  page,
  signIn,
  show,
}) => {
  const t = translator('fa');
  const n = formatNumber(1, 'fa');
  const tab = (label: string) =>
    page
      .getByRole('link', { name: new RegExp(`^${label}`) })
      .filter({ visible: true })
      .first();
  const name = 'walk';
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show({ locale: 'fa', theme: 'dark' });
  await signIn();
  await page.goto('/servers/order');
  await settled(page);
  const form = page.getByRole('form', { name: t('serverOrder:title') });

  await test.step('a network and a volume are added, and the volume has a price', async () => {
    await form.getByRole('button', { name: new RegExp(t('serverOrder:resources.network')) }).click();
    await page.getByRole('option', { name: /app-net/ }).click();
    await form.getByRole('button', { name: t('serverOrder:resources.addVolume') }).click();
    await form.getByRole('textbox', { name: t('serverOrder:resources.volumeName', { n }) }).fill(`${name}-data`);
    const summary = page.getByRole('complementary', { name: t('serverOrder:summary') });
    await expect(summary.getByText(t('serverOrder:item.volumes'), { exact: true })).toBeVisible();
    await form.getByLabel(t('serverOrder:serverName')).fill(name);
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('the order leads to the server, which is being installed', async () => {
    await page
      .getByRole('button', { name: t('serverOrder:submit', { count: 1, n }) })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page).toHaveURL(/\/servers\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText(t('server:state.installingOs')).first()).toBeVisible();
  });

  await test.step('its volume and its console are on their tabs', async () => {
    await tab(t('server:tab.volumes')).click();
    await expect(page.getByText(`${name}-data`, { exact: true })).toBeVisible();
    await tab(t('server:tab.console')).click();
    await page.getByRole('button', { name: t('server:console.connect') }).click();
    const terminal = page.getByRole('region', { name: t('server:console.view.serial', { name }) });
    await expect(terminal).toContainText('simulated server');
    await page.keyboard.type('size\n');
    await expect(terminal).toContainText(/\d+ columns/);
  });
});
