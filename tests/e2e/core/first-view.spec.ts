import type { Page } from '@playwright/test';
import { preference } from '../../../src/lib/contract/account/preference.ts';
import { domain } from '../../../src/lib/contract/cdn/domain.ts';
import { locales } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import type { Customer } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';

// Another day than the server's for 14 hours of each day.
test.use({ timezoneId: 'Pacific/Kiritimati' });

const add = (customer: Customer, name: string) =>
  customer.client.ok(domain.add, { name, plan: 'free', acceptTerms: true, termsVersion: '2026-11' });

/** The rows of a document, as text. */
const rowsIn = (page: Page, html: string | null): Promise<string[]> =>
  page.evaluate((source) => {
    const root = source === null ? document : new DOMParser().parseFromString(source, 'text/html');
    return [...root.querySelectorAll('main tbody tr')].map((row) => row.textContent);
  }, html);

test('the first HTML has the rows, of its own customer in its own language, also when many are asked for at once @remote', async ({
  portal,
  newCustomer,
}) => {
  const customers = [await newCustomer(), await newCustomer()];
  const names = ['first-of-two.example', 'second-of-two.example'];
  await Promise.all(customers.map((customer, index) => add(customer, names[index] ?? '')));
  const asks = locales.flatMap((locale) => customers.map((customer, index) => ({ locale, customer, index })));
  await Promise.all(
    [...asks, ...asks].map(async ({ locale, customer: { client }, index }) => {
      const cookie = `${client.cookie}; nasim_locale=${locale}; nasim_account_locale=en`;
      const html = await (await fetch(`${portal.url}/domains`, { headers: { cookie, ...client.headers } })).text();
      const list = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      expect(list).toContain(`>${names[index]}</bdi>`);
      expect(list).not.toContain(names[1 - index]);
      expect(list).toContain(`aria-label="${translator(locale)('domain:title')}"`);
      for (const other of locales.filter((one) => one !== locale))
        expect(list).not.toContain(`>${translator(other)('domain:column.records')}<`);
      // Content that comes late needs scripts in the page, which the policy forbids.
      expect(list).not.toMatch(/<!--\$[?!]-->|<script/);
      expect(list).not.toContain('class="skeleton');
    }),
  );
});

const looks = [
  { language: 'en', theme: 'light', calendar: 'auto', digits: 'auto', width: 1440 },
  { language: 'fa', theme: 'dark', calendar: 'auto', digits: 'auto', width: 390 },
  { language: 'ar', theme: 'light', calendar: 'islamic', digits: 'native', width: 1024 },
  { language: 'es', theme: 'dark', calendar: 'persian', digits: 'latin', width: 768 },
  { language: 'fa', theme: 'light', calendar: 'gregory', digits: 'latin', width: 1440 },
  { language: 'en', theme: 'dark', calendar: 'persian', digits: 'auto', width: 390 },
] as const;

test('a script takes over the rows as they are, and nothing moves', async ({ page, newCustomer, signIn, show }) => {
  const customer = await newCustomer();
  await add(customer, 'hydrated.example');
  await add(customer, 'also-hydrated.example');
  await signIn(customer);
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[])
        if (entry.value > 0.002)
          shifts.push(
            `${entry.value} ${entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : '')).join(' ')}`,
          );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [round, { width, ...look }] of looks.entries())
    await test.step(`${look.language}, ${look.calendar}, ${look.digits}, ${look.theme}, ${width} px`, async () => {
      await customer.client.ok(preference.update, look);
      await show({ locale: look.language });
      await page.setViewportSize({ width, height: 900 });
      // A mismatch is reported as an error, with which `watch` fails.
      await page.goto('/domains');
      await settled(page);
      await expect(page.locator('table[data-first]')).toHaveCount(0);
      const first = await (await page.request.get('/domains')).text();
      const rows = await rowsIn(page, null);
      expect(rows).toHaveLength(2);
      expect(await rowsIn(page, first)).toEqual(rows);
      // On the first visit, the list may be drawn again, in the zone of the device.
      if (round > 0) expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]); // as set above
    });
});

test('what is typed and pressed before the script has started takes effect', async ({ page, newCustomer, signIn }) => {
  const t = translator('en');
  const customer = await newCustomer();
  await add(customer, 'wanted.example');
  await add(customer, 'other.example');
  await signIn(customer);
  // The first visit tells the zone of the device.
  await page.goto('/dashboard');
  await settled(page);
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route(/\/_astro\/.*\.js/, async (route) => {
    await started;
    await route.continue();
  });
  await page.goto('/domains', { waitUntil: 'commit' });
  const search = page.getByRole('searchbox');
  await search.fill('wanted');
  await page.getByRole('checkbox', { name: t('common:list.selectRow', { name: 'wanted.example' }) }).click();
  const row = page.getByRole('row', { name: 'wanted.example' });
  await row.evaluate((element) => element.setAttribute('data-from', 'server'));
  start();
  await settled(page);
  await expect(page.getByRole('row')).toHaveCount(2);
  // The same element, so that a focus in it stays.
  await expect(row).toHaveAttribute('data-from', 'server');
  await expect(search).toHaveValue('wanted');
  await expect(page.getByRole('region', { name: t('common:list.forSelected') })).toBeVisible();
});

test('a difference between the rows of server and browser is reported', async ({ page, newCustomer, signIn, watch }) => {
  const customer = await newCustomer();
  await add(customer, 'the-same.example');
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
