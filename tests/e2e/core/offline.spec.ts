import type { Page } from '@playwright/test';
import { dns } from '../../../src/lib/contract/cdn/dns.ts';
import { demo } from '../../../src/lib/contract/fields.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';

const t = translator('en');
const records = '/domains/parvaz.example/dns';
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

test.describe('without a network', { tag: ['@journey', '@remote'] }, () => {
  test('shows it, keeps the input, and continues when it is back', async ({ page, context, newCustomer, signIn }) => {
    const customer = await newCustomer();
    await signIn(customer);
    const name = `offline-${customer.email.slice(9, 17)}.example`;
    const own = await addDomain(customer, name);
    const listening = page.waitForResponse((response) => response.url().includes('/api/task/stream'));
    await page.goto(`/domains/${name}/dns`);
    await listening;
    await page
      .getByRole('button', { name: t('dns:add') })
      .first()
      .click();
    const [label, address] = [
      page.getByLabel(t('dns:field.name'), { exact: true }).first(),
      page.getByLabel(t('dns:field.ipv4'), { exact: true }).first(),
    ];
    await label.fill('shop');
    await address.fill('203.0.113.50');

    await context.setOffline(true);
    await expect(page.getByText(t('shell:offline'))).toBeVisible();
    await address.press('Enter');
    await expect(toast(page, 'Network error. Please check your connection.')).toBeVisible();
    // A second attempt shows the same message, once.
    await address.press('Enter');
    await settled(page);
    await expect(toast(page, t('error:network'))).toHaveCount(1);
    await expect(label).toHaveValue('shop');
    await expect(address).toHaveValue('203.0.113.50');
    // Meanwhile another device makes a change.
    await customer.client.ok(dns.create, { domainId: own.id, name: 'meanwhile', type: 'A', content: '203.0.113.51', proxy: false });

    await context.setOffline(false);
    await expect(page.getByText(t('shell:offline'))).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: '203.0.113.51' })).toBeVisible();
    await address.press('Enter');
    await expect(page.getByRole('row').filter({ hasText: '203.0.113.50' })).toBeVisible();
  });
});

test.describe('storage of this device', () => {
  test('blocked or full: signing in and the panel work, and report once that nothing is stored', async ({ browser, portal, ip }) => {
    const ways = {
      blocked: () => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError');
            },
          });
      },
      full: () => {
        Storage.prototype.setItem = () => {
          throw new DOMException('exceeded the quota', 'QuotaExceededError');
        };
      },
    };
    for (const [way, prepare] of Object.entries(ways)) {
      await test.step(way, async () => {
        const context = await browser.newContext({ baseURL: portal.url, extraHTTPHeaders: { 'x-forwarded-for': ip } });
        const page = await context.newPage();
        const faults: Error[] = [];
        page.on('pageerror', (error) => faults.push(error));
        await page.addInitScript(prepare);
        await page.goto(records);
        // Enter does nothing before the script is loaded, and the button shows it.
        await expect(page.getByRole('button', { name: t('auth:signIn.submit'), exact: true })).toBeEnabled();
        await page.getByLabel(t('auth:field.email'), { exact: true }).fill(demo.email);
        await page.getByLabel(t('auth:field.password'), { exact: true }).fill(demo.password);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(records);
        await expect(page.getByRole('row').filter({ hasText: '203.0.113.25' })).toBeVisible();
        await expect(toast(page, t('error:storage'))).toHaveCount(1);
        // The selection applies to this visit, and isn't reported again.
        // By keyboard: a click that Playwright repeats scrolls the page, and the menu moves with its button under the pointer.
        const account = page.getByRole('button', { name: t('shell:account.label') });
        const dark = page.getByRole('menuitemradio', { name: t('shell:account.dark') });
        await account.press('ArrowDown');
        await expect(dark).toBeVisible();
        await page.keyboard.type(t('shell:account.dark'));
        await page.keyboard.press('Enter');
        await expect(dark).toBeHidden();
        await account.press('ArrowDown');
        await expect(dark).toHaveAttribute('aria-checked', 'true');
        await page.keyboard.press('Escape');
        await page
          .getByRole('link', { name: t('shell:route.domains'), exact: true })
          .first()
          .click();
        await expect(page.getByRole('link', { name: 'ketabnama.example' }).first()).toBeVisible();
        await expect(toast(page, t('error:storage'))).toHaveCount(1);
        expect(faults).toEqual([]);
        await context.close();
      });
    }
  });

  test('with invalid data counts as empty', async ({ page, signIn }) => {
    await signIn();
    await page.addInitScript(() => {
      if (location.protocol !== 'http:' || sessionStorage.getItem('filled')) return;
      sessionStorage.setItem('filled', 'yes');
      for (const name of ['session', 'balance', 'domain', 'theme', 'locale', 'signed-out', 'failures-seen'])
        localStorage.setItem(`nasim:${name}`, '{"broken": \u0000');
    });
    await page.goto('/dashboard');
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('html')).toHaveAttribute('data-theme', /^(light|dark)$/);
    await expect(page.getByRole('link', { name: 'parvaz.example' }).first()).toBeVisible();
    await expect(page.locator('.chip-balance')).toContainText('$');
    await expect(toast(page, t('error:storage'))).toHaveCount(0);
  });
});
