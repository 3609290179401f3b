import { formatMoney } from '../../../src/lib/format/money.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { makeOperator } from '../../support/operator.ts';

test('an operator changes the price of CDN traffic, and a customer sees it with their usage', { tag: '@journey' }, async ({
  page,
  browser,
  portal,
  newCustomer,
  signIn,
  show,
}) => {
  const t = translator('en');
  const operator = await newCustomer();
  await makeOperator(portal.dataDir, operator.email);
  await signIn(operator);
  await page.goto('/operator/catalogue/plans');
  await page.getByRole('button', { name: t('operatorPlan:traffic.edit') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton').fill('0.045');
  // A higher price asks for the month from which it is valid.
  await dialog.getByRole('button', { name: t('catalogue:preview.open') }).click();
  await expect(dialog.getByText(t('operatorPlan:error.riseMonth'))).toBeVisible();
  await dialog.getByRole('button', { name: new RegExp(t('catalogue:field.validFrom')) }).click();
  await page.getByRole('option').last().click();
  await dialog.getByRole('button', { name: t('catalogue:preview.open') }).click();
  await expect(dialog.getByRole('row', { name: t('operatorPlan:field.trafficPrice') })).toContainText('$0.045');
  await dialog.getByRole('button', { name: t('catalogue:preview.apply') }).click();
  await expect(page.getByText(t('operatorPlan:traffic.saved'))).toBeVisible();

  const theirs = await browser.newContext({ baseURL: portal.url });
  await signIn(undefined, theirs);
  await show({ locale: 'fa' }, theirs);
  const watched = await theirs.newPage();
  await watched.goto('/domains/ketabnama.example/plan');
  await expect(watched.getByText(formatMoney(45, 'fa', { exact: true }))).toBeVisible();
  await theirs.close();
});
