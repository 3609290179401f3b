import type { Page, Request } from '@playwright/test';
import { allCalls } from '../../../src/lib/contract/openapi.ts';
import { type Locale, localeFacts, locales } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { get } from '../../support/raw.ts';
import { sum, watchLoad } from '../../support/weight.ts';

const home = (locale: Locale, path = '/docs') => (locale === 'en' ? path : `/${locale}${path}`);
const parts = (page: Page, locale: Locale) => {
  const t = translator(locale);
  return {
    button: page.getByRole('button', { name: t('docs:search.label') }),
    dialog: page.getByRole('dialog', { name: t('docs:search.label') }),
    input: page.getByRole('combobox', { name: t('docs:search.label') }),
    hits: page.getByRole('option'),
    status: page.locator('[data-search-status]'),
  };
};

/** Queries as typed in each language, and the expected page. */
const wanted: Record<Locale, [typed: string, page: string][]> = {
  en: [
    ['name servers', 'name-servers'],
    ['notificat', 'notifications'],
  ],
  fa: [
    ['نیم‌سرور', 'name-servers'],
    ['نیمسرور', 'name-servers'],
    ['نيم‌سرور', 'name-servers'],
    ['اعلان‌ها', 'notifications'],
    ['ركورد', 'dns-records'],
  ],
  ar: [
    ['خوادم الأسماء', 'name-servers'],
    ['خوادم الاسماء', 'name-servers'],
    ['السجلات', 'dns-records'],
    ['اضافه نطاق', 'add-domain'],
  ],
  es: [
    ['anadir dominio', 'add-domain'],
    ['servidor de nombres', 'name-servers'],
    ['notificación', 'notifications'],
  ],
};

for (const locale of locales) {
  test(`the search finds what ${locale} readers type`, async ({ page }) => {
    await page.goto(home(locale));
    const { button, input, hits } = parts(page, locale);
    await button.click();
    for (const [typed, slug] of wanted[locale]) {
      await input.fill(typed);
      const addresses = () => hits.evaluateAll((all) => all.slice(0, 8).map((one) => new URL((one as HTMLAnchorElement).href).pathname));
      await expect.poll(addresses, typed).toContain(home(locale, `/docs/${slug}`));
    }
    await expect(page.locator('html')).toHaveAttribute('dir', localeFacts[locale].direction);
  });
}

test('a key opens it, arrows select, Enter opens the page', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/docs/name-servers');
  const { dialog, input, hits, status, button } = parts(page, 'en');
  await page.keyboard.press('/');
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zone file');
  await expect(hits.first()).toHaveAttribute('aria-selected', 'true');
  await expect(status).toHaveText(/^Results: \d+$/);
  await page.keyboard.press('ArrowDown');
  await expect(hits.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(input).toHaveAttribute('aria-activedescendant', 'search-1');
  // Wraps to the first one, and back to the last.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(hits.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  const target = await hits.first().getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(target ?? '');
  await expect(dialog).toBeHidden();
  await expect(button).toBeVisible();
});

test('a heading of the current page is scrolled to, and the dialog closes', async ({ page }) => {
  await page.goto('/docs/dns-records');
  const { dialog, input, hits } = parts(page, 'en');
  await page.keyboard.press('/');
  await input.fill('paste records');
  await hits.and(page.locator('[href="/docs/dns-records#paste-records"]')).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/docs\/dns-records#paste-records$/);
  await expect(page.getByRole('heading', { name: 'Paste records' })).toBeInViewport();
});

test('the address contains the query, and opens it again', async ({ page }) => {
  await page.goto('/docs?q=wildcard');
  const { dialog, input, hits } = parts(page, 'en');
  await expect(input).toHaveValue('wildcard');
  await expect(hits.first()).toBeVisible();
  await input.fill('CNAME');
  await expect(page).toHaveURL('/docs?q=CNAME');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/docs');
});

test('a late response doesn’t overwrite a newer one', async ({ page }) => {
  // The test controls the search for the first letter; the one for the word starts immediately.
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      override postMessage(message: { method?: string; args?: unknown[] }) {
        const isFirst = message.method === 'search' && message.args?.[0] === 'z';
        if (!isFirst) return super.postMessage(message);
        const send = () => {
          this.addEventListener('message', () => document.documentElement.setAttribute('data-answered', 'late'), { once: true });
          super.postMessage(message);
        };
        window.addEventListener('answer-late', send, { once: true });
      }
    };
  });
  await page.goto('/docs');
  const { input, dialog, hits } = parts(page, 'en');
  await page.keyboard.press('/');
  await input.fill('CNAME');
  await expect(hits.first()).toBeVisible();
  await input.fill('z');
  await input.fill('zzzz');
  const none = dialog.getByText('No results').first();
  await expect(none).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('answer-late')));
  await expect(page.locator('html')).toHaveAttribute('data-answered', 'late');
  await settled(page);
  await expect(none).toBeVisible();
});

