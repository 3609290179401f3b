import { invoice } from '../../../src/lib/contract/finance/invoice.ts';
import { payment } from '../../../src/lib/contract/finance/payment.ts';
import { formatMoney } from '../../../src/lib/format/money.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow, settled } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';

for (const [locale, width] of [
  ['en', 1440],
  ['fa', 390],
] as const)
  test(`a cap is saved after its action was chosen, and says that it is reached: ${locale}, ${width} px`, async ({
    page,
    newCustomer,
    signIn,
    show,
  }) => {
    const t = translator(locale);
    const customer = await newCustomer();
    // Consulting for 80, which is charged this month.
    const { payment: topUp } = await customer.client.ok(payment.create, { amount: 100_000, gateway: 'sandbox' });
    await customer.client.ok(payment.sandboxChoose, { paymentId: topUp.id, outcome: 'pay' });
    await customer.client.ok(payment.verify, { paymentId: topUp.id });
    const { invoice: offer } = await customer.client.ok(invoice.createProforma, { items: [{ service: 'consulting', hours: 1 }] });
    await customer.client.ok(invoice.pay, { invoiceId: offer.id, method: 'wallet' });
    await page.setViewportSize({ width, height: 900 });
    await signIn(customer);
    await show({ locale });
    await page.goto('/finance/budget');
    await settled(page);
    const form = page.getByRole('form', { name: t('budget:title') });
    const save = form.getByRole('button', { name: t('common:save') });
    await form.getByRole('checkbox', { name: t('budget:cap.on') }).check();
    // Nothing is chosen for the customer.
    const actions = form.getByRole('radiogroup', { name: t('budget:cap.action') }).getByRole('radio');
    for (const action of await actions.all()) await expect(action).not.toBeChecked();
    await save.click();
    await expect(form.getByText(t('budget:error.action'))).toBeVisible();

    await form.getByRole('spinbutton').first().fill('50');
    const reached = t('budget:rehearse.reached', { spent: formatMoney(80_000, locale, { exact: true }) });
    await expect(form.getByText(reached, { exact: false })).toBeVisible();
    await form.getByRole('radio', { name: new RegExp(t('budget:cap.notify')) }).click();
    await expect(form.getByText(t('budget:rehearse.saving.notify'), { exact: false })).toBeVisible();
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await save.click();
    await expect(page.getByText(t('budget:saved')).first()).toBeVisible();
  });
