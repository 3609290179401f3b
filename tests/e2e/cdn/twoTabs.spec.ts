import type { Page } from '@playwright/test';
import { brand } from '../../../src/config/brand.ts';
import { dns } from '../../../src/lib/contract/cdn/dns.ts';
import { formatMoney } from '../../../src/lib/format/money.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { postEntry } from '../../../src/provider/core/ledger/ledger.ts';
import { settled } from '../../screens/index.ts';
import { addDomain, type Customer } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';
import { readAccountId, writeInto } from '../../support/store.ts';

const t = translator('en');

const balance = (page: Page, mills: number) =>
  page.locator('.chip-balance').getByText(formatMoney(mills, 'en', { whole: true }), { exact: true });

const tabRecordName = ({ email }: Customer, which: string) => `${which}-${email.slice(9, 17)}.example`;

/** Two windows of a customer with two domains and some balance, both ready and one of them connected to the stream. */
async function twoWindows(
  page: Page,
  customer: Customer,
  dataDir: string,
  paths: [string, string] = ['/dashboard', '/dashboard'],
): Promise<Page> {
  for (const name of ['first', 'second']) await addDomain(customer, tabRecordName(customer, name));
  await writeInto(dataDir, async ({ tx, ...ids }) => {
    const wallet = await readAccountId(tx, customer.email);
    await postEntry(tx, ids, {
      kind: 'topUp',
      from: 'funding',
      to: { wallet },
      amount: 500_000,
      description: { key: 'domain:ledger.demoCredit' },
    });
  });
  const other = await page.context().newPage();
  const listening = page.context().waitForEvent('request', (request) => request.url().includes('/api/task/stream'));
  await Promise.all([page.goto(paths[0]), other.goto(paths[1])]);
  await settled(page);
  await settled(other);
  await (await listening).response();
  return other;
}
test.describe('two windows of one browser', () => {
  test('one of them is connected to the stream, and both update on changes elsewhere', async ({ page, portal, newCustomer, signIn }) => {
    const customer = await newCustomer();
    await signIn(customer);
    const streams: string[] = [];
    page.context().on('request', (request) => request.url().includes('/api/task/stream') && streams.push(request.url()));
    const other = await twoWindows(page, customer, portal.dataDir, ['/dashboard', '/domains']);
    await settled(page);
    await settled(other);
    expect(streams).toHaveLength(1);
    // Another device of the same customer.
    const third = tabRecordName(customer, 'third');
    await addDomain(customer, third);
    for (const window of [page, other]) await expect(window.getByRole('link', { name: third }).first()).toBeVisible();
  });

  test('a record added in one appears in the other', { tag: ['@journey', '@remote'] }, async ({ page, portal, newCustomer, signIn }) => {
    const customer = await newCustomer();
    await signIn(customer);
    const path = `/domains/${tabRecordName(customer, 'first')}/dns`;
    const other = await twoWindows(page, customer, portal.dataDir, [path, path]);
    await page
      .getByRole('button', { name: t('dns:add') })
      .first()
      .click();
    await page.getByLabel(t('dns:field.name'), { exact: true }).first().fill('live');
    await page.getByLabel(t('dns:field.ipv4'), { exact: true }).first().fill('203.0.113.77');
    const lists: string[] = [];
    page.on('request', (request) => request.url().includes(`/api${dns.list.path}`) && lists.push(request.url()));
    await page.getByLabel(t('dns:field.ipv4'), { exact: true }).first().press('Enter');
    await expect(page.getByRole('row').filter({ hasText: '203.0.113.77' })).toBeVisible();
    await expect(other.getByRole('row').filter({ hasText: '203.0.113.77' })).toBeVisible();
    // The window that made the change doesn't read twice.
    await settled(page);
    expect(lists).toHaveLength(1);
  });

  test('signing out in one ends the session in both', { tag: '@remote' }, async ({ page, portal, newCustomer, signIn }) => {
    const customer = await newCustomer();
    await signIn(customer);
    const other = await twoWindows(page, customer, portal.dataDir);
    await page.getByRole('button', { name: t('shell:account.label') }).click();
    await page.getByRole('menuitem', { name: t('shell:account.signOut') }).click();
    await other.waitForURL(/\/public\/login/, { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/public\/login/);
  });

  test('signing in in one window signs in the other', async ({ page, newCustomer }) => {
    const customer = await newCustomer();
    const other = await page.context().newPage();
    await page.goto('/public/login');
    await other.goto('/public/login?redirectTo=%2Fdomains');
    await expect(other.getByRole('button', { name: t('auth:signIn.submit'), exact: true })).toBeEnabled();
    await page.getByLabel(t('auth:field.email'), { exact: true }).fill(customer.email);
    await page.getByLabel(t('auth:field.password'), { exact: true }).fill(customer.password);
    await page.getByRole('button', { name: t('auth:signIn.submit'), exact: true }).click();
    await page.waitForURL('/dashboard', { waitUntil: 'commit' });
    await other.waitForURL('/domains', { waitUntil: 'commit' });
  });

  test('language and theme are switched in one, and kept in both', { tag: '@journey' }, async ({ page, portal, newCustomer, signIn }) => {
    const customer = await newCustomer();
    await signIn(customer);
    const other = await twoWindows(page, customer, portal.dataDir);
    const choose = async (item: string) => {
      await page.getByRole('button', { name: t('shell:account.label') }).click();
      await page.getByRole('menuitemradio', { name: item }).click();
      await expect(page.getByRole('menu')).toBeHidden();
    };
    for (const theme of ['light', 'dark'] as const) {
      await choose(t(`shell:account.${theme}`));
      await expect(other.locator('html')).toHaveAttribute('data-theme', theme);
    }
    const reloads: string[] = [];
    other.on('request', (request) => request.isNavigationRequest() && reloads.push(request.url()));
    await choose('فارسی');
    for (const window of [page, other]) await expect(window.locator('html')).toHaveAttribute('lang', 'fa');
    await expect(other.getByRole('link', { name: brand.name.fa }).first()).toBeVisible();
    expect(reloads).toHaveLength(1);
    await page.goto('/domains');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(translator('fa')('domain:title'));
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('an expired token is refreshed once', { tag: '@remote' }, async ({ page, portal, newCustomer, signIn }) => {
    const customer = await newCustomer();
    await signIn(customer);
    await page.context().clock.install();
    const other = await twoWindows(page, customer, portal.dataDir);
    const refreshes: string[] = [];
    const context = page.context();
    context.on('request', (request) => request.url().endsWith('/api/auth/refresh') && refreshes.push(request.url()));
    for (let round = 1; round <= 3; round++) {
      // The token expires in both windows at the same time: reads are refused until it is refreshed.
      const before = refreshes.length;
      await context.route('**/api/{domain/list,fin/balance,task/list}*', (route) =>
        refreshes.length > before
          ? route.fallback()
          : route.fulfill({ status: 401, json: { code: 'error:unauthorized', message: 'over' } }),
      );
      await addDomain(customer, tabRecordName(customer, `refresh-${round}`), 'eco');
      for (const window of [page, other]) await expect(balance(window, 500_000 - round * 20_000)).toBeVisible();
      await context.unroute('**/api/{domain/list,fin/balance,task/list}*');
      expect(refreshes).toHaveLength(round);
      // Shortly after a refresh, no window requests another.
      await context.clock.fastForward(4_000);
    }
  });
});