test('no results and a failed load are reported, with a next step', async ({ page, watch }) => {
  watch.allow(/pagefind|Failed to fetch/);
  await page.goto('/docs');
  const { input, hits, dialog, status } = parts(page, 'en');
  await page.keyboard.press('/');
  await expect(dialog.getByText('Type a task, a setting or the path of an API call.')).toBeVisible();
  await input.fill('zzzz');
  await expect(dialog.getByText('No results').first()).toBeVisible();
  await expect(status).toHaveText('No results');
  await expect(dialog.getByRole('link', { name: 'Browse all pages' })).toHaveAttribute('href', '/docs');
  await expect(hits).toHaveCount(0);

  await page.goto('/docs');
  await page.route('**/pagefind/**', (route) => route.abort());
  await page.keyboard.press('/');
  await input.fill('CNAME');
  await expect(dialog.getByText('Search couldn’t be loaded').first()).toBeVisible();
  await page.unroute('**/pagefind/**');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(hits.first()).toBeVisible();
});

test('WebAssembly only runs in the search worker', async ({ page, portal }) => {
  const { headers } = await get(portal.url, '/pagefind/pagefind-worker.js');
  expect(headers['content-security-policy']).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'");
  expect((await get(portal.url, '/docs')).headers['content-security-policy']).not.toContain('wasm');
  await page.goto('/docs');
  const refused = await page.evaluate(() =>
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
      () => 'compiled',
      (error: Error) => error.name,
    ),
  );
  expect(refused).toBe('CompileError');
});

const references = [...new Set(allCalls().map(({ id }) => `/docs/api/${id[0]}`))];
const PARTS = 4;
// The longest guides have two wordings of what an installation may lack.
for (let part = 0; part < PARTS; part++)
  test(`a page of the documentation weighs at most 29 KB without fonts, 8 KB of it script, part ${part + 1} of ${PARTS}`, async ({
    page,
  }) => {
    const paths = ['/docs', '/docs/dns-records', '/fa/docs/dns-records', ...references];
    for (const path of paths.filter((_, index) => index % PARTS === part)) {
      const fetched: string[] = [];
      const see = (request: Request) => fetched.push(request.resourceType());
      const loaded = watchLoad(page);
      page.on('request', see);
      await page.goto(path);
      await settled(page);
      page.off('request', see);
      const scripts = sum(loaded.scripts, 'br');
      expect(scripts, loaded.scripts.join(' ')).toBeLessThanOrEqual(8 * 1024);
      const all = scripts + sum(loaded.styles, 'br') + sum([`${path}/index.html`], 'br');
      expect(all, `${path}: ${[...loaded.scripts, ...loaded.styles].join(' ')}`).toBeLessThanOrEqual(29 * 1024);
      if (references.includes(path)) continue;
      expect(scripts, loaded.scripts.join(' ')).toBeGreaterThan(500);
      // Nothing else was requested, except the icon, which browsers load automatically.
      expect(fetched.filter((type) => !['document', 'script', 'stylesheet', 'font', 'image', 'other'].includes(type))).toEqual([]);
    }
  });

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('every page can be reached by links', async ({ page }) => {
    await page.goto('/fa/docs/dns-records');
    const t = translator('fa');
    await expect(page.getByRole('button', { name: t('docs:search.label') })).toBeHidden();
    await page.getByRole('link', { name: t('docs:search.browse') }).click();
    await expect(page).toHaveURL(/\/fa\/docs\/?$/);
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

for (const locale of ['en', 'fa'] satisfies Locale[]) {
  test(`a missing page searches for its name, in ${locale}`, async ({ page }) => {
    const t = translator(locale);
    const prefix = locale === 'en' ? '' : `/${locale}`;
    await page.goto(`${prefix}/nope`);
    const field = page.getByRole('search').getByRole('searchbox', { name: t('docs:search.label') });
    await field.fill('DNS');
    await field.press('Enter');
    await expect(page).toHaveURL(`${prefix}/docs?q=DNS`);
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  });
}
