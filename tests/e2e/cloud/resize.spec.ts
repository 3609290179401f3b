import { demo } from '../../../src/lib/contract/fields.ts';
import { formatMoney } from '../../../src/lib/format/money.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { planRates } from '../../../src/lib/rules/cloud/rates.ts';
import { overflow, settled } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';

for (const [locale, width] of [
  ['en', 1440],
  ['fa', 390],
] as const)
  test(`the sizes of a resize are the plans of the order at the same price: ${locale}, ${width} px`, async ({ page, signIn, show }) => {
    const t = translator(locale);
    const monthly = formatMoney((planRates.com * 730) / 1e6, locale);
    const name = t('serverCatalogue:plan.com');
    await page.setViewportSize({ width, height: 900 });
    await signIn();
    await show({ locale });

    await page.goto('/servers/order');
    await settled(page);
    await expect(page.getByRole('radio', { name: new RegExp(`^${name}`) })).toContainText(monthly);

    await page.goto(`/servers/${demo.offServerId}/settings`);
    await settled(page);
    const card = page.locator('#size');
    const size = card.getByRole('radio', { name: new RegExp(`^${name}`) });
    await expect(size).toContainText(monthly);
    await size.click();
    const price = card.getByRole('region', { name: t('server:settings.price') });
    for (const label of ['perHour', 'perMonth', 'today'] as const)
      await expect(price.getByText(t(`server:settings.${label}`))).toBeVisible();
    await expect(price).toContainText(name);
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });
