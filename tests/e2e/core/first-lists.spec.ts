import { preference } from '../../../src/lib/contract/account/preference.ts';
import { cache } from '../../../src/lib/contract/cdn/cache.ts';
import { cluster } from '../../../src/lib/contract/cdn/cluster.ts';
import { customPage } from '../../../src/lib/contract/cdn/customPage.ts';
import { domain } from '../../../src/lib/contract/cdn/domain.ts';
import { firewall } from '../../../src/lib/contract/cdn/firewall.ts';
import { firewallGroup } from '../../../src/lib/contract/cdn/firewallGroup.ts';
import { pageRule } from '../../../src/lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../src/lib/contract/cdn/rateLimit.ts';
import { ssl } from '../../../src/lib/contract/cdn/ssl.ts';
import { waf } from '../../../src/lib/contract/cdn/waf.ts';
import { server } from '../../../src/lib/contract/cloud/server.ts';
import { demo as ids } from '../../../src/lib/contract/fields.ts';
import { invoice } from '../../../src/lib/contract/finance/invoice.ts';
import { transaction } from '../../../src/lib/contract/finance/transaction.ts';
import { ticket } from '../../../src/lib/contract/support/ticket.ts';
import { type Locale, locales } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { recentDomains } from '../../../src/lib/reads.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { Client } from '../../support/client.ts';
import { rowsIn, shiftsOf, watchShifts } from '../../support/first-rows.ts';
import { giveNews } from '../../support/news.ts';

// Another day than the server's for 14 hours of each day.
test.use({ timezoneId: 'Pacific/Kiritimati' });

interface First {
  path: string;
  /** Whose list has rows: the demo customer's, or that of a new one with notifications. */
  as: 'demo' | 'told';
  rows?: string;
  /** The first row has it in every language. */
  text: (demo: Client) => Promise<string | undefined>;
  /** The name of the list in a language. */
  label: (t: ReturnType<typeof translator>) => string;
  /** A card below comes later, into its own place. */
  hasLate?: true;
}

/** A list of the demo domain. @param rows a selector */
const ofDomain = (
  path: string,
  rows: string,
  text: (client: Client, input: { domainId: string }) => Promise<string | undefined>,
  label: First['label'],
): First => ({
  path: `/domains/parvaz.example/${path}`,
  as: 'demo',
  rows,
  text: (client) => text(client, { domainId: ids.domainId }),
  label,
});
const rules = 'main .ordered-row';

const firsts: readonly First[] = [
  ofDomain(
    'rate-limit',
    rules,
    async (client, input) => (await client.ok(rateLimit.list, input)).rules.find(({ path }) => path)?.path,
    (t) => `aria-label="${t('rateLimit:title')}"`,
  ),
  ofDomain(
    'page-rules',
    rules,
    async (client, input) => (await client.ok(pageRule.list, input)).paths[0]?.path,
    (t) => `aria-label="${t('pageRule:list')}"`,
  ),
  ofDomain(
    'firewall',
    rules,
    async (client, input) => (await client.ok(firewall.list, input)).rules.find(({ kind }) => kind === 'ip')?.value,
    (t) => `aria-label="${t('firewall:list')}"`,
  ),
  ofDomain(
    'firewall/groups',
    'main li:has(h2)',
    async (client, input) => (await client.ok(firewallGroup.list, input)).groups[0]?.ipAddresses[0],
    (t) => `aria-label="${t('firewallGroup:list')}"`,
  ),
  ofDomain(
    'waf?tab=rules',
    rules,
    async (client, input) => (await client.ok(waf.rules, input)).rules[0]?.title,
    (t) => `aria-label="${t('waf:rule.list')}"`,
  ),
  ofDomain(
    'waf?tab=exceptions',
    '#waf-panel li',
    async (client, input) => (await client.ok(waf.exceptions, input)).exceptions[0]?.title,
    (t) => `aria-label="${t('waf:exception.list')}"`,
  ),
  ofDomain(
    'custom-pages',
    'main .card li',
    async (client, input) => (await client.ok(customPage.list, input)).pages[0]?.title,
    (t) => `aria-label="${t('customPage:kind.maintenance')}"`,
  ),
  ofDomain(
    'cache',
    'main tbody tr',
    async (client, input) => (await client.ok(cache.deleteHistory, input)).items[0]?.items[0],
    (t) => `aria-label="${t('cache:history.title')}"`,
  ),
  {
    path: '/servers',
    as: 'demo',
    text: async (demo) => (await demo.ok(server.list, {})).servers[0]?.name,
    label: (t) => `aria-label="${t('server:title')}"`,
  },
  {
    path: '/tickets',
    as: 'demo',
    text: async (demo) => (await demo.ok(ticket.list, { state: 'active' })).tickets.map(({ number }) => `#${number}`)[0],
    label: (t) => `aria-label="${t('ticket:title')}"`,
  },
  {
    path: '/finance/invoices/closed',
    as: 'demo',
    text: async (demo) => (await demo.ok(invoice.list, { state: 'closed' })).invoices[0]?.number ?? undefined,
    label: (t) => `aria-label="${t('invoice:title.closed')}"`,
  },
  {
    path: '/finance/transactions',
    as: 'demo',
    text: async (demo) => (await demo.ok(transaction.list, { limit: 50 })).transactions[0]?.createdAt,
    label: (t) => `aria-label="${t('transaction:title')}"`,
  },
  {
    path: '/domains/parvaz.example/clusters',
    as: 'demo',
    text: async (demo) => (await demo.ok(cluster.list, { domainId: ids.domainId })).clusters[0]?.name,
    label: (t) => `aria-label="${t('listTools:filters')}"`,
  },
  {
    path: '/domains/parvaz.example/ssl',
    as: 'demo',
    rows: 'main .card li',
    text: async (demo) => (await demo.ok(ssl.list, { domainId: ids.domainId })).ssl[0]?.title,
    label: (t) => `aria-label="${t('listTools:filters')}"`,
  },
  {
    path: '/domains/parvaz.example',
    as: 'demo',
    rows: 'main .card, main [data-state]',
    text: async () => 'id="posture"',
    label: (t) => `>${t('overview:plan.title')}<`,
  },
  {
    path: '/dashboard',
    as: 'demo',
    rows: 'main h1, main .card:not(:has(a[href^="/servers"]), :has(.skeleton))',
    text: async (demo) => (await demo.ok(domain.list, recentDomains)).domains[0]?.name,
    label: (t) => `>${t('shell:dashboard.recent.title')}<`,
    hasLate: true,
  },
  {
    path: '/notifications',
    as: 'told',
    rows: 'main .notices > li',
    text: async () => '203.0.113.7',
    label: (t) => `aria-label="${t('notification:filters')}"`,
  },
];

