import { readFile } from 'node:fs/promises';
import { invoice } from '../../../src/lib/contract/finance/invoice.ts';
import { operatorTicket } from '../../../src/lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../src/lib/contract/support/ticket.ts';
import { formatMoney } from '../../../src/lib/format/money.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { isolated } from '../../../src/lib/rules/finance/invoice/number.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { writeInto } from '../../support/store.ts';

const locale = 'fa';
const t = translator(locale);
const money = (mills: number) => formatMoney(mills, locale, { exact: true });

test('credit is added in the sandbox, an invoice is paid from it and another at the gateway, its PDF saved, and a ticket about it answered live', async ({
  page,
  portal,
  newCustomer,
  signIn,
  show,
}) => {
  const [customer, operator] = [await newCustomer(), await newCustomer()];
  await writeInto(portal.dataDir, async ({ tx }) =>
    tx.updateTable('user').set({ isAdmin: 1 }).where('email', '=', operator.email).execute(),
  );
  await signIn(customer);
  await show({ locale });

  // A top-up of 90.
  await page.goto('/finance/top-up');
  await settled(page);
  await page.getByLabel(t('payment:field.amount'), { exact: true }).fill('90');
  await page.getByRole('button', { name: t('payment:pay', { amount: formatMoney(90_000, locale, { whole: true }) }) }).click();
  await page.getByRole('button', { name: t('payment:sandbox.pay'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('payment:result.paid') })).toBeVisible();

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
  await expect(page.locator('.chip-balance')).toContainText(formatMoney(10_000, locale, { whole: true }));

  // One for 160, paid at the gateway: the wallet isn't sufficient.
  const { invoice: second } = await offer(2);
  await pay(second, t('payment:gateway.sandbox'));
  await page.getByRole('button', { name: t('payment:sandbox.pay'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('payment:result.paidInvoice') })).toBeVisible();
  await page.getByRole('link', { name: t('payment:result.invoice') }).click();
  const { invoice: paid } = await customer.client.ok(invoice.get, { invoiceId: second.id });
  await expect(
    page.getByRole('heading', { level: 1, name: t('invoice:detail.title', { number: isolated(paid.number ?? '') }) }),
  ).toBeVisible();
  await expect(page.locator('.chip-balance')).toContainText(formatMoney(10_000, locale, { whole: true }));

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('invoice:menu.pdf') }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${paid.number}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  // A ticket with the PDF, answered while it is open.
  await page.goto('/tickets/new');
  await settled(page);
  await page.getByRole('textbox', { name: t('ticket:create.title') }).fill('فاکتور اشتباه است');
  const choose = async (label: string, option: string) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${label}`) })
      .click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose(t('ticket:create.department'), t('ticket:department.billing'));
  await choose(t('ticket:create.service'), t('ticket:service.invoices'));
  await page.getByRole('textbox', { name: t('ticket:create.message') }).fill('لطفاً بررسی کنید.');
  await page.locator('input[type=file]').setInputFiles({
    name: `${paid.number}.pdf`,
    mimeType: 'application/pdf',
    buffer: await readFile(await file.path()),
  });
  await expect(page.getByText(t('common:upload.done'))).toBeVisible();
  await page.getByRole('button', { name: t('ticket:create.submit') }).click();
  await expect(page.getByRole('link', { name: new RegExp(`${paid.number}\\.pdf`) })).toBeVisible();
  const { tickets } = await customer.client.ok(ticket.list, { state: 'active' });
  await operator.client.ok(operatorTicket.reply, { ticketId: tickets[0]?.id ?? '', message: 'اصلاح شد.' });
  await expect(page.getByText('اصلاح شد.')).toBeVisible();
  await expect(page.getByText(t('ticket:status.answered')).first()).toBeVisible();
});
