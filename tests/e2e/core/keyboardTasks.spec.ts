import type { Page } from '@playwright/test';
import { formatMoney } from '../../../src/lib/format/money.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { slowDown, test, expect as usual } from '../../support/browser.ts';
import { handsOn } from '../../support/keyboard.ts';

/** Six tasks from the page where they begin to their result, without a pointer, also on a slow processor. */
const t = translator('en');
for (const rate of [1, 4]) {
  test.describe(rate === 1 ? 'by keyboard alone' : `by keyboard alone, on a processor ${rate} times slower`, () => {
    const expect = usual.configure({ timeout: 8_000 * rate });
    test.beforeEach(async ({ page }) => {
      test.slow();
      await slowDown(page, rate);
    });
    const open = async (page: Page, path: string) => {
      await page.goto(path);
      await settled(page);
    };
    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

    test('a record is added', async ({ page, newCustomer, signIn }) => {
      const { write, press, hasFocus } = handsOn(page);
      const customer = await newCustomer();
      await addDomain(customer, `keys-${rate}.example`);
      await signIn(customer);
      await open(page, `/domains/keys-${rate}.example/dns`);
      await press(button(page, t('dns:add')).first());
      const form = page.getByRole('form');
      await write(form.getByLabel(t('dns:field.name'), { exact: true }), 'www');
      await write(form.getByLabel(t('dns:field.ipv4'), { exact: true }), '203.0.113.7');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('row').filter({ hasText: '203.0.113.7' })).toBeVisible();
      await hasFocus();
    });

    test('an address is blocked', async ({ page, newCustomer, signIn }) => {
      const { write, press, hasFocus } = handsOn(page);
      const customer = await newCustomer();
      await addDomain(customer, `block-${rate}.example`);
      await signIn(customer);
      await open(page, `/domains/block-${rate}.example/firewall`);
      await press(button(page, t('firewall:add')).first());
      const form = page.getByRole('form', { name: t('firewall:addTitle') });
      await write(form.getByLabel(t('firewall:value.ip'), { exact: true }), '192.0.2.44');
      await press(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
      await expect(form).toHaveCount(0);
      await expect(page.getByText('192.0.2.44').first()).toBeVisible();
      await hasFocus();
    });

    test('an API key is created from a template', async ({ page, newCustomer, signIn }) => {
      const { press, hasFocus } = handsOn(page);
      const customer = await newCustomer();
      await addDomain(customer, `by-template-${rate}.example`);
      await signIn(customer);
      await open(page, '/account/api-keys');
      await press(button(page, t('apiKey:add')));
      const form = page.getByRole('form', { name: t('apiKey:addTitle') });
      // The focus is on the name: the templates are before it.
      await handsOn(page).to(form.getByRole('button', { name: t('apiKey:template.dns') }), { back: true });
      await page.keyboard.press('Space');
      await expect(form.getByLabel(t('apiKey:form.name'))).toHaveValue(t('apiKey:template.dns'));
      await expect(form.getByRole('button', { name: t('apiKey:add') })).toBeInViewport();
      await page.keyboard.press('Tab');
      await press(form.getByRole('button', { name: t('apiKey:add') }));
      await expect(page.getByText(/^nsm_[\w-]{43}$/)).toBeVisible();
      await press(button(page, t('apiKey:token.done')));
      await expect(page.getByRole('row').filter({ hasText: t('apiKey:template.dns') })).toBeVisible();
      await hasFocus();
    });

    test('a server is ordered', async ({ page, signIn }) => {
      const { to, write, press, hasFocus } = handsOn(page);
      await signIn();
      await open(page, '/servers/order');
      const form = page.getByRole('form', { name: t('serverOrder:title') });
      const chosen = (group: string) => form.getByRole('radiogroup', { name: group }).getByRole('radio', { checked: true });
      await to(chosen(t('serverOrder:os')));
      await page.keyboard.press('ArrowDown');
      await expect(chosen(t('serverOrder:os'))).toBeFocused();
      const name = `keys-${rate}`;
      await write(form.getByLabel(t('serverOrder:serverName')), name);
      const summary = page.getByRole('complementary', { name: t('serverOrder:summary') });
      await press(summary.getByRole('button', { name: t('serverOrder:submit', { count: 1, n: '1' }) }));
      await expect(page).toHaveURL(/\/servers\/[0-9a-f-]{36}$/);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await hasFocus();
    });

    test('a ticket is opened', async ({ page, newCustomer, signIn }) => {
      const { to, write, press } = handsOn(page);
      await signIn(await newCustomer());
      await open(page, '/tickets');
      await press(
        page
          .getByRole('main')
          .getByRole('link', { name: t('ticket:new') })
          .first(),
      );
      await write(page.getByRole('textbox', { name: t('ticket:create.title') }), 'Images are slow');
      const choose = async (label: string, option: string) => {
        await to(
          page
            .getByRole('main')
            .getByRole('button', { name: new RegExp(`^${label}`) })
            .first(),
        );
        await page.keyboard.press('Enter');
        await expect(page.getByRole('option', { name: option })).toBeVisible();
        await page.keyboard.type(option.slice(0, 4));
        await expect(page.getByRole('option', { name: option })).toHaveAttribute('data-focus', '');
        await page.keyboard.press('Enter');
      };
      await choose(t('ticket:create.department'), 'Technical');
      await choose(t('ticket:create.service'), 'CDN and caching');
      await write(page.getByRole('textbox', { name: t('ticket:create.message') }), 'Since noon.');
      await press(button(page, t('ticket:create.submit')));
      await expect(page.getByRole('heading', { level: 1, name: 'Images are slow' })).toBeVisible();
    });

    test('credit is added', async ({ page, newCustomer, signIn }) => {
      const { write, press } = handsOn(page);
      await signIn(await newCustomer());
      await open(page, '/finance/wallet');
      await press(
        page
          .getByRole('main')
          .getByRole('link', { name: t('shell:route.topUp') })
          .first(),
      );
      await expect(page).toHaveURL(/\/finance\/top-up/);
      await write(page.getByLabel(t('payment:field.amount'), { exact: true }), '50');
      await press(page.getByRole('button', { name: t('payment:pay', { amount: formatMoney(50_000, 'en', { whole: true }) }) }));
      await press(button(page, t('payment:sandbox.pay')));
      await expect(page.getByRole('heading', { name: t('payment:result.paid') })).toBeVisible();
    });
  });
}
