import { readFileSync } from 'node:fs';
import { domain } from '../../../src/lib/contract/cdn/domain.ts';
import { zone } from '../../../src/lib/contract/cdn/zone.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { createZoneText } from '../../bench/zone.ts';
import { settled } from '../../screens/index.ts';
import { addDomain, type Customer } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';

const t = translator('en');
const RECORDS = 1_200;

/** A customer with a long list. */
async function withRecords(newCustomer: () => Promise<Customer>, name: string) {
  const customer = await newCustomer();
  const { id: domainId } = await addDomain(customer, name);
  const file = new File([createZoneText(RECORDS).replaceAll('big.example', name)], 'zone.txt');
  await customer.client.ok(zone.import, { domainId, usage: 'zone' }, { file });
  return { customer, domainId };
}

test('a list of more than a thousand records can be searched, selected, scrolled and exported completely', async ({
  page,
  newCustomer,
  signIn,
}) => {
  const { customer, domainId } = await withRecords(newCustomer, 'big.example');
  const { records: total } = (await customer.client.ok(domain.get, { domainId })).domain;
  const count = total.toLocaleString('en');
  await signIn(customer);
  await page.goto('/domains/big.example/dns');
  await expect(page.getByText(t('dns:count', { count: total, n: count }))).toBeVisible();
  const rows = page.getByRole('row');
  expect(await rows.count()).toBeLessThan(60);
  // End scrolls to the current end of the document: the list gets its full height when its script is loaded.
  await settled(page);

  await test.step('the last row is reached by scrolling', async () => {
    await page.keyboard.press('End');
    await expect(rows.filter({ hasText: 'text-1198' })).toBeVisible();
    expect(await rows.count()).toBeLessThan(60);
    await page.keyboard.press('Home');
  });

  await test.step('the key / goes to the search', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('alias-5.');
    await expect(rows).toHaveCount(1 + 1);
    await expect(rows.nth(1)).toContainText('host-0.big.example');
    await page.keyboard.press('Escape');
    await expect(page.getByText(t('dns:count', { count: total, n: count }))).toBeVisible();
  });

  await test.step('a search without a match is taken back by keyboard, which then goes on in the search', async () => {
    await page.keyboard.type('nobody-is-called-so');
    await page.getByRole('button', { name: t('common:list.clearFilters') }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('dns:count', { count: total, n: count }))).toBeVisible();
    await expect(page.getByRole('searchbox', { name: t('dns:search') })).toBeFocused();
  });

  await test.step('all are selected with one box, and are all in the file', async () => {
    await page.getByRole('checkbox', { name: t('common:list.selectAll', { n: count }) }).check();
    const bar = page.getByRole('region', { name: t('common:list.forSelected') });
    await expect(bar).toContainText(t('common:list.selected', { count: total, n: count }));
    const download = page.waitForEvent('download');
    await bar.getByRole('button', { name: t('common:list.export') }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('big.example.csv');
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(total + 1);
    expect(lines.some((line) => line.startsWith('TXT,text-994.big.example,'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
  });
});

test('a long list has its full height before its scroll script is loaded', async ({ page, newCustomer, signIn }) => {
  const { customer } = await withRecords(newCustomer, 'long.example');
  const script = Promise.withResolvers<void>();
  await page.route(/\/VirtualBody\./, async (route) => {
    await script.promise;
    await route.continue();
  });
  await signIn(customer);
  await page.goto('/domains/long.example/dns');
  const rows = page.getByRole('row');
  // They fill the window, and no more are rendered than fit, 46 px each, plus the header.
  await expect(rows.nth(1)).toBeVisible();
  const rendered = await rows.count();
  const height = await page.evaluate(() => innerHeight);
  expect(rendered).toBeLessThan(1 + height / 46);
  const last = await rows.nth(rendered - 1).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeGreaterThanOrEqual(height);
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(10_000);
  script.resolve();
  await expect(rows.filter({ hasText: 'text-1198' })).toBeVisible();
});
