import { formatMoney } from '../../../src/lib/format/money.ts';
import type { Locale } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { walkedIn } from '../../support/looks.ts';

for (const locale of walkedIn<Locale>('top-up', ['en', 'fa'])) {
  const t = translator(locale);

  test(`a top-up through the sandbox, in ${locale}: paid, and the balance and the transaction are there`, async ({
    page,
    newCustomer,
    signIn,
    show,
  }) => {
    await signIn(await newCustomer());
    await show({ locale });
    await page.goto('/finance/top-up');
    await settled(page);
    await page.getByLabel(t('payment:field.amount'), { exact: true }).fill('120');
    await expect(page.getByText(formatMoney(123_600, locale)).first()).toBeVisible();
    await page.getByRole('button', { name: t('payment:pay', { amount: formatMoney(120_000, locale, { whole: true }) }) }).click();
    await expect(page.getByText(t('payment:sandbox.note'))).toBeVisible();
    await page.getByRole('button', { name: t('payment:sandbox.pay'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('payment:result.paid') })).toBeVisible();
    await expect(page.locator('.chip-balance')).toContainText(formatMoney(123_600, locale, { whole: true }));
    await page.getByRole('link', { name: t('payment:result.wallet') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('walletDetail:title') })).toBeVisible();
    await expect(page.getByText(t('payment:ledger.topUp.sandbox'))).toBeVisible();
    await expect(page.getByText(t('payment:ledger.bonus'))).toBeVisible();
  });

  test(`a declined payment adds nothing and can be tried again, in ${locale}`, async ({ page, newCustomer, signIn, show }) => {
    await signIn(await newCustomer());
    await show({ locale });
    await page.goto('/finance/top-up');
    await settled(page);
    await page.getByRole('button', { name: t('payment:pay', { amount: formatMoney(100_000, locale, { whole: true }) }) }).click();
    await page.getByRole('button', { name: t('payment:sandbox.fail'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('payment:result.failed') })).toBeVisible();
    await page.getByRole('link', { name: t('payment:result.again') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('payment:title') })).toBeVisible();
    await expect(page.locator('.chip-balance')).toContainText(formatMoney(0, locale, { whole: true }));
  });
}
