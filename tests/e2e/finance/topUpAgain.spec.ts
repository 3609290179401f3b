import { voucher } from '../../../src/lib/contract/finance/voucher.ts';
import { formatMoney } from '../../../src/lib/format/money.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow, settled } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';

for (const [locale, width] of [
  ['en', 1440],
  ['fa', 390],
] as const)
  test(`a canceled top-up is tried again with its amount and gift code, and paid in full: ${locale}, ${width} px`, async ({
    page,
    newCustomer,
    signIn,
    show,
  }) => {
    const t = translator(locale);
    const money = (mills: number) => formatMoney(mills, locale);
    const pay = t('payment:pay', { amount: formatMoney(150_000, locale, { whole: true }) });
    const customer = await newCustomer();
    await customer.client.ok(voucher.apply, { code: 'BREEZE5' });
    await page.setViewportSize({ width, height: 900 });
    await signIn(customer);
    await show({ locale });

    await page.goto('/finance/top-up');
    await settled(page);
    await page.getByLabel(t('payment:field.amount'), { exact: true }).fill('150');
    // 150 with its bonus of 3 % and the gift of 5.
    await expect(page.getByText(money(159_500)).first()).toBeVisible();
    await page.getByRole('button', { name: pay }).click();
    await page.getByRole('button', { name: t('payment:sandbox.cancel'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('payment:result.cancelled') })).toBeVisible();
    await expect(page.getByText(t('payment:result.failed'))).toHaveCount(0);
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('link', { name: t('payment:result.again') }).click();
    await settled(page);
    await expect(page.getByLabel(t('payment:field.amount'), { exact: true })).toHaveValue('150');
    await expect(page.getByRole('textbox', { name: new RegExp(t('payment:field.gift')) })).toHaveValue('BREEZE5');
    await page.getByRole('button', { name: pay }).click();
    await page.getByRole('button', { name: t('payment:sandbox.pay'), exact: true }).click();
    await expect(page.getByText(t('payment:result.paidText', { total: money(159_500), balance: money(159_500) }))).toBeVisible();
  });