test('the first HTML of lists has the rows of its own customer in its own language @remote', async ({ portal, newCustomer }) => {
  const told = await newCustomer();
  await giveNews(portal.dataDir, told.email);
  const demo = new Client(portal.url, { 'x-forwarded-for': '198.18.0.1' });
  await demo.signIn();
  const mainOf = async (client: Client, path: string, locale: Locale) => {
    const cookie = `${client.cookie}; nasim_locale=${locale}; nasim_account_locale=en`;
    const html = await (await fetch(`${portal.url}${path}`, { headers: { cookie, ...client.headers } })).text();
    return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  };
  for (const { path, as, text, label, hasLate } of firsts) {
    const expected = await text(demo);
    if (expected === undefined) throw new Error(`${path} has no rows`);
    const [own, other] = as === 'demo' ? [demo, told.client] : [told.client, demo];
    await Promise.all(
      locales.map(async (locale) => {
        const list = await mainOf(own, path, locale);
        expect(list, `${path}, ${locale}`).toContain(expected);
        expect(list, `${path}, ${locale}`).toContain(label(translator(locale)));
        // Content that comes late needs scripts in the page, which the policy forbids.
        expect(list, `${path}, ${locale}`).not.toMatch(hasLate ? /<!--\$[?!]-->|<script/ : /<!--\$[?!]-->|<script|class="skeleton/);
      }),
    );
    expect(await mainOf(other, path, 'en'), path).not.toContain(expected);
  }
});

const looks = [
  { language: 'en', theme: 'light', calendar: 'auto', digits: 'auto', width: 1440 },
  { language: 'fa', theme: 'dark', calendar: 'auto', digits: 'auto', width: 390 },
  { language: 'ar', theme: 'light', calendar: 'islamic', digits: 'native', width: 1024 },
  { language: 'es', theme: 'dark', calendar: 'persian', digits: 'latin', width: 768 },
] as const;

/** Languages and widths are rotated over the pages: each page is seen in two. */
for (const [place, { path, as, rows: selector }] of firsts.entries())
  test(`a script takes over the rows of ${path} as they are, and nothing moves`, async ({ page, portal, newCustomer, signIn, show }) => {
    const told = await newCustomer();
    await giveNews(portal.dataDir, told.email);
    await signIn(as === 'told' ? told : undefined);
    // The first visit tells the zone of the device.
    await page.goto('/dashboard');
    await settled(page);
    await watchShifts(page);
    for (const turn of [place, place + 2]) {
      const { width, ...look } = looks[turn % looks.length] ?? looks[0];
      await test.step(`${look.language}, ${width} px`, async () => {
        if (as === 'told') await told.client.ok(preference.update, look);
        await show({ locale: look.language });
        await page.setViewportSize({ width, height: 900 });
        // A mismatch is reported as an error, with which `watch` fails.
        const first = (await (await page.goto(path))?.text()) ?? '';
        await settled(page);
        const rows = await rowsIn(page, null, selector);
        expect(rows.length).toBeGreaterThan(0);
        expect(await rowsIn(page, first, selector)).toEqual(rows);
        expect(await shiftsOf(page)).toEqual([]);
      });
    }
  });

test('the filters of a list stay in their place while they arrive', async ({ page, signIn, show }) => {
  await signIn();
  for (const { language, width } of looks) {
    await show({ locale: language });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/domains/parvaz.example/firewall');
    await settled(page);
    const filters = page.getByRole('group', { name: translator(language)('listTools:filters') });
    const whole = await filters.boundingBox();
    await filters.evaluate((element) => element.replaceChildren(...[...element.children].slice(0, 1)));
    expect(await filters.boundingBox(), `${language}, ${width} px`).toMatchObject({ x: whole?.x, y: whole?.y, width: whole?.width });
  }
});
