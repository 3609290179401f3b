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
    signIn,
    show,
  }) => {
    const t = translator(locale);
    await page.setViewportSize({ width, height: 900 });
    await signIn();
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

    // This month's charges are 200.
    await form.getByRole('spinbutton').first().fill('100');
    const reached = t('budget:rehearse.reached', { spent: formatMoney(200_000, locale, { exact: true }) });
    await expect(form.getByText(reached, { exact: false })).toBeVisible();
    await form.getByRole('radio', { name: new RegExp(t('budget:cap.notify')) }).click();
    await expect(form.getByText(t('budget:rehearse.saving.notify'), { exact: false })).toBeVisible();
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await save.click();
    await expect(page.getByText(t('budget:saved')).first()).toBeVisible();
  });
