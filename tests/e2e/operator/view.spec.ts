import { auth } from '../../../src/lib/contract/account/auth.ts';
import { privacy } from '../../../src/lib/contract/account/privacy.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow, settled } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';
import { makeOperator } from '../../support/operator.ts';

const looks = [
  { locale: 'en', theme: 'light', width: 1440 },
  { locale: 'fa', theme: 'dark', width: 390 },
] as const;

for (const { locale, theme, width } of looks)
  test(`an operator sees a customer’s panel until they end it, in ${locale} ${theme} at ${width}`, {
    tag: locale === 'fa' ? '@journey' : [],
  }, async ({ page, portal, newCustomer, signIn, show }) => {
    const t = translator(locale);
    const [customer, operator] = [await newCustomer(), await newCustomer()];
    await makeOperator(portal.dataDir, operator.email);
    await customer.client.ok(privacy.update, { supportAccess: true });
    const { id } = (await customer.client.ok(auth.profile, {})).profile;
    await page.setViewportSize({ width, height: 900 });
    await signIn(operator);
    await show({ locale, theme });
    await page.goto(`/operator/customers/${id}`);
    await settled(page);
    await page.getByRole('button', { name: t('operatorView:open') }).click();
    const form = page.getByRole('form', { name: t('operatorView:open') });
    await form.getByRole('textbox', { name: t('operatorView:field.reason') }).fill('To see it');
    await form.getByRole('button', { name: t('operatorView:start') }).click();
    await page.waitForURL('**/dashboard');
    await settled(page);
    const strip = page.getByRole('complementary', { name: t('shell:view.text', { name: customer.email }) });
    await expect(strip).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    // On another page it is still there.
    await page.goto('/account/privacy');
    await settled(page);
    await strip.getByRole('button', { name: t('shell:view.end') }).click();
    await page.waitForURL(`**/operator/customers/${id}`);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(strip).toHaveCount(0);
  });
