import { readFile } from 'node:fs/promises';
import { invoice } from '../../../src/lib/contract/finance/invoice.ts';
import { formatMoney } from '../../../src/lib/format/money.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';

const locale = 'fa';
const t = translator(locale);
const money = (mills: number) => formatMoney(mills, locale, { exact: true });

test('credit is added, an invoice is paid from it and another at the gateway, and its PDF saved', { tag: '@journey' }, async ({
  page,
  newCustomer,
  signIn,
  show,
}) => {
  const customer = await newCustomer();
  await signIn(customer);
  await show({ locale });

  // A top-up of 120 has a bonus of 3.6.
  await page.goto('/finance/top-up');
  await settled(page);
  await page.getByLabel(t('payment:field.amount'), { exact: true }).fill('120');
  await page.getByRole('button', { name: t('payment:pay', { amount: formatMoney(120_000, locale, { whole: true }) }) }).click();
  await page.getByRole('button', { name: t('payment:sandbox.pay'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('payment:result.paid') })).toBeVisible();
  await page.getByRole('link', { name: t('payment:result.wallet') }).click();
  for (const line of [t('payment:ledger.topUp.sandbox'), t('payment:ledger.bonus')]) await expect(page.getByText(line)).toBeVisible();

  // An invoice for 80, paid from the wallet.
  const offer = (hours: number) => customer.client.ok(invoice.createProforma, { items: [{ service: 'consulting', hours }] });
  const pay = async ({ id, total }: { id: string; total: number }, method: string) => {
    await page.goto(`/finance/invoices/${id}`);
    await settled(page);
    await page.getByRole('button', { name: t('invoice:detail.pay', { amount: money(total) }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: new RegExp(`^${method}`) }).click();
    await dialog.getByRole('button', { name: t('invoice:detail.payAction', { amount: money(total) }) }).click();
  };
  await pay((await offer(1)).invoice, t('invoice:detail.wallet'));
  await expect(page.getByText(t('invoice:payment.paid')).first()).toBeVisible();
  await expect(page.locator('.chip-balance')).toContainText(formatMoney(43_600, locale, { whole: true }));

  // One for 160, paid at the gateway: the wallet isn't sufficient.
  const { invoice: second } = await offer(2);
  await pay(second, t('payment:gateway.sandbox'));
  await page.getByRole('button', { name: t('payment:sandbox.pay'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('payment:result.paidInvoice') })).toBeVisible();
  await page.getByRole('link', { name: t('payment:result.invoice') }).click();
  const { invoice: paid } = await customer.client.ok(invoice.get, { invoiceId: second.id });
  await expect(page.getByRole('heading', { level: 1, name: t('invoice:detail.title', { number: paid.number ?? '' }) })).toBeVisible();
  await expect(page.locator('.chip-balance')).toContainText(formatMoney(43_600, locale, { whole: true }));

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('invoice:menu.pdf') }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${paid.number}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
});
