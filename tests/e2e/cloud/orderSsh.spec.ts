import { formatNumber } from '../../../src/lib/format/number.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow, settled } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';
import { walkLooks } from '../../support/widths.ts';

for (const { locale, width, height, name } of walkLooks)
  test(`an order says that SSH is blocked, and allows it with one click (${name})`, async ({ page, signIn, show }) => {
    const t = translator(locale);
    const n = formatNumber(1, locale);
    await page.setViewportSize({ width, height });
    await show({ locale });
    await signIn();
    await page.goto('/servers/order');
    await settled(page);
    const form = page.getByRole('form', { name: t('serverOrder:title') });
    await expect(form.getByText(t('serverOrder:resources.sshShut'))).toBeVisible();
    await form.getByRole('radio', { name: new RegExp(`^${t('serverOrder:ssh')}`) }).click();
    await expect(form.getByText(t('serverOrder:resources.sshShutKey'))).toBeVisible();
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await form.getByRole('button', { name: t('serverOrder:resources.sshAdd') }).click();
    await expect(form.getByText(t('serverOrder:resources.sshShutKey'))).toBeHidden();
    // An order of another look has left a group of this name in the account.
    await expect(form.getByRole('checkbox', { name: t('serverFirewall:templates.ssh'), checked: true })).toHaveCount(1);
    await form.getByRole('checkbox', { name: /sara-laptop/ }).check();
    await form.getByLabel(t('serverOrder:serverName')).fill(`ssh-${locale}-${width}`);
    await page
      .getByRole('button', { name: t('serverOrder:submit', { count: 1, n }) })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page).toHaveURL(/\/servers\/[0-9a-f-]{36}$/);
    await page.goto(`${new URL(page.url()).pathname}/firewall`);
    await expect(page.getByText(t('serverFirewall:templates.ssh')).first()).toBeVisible();
  });
