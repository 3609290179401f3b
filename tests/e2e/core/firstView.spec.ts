import { preference } from '../../../src/lib/contract/account/preference.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';
import { layoutShifts, looks, rowsIn, watchShifts } from '../../support/firstRows.ts';
import { addWithRecords } from '../../support/firstView.ts';

// Another day than the server's for 14 hours of each day.
test.use({ timezoneId: 'Pacific/Kiritimati' });

test('a script takes over the rows as they are, and nothing moves', async ({ page, newCustomer, signIn, show }) => {
  const customer = await newCustomer();
  await addWithRecords(customer, 'hydrated.example', 43);
  await addDomain(customer, 'also-hydrated.example');
  await signIn(customer);
  await watchShifts(page);
  for (const [round, { width, ...look }] of looks.entries())
    await test.step(`${look.language}, ${look.calendar}, ${look.digits}, ${look.theme}, ${width} px`, async () => {
      await customer.client.ok(preference.update, look);
      await show({ locale: look.language });
      await page.setViewportSize({ width, height: 900 });
      for (const { path, rows: count } of [
        { path: '/domains', rows: 2 },
        { path: '/domains/hydrated.example/dns', rows: 6 },
      ]) {
        // A mismatch is reported as an error, with which `watch` fails.
        await page.goto(path);
        await settled(page);
        await expect(page.locator('table[data-first]')).toHaveCount(0);
        const first = await (await page.request.get(path)).text();
        const rows = await rowsIn(page, null);
        expect(rows).toHaveLength(count);
        expect(await rowsIn(page, first)).toEqual(rows);
        // On the first visit, the list may be rendered again, in the zone of the device.
        if (round > 0) expect(await layoutShifts(page)).toEqual([]);
      }
    });
});

test('a checklist that was hidden on this device isn’t in the first HTML of the dashboard', async ({ page, newCustomer, signIn, show }) => {
  const customer = await newCustomer();
  await addDomain(customer, 'begun.example');
  await signIn(customer);
  await show({ locale: 'en' });
  const t = translator('en');
  const first = async () => {
    const html = (await (await page.goto('/dashboard'))?.text()) ?? '';
    return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  };
  expect(await first()).toContain(t('shell:dashboard.checklist.domain.title'));
  await settled(page);
  await page.getByRole('button', { name: t('shell:dashboard.checklist.hide') }).click();
  await expect(page.getByText(t('shell:dashboard.checklist.domain.title'))).toHaveCount(0);
  const again = await first();
  expect(again).toContain('begun.example');
  expect(again).not.toContain(t('shell:dashboard.checklist.domain.title'));
});

test('what is typed and pressed before the script has started takes effect', async ({ page, newCustomer, signIn }) => {
  const t = translator('en');
  const customer = await newCustomer();
  await addDomain(customer, 'wanted.example');
  await addDomain(customer, 'other.example');
  await signIn(customer);
  // The first visit tells the zone of the device.
  await page.goto('/dashboard');
  await settled(page);
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/_astro\/.*\.js/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/domains', { waitUntil: 'commit' });
  const search = page.getByRole('searchbox');
  await search.fill('wanted');
  await page.getByRole('checkbox', { name: t('common:list.selectRow', { name: 'wanted.example' }) }).click();
  const row = page.getByRole('row', { name: 'wanted.example' });
  await row.evaluate((element) => element.setAttribute('data-from', 'server'));
  scripts.resolve();
  await settled(page);
  await expect(page.getByRole('row')).toHaveCount(2);
  // The same element, so that a focus in it stays.
  await expect(row).toHaveAttribute('data-from', 'server');
  await expect(search).toHaveValue('wanted');
  await expect(page.getByRole('region', { name: t('common:list.forSelected') })).toBeVisible();
});

test('a difference between the rows of server and browser is reported', async ({ page, newCustomer, signIn, watch }) => {
  const customer = await newCustomer();
  await addDomain(customer, 'the-same.example');
  await signIn(customer);
  watch.allow(/React error #418/);
  await page.route('**/domains', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('>the-same.example</bdi>', '>another.example</bdi>') });
  });
  const reported = page.waitForEvent('pageerror');
  await page.goto('/domains');
  expect((await reported).message).toContain('React error #418');
  // The list is rendered again.
  await expect(page.getByRole('row', { name: 'the-same.example' })).toBeVisible();
});
