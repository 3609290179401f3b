import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serverCatalog } from '../lib/contract/cloud/serverCatalogue.ts';
import { supportPlan } from '../lib/contract/support/supportPlan.ts';
import { catalogRates } from '../lib/rules/cloud/rates.ts';
import { fillPlaceholders } from '../lib/rules/core/placeholders.ts';
import { plans as table } from '../lib/rules/core/plans.ts';
import { builtInSupportPrices } from '../lib/rules/core/supportPrices.ts';
import { builtInCatalog, catalogValues } from './catalogValues.ts';
import { PublicCatalogs } from './publicCatalog.ts';

const all = Object.values(table);
const withEco = (monthly: number) => ({
  plans: all.map((plan) => (plan.code === 'eco' ? { ...plan, price: { monthly, annual: monthly * 10 } } : plan)),
  trafficPrice: 45,
});

function setUp({ stored = null as string | null } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'public-catalog.json');
  if (stored !== null) writeFileSync(file, stored);
  let now = 0;
  const warn = vi.fn();
  const missing = async (): Promise<Response> => Response.json({}, { status: 404 });
  const provider = {
    answer: async (): Promise<Response> => Response.json(withEco(25_000)),
    // As a provider of an earlier version.
    support: missing,
    servers: missing,
    calls: 0,
  };
  const upstream = ({ path }: { path: string }) => {
    if (path === supportPlan.publicList.path) return provider.support();
    if (path === serverCatalog.publicPrice.path) return provider.servers();
    provider.calls++;
    return provider.answer();
  };
  const open = () => new PublicCatalogs({ upstream, file, log: { warn }, clock: () => now });
  return {
    file,
    warn,
    provider,
    catalogs: open(),
    open,
    pass(ms: number) {
      now += ms;
    },
  };
}
const eco = ({ plans }: { plans: typeof builtInCatalog.plans }) => plans.get('eco')?.price.monthly;

test('pages have the prices of the provider, asked at most once a second', async () => {
  const { catalogs, provider, pass } = setUp();
  expect(catalogs.current).toBe(builtInCatalog);
  const first = await catalogs.fresh();
  expect(eco(first)).toBe(25_000);
  expect(first.trafficPrice).toBe(45);
  provider.answer = async () => Response.json(withEco(30_000));
  pass(999);
  expect(await catalogs.fresh()).toBe(first);
  expect(provider.calls).toBe(1);
  pass(1);
  expect(eco(await catalogs.fresh())).toBe(30_000);
});

const supportAnswer = (month: number) => ({
  plans: [
    { id: 'included', price: null, replyHours: 24 },
    { id: 'priority', price: { month, year: month * 10 }, replyHours: 8 },
  ],
  consulting: { standard: 70_000, expert: 140_000 },
});

test('prices of support and of servers are those of the provider too, as far as it has them', async () => {
  const { catalogs, provider, pass, open } = setUp();
  expect((await catalogs.fresh()).support).toEqual(builtInSupportPrices);
  provider.support = async () => Response.json(supportAnswer(31_000));
  const price = { hourly: 0, daily: 0, monthly: 0, annual: 0 };
  const data = [{ service: 'CLOUD', item: 'volumeSsd', datacenter_id: null, price, rate: 200_000 }];
  provider.servers = async () => Response.json({ data, trafficRate: 3_000_000 });
  pass(1_000);
  const { support, rates } = await catalogs.fresh();
  expect(support).toEqual({
    ...builtInSupportPrices,
    priority: { month: 31_000, year: 310_000 },
    consulting: { standard: 70_000, expert: 140_000 },
  });
  expect(rates).toEqual({ ...catalogRates, unit: { ...catalogRates.unit, volumeSsd: 200_000 }, traffic: 3_000_000 });
  expect(open().current.support.priority.month).toBe(31_000);
});

test('prices that an earlier version stored are read', () => {
  const { catalogs, warn } = setUp({ stored: JSON.stringify(withEco(22_000)) });
  expect(eco(catalogs.current)).toBe(22_000);
  expect(warn).not.toHaveBeenCalled();
});

test('an equal answer is the same catalog, so that pages stay in memory', async () => {
  const { catalogs, pass } = setUp();
  const first = await catalogs.fresh();
  pass(1_000);
  expect(await catalogs.fresh()).toBe(first);
});

test('the last known prices are shown while the provider is away, also after a start', async () => {
  const { catalogs, provider, pass, warn, open, file } = setUp();
  const first = await catalogs.fresh();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ domain: { trafficPrice: 45 } });
  provider.answer = () => Promise.reject(new Error('refused'));
  pass(1_000);
  expect(await catalogs.fresh()).toBe(first);
  pass(1_000);
  await catalogs.fresh();
  expect(provider.calls).toBe(2);
  expect(warn).toHaveBeenCalledOnce();
  const restarted = open();
  expect(eco(restarted.current)).toBe(25_000);
  expect(eco(await restarted.fresh())).toBe(25_000);
});

test.each([
  ['an error', () => Response.json({ message: 'later' }, { status: 503 })],
  ['something else', () => Response.json({ plans: [{ code: 'eco' }] })],
  ['no JSON', () => new Response('<html>')],
])('a provider that answers with %s leaves the prices', async (_, response) => {
  const { catalogs, provider, warn } = setUp();
  provider.answer = async () => response();
  expect(await catalogs.fresh()).toBe(builtInCatalog);
  expect(warn).toHaveBeenCalledOnce();
});

test('a page doesn’t wait for a provider that doesn’t answer', async () => {
  const { catalogs, provider } = setUp();
  provider.answer = () => new Promise(() => {});
  expect(await catalogs.fresh()).toBe(builtInCatalog);
});

test('a damaged file is reported and replaced', async () => {
  const { catalogs, warn, file } = setUp({ stored: '{"plans":' });
  expect(warn).toHaveBeenCalledOnce();
  expect(eco(await catalogs.fresh())).toBe(25_000);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ domain: { trafficPrice: 45 } });
});

test('an answer that can’t be stored is used, and stored as soon as it can be', async () => {
  const { catalogs, provider, warn, file, pass } = setUp();
  // In the place of the file.
  mkdirSync(join(file, 'folder'), { recursive: true });
  warn.mockClear();
  expect(eco(await catalogs.fresh())).toBe(25_000);
  pass(1_000);
  await catalogs.fresh();
  expect(provider.calls).toBe(2);
  expect(warn.mock.calls.map(([, message]) => message)).toEqual(['the prices of the provider could not be stored for the next start']);
  rmSync(file, { recursive: true });
  pass(1_000);
  await catalogs.fresh();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ domain: { trafficPrice: 45 } });
});

test('prices of storage, support and consulting follow the catalog, and what isn’t one has no value', () => {
  const catalog = {
    ...builtInCatalog,
    rates: { ...catalogRates, unit: { ...catalogRates.unit, volumeSsd: 200_000, backup: 90_000 } },
    support: { ...builtInSupportPrices, priority: { month: 31_000, year: 310_000 }, consulting: { standard: 70_000, expert: 140_000 } },
  };
  const { text } = catalogValues(catalog);
  expect(
    [
      'rate:volumeSsd:100:hourly:en',
      'rate:volumeSsd:100:monthly:en',
      'rate:backup:1000:hourly:en',
      'rate:snapshot:1000:hourly:en',
      'support:priority:month:en',
      'support:priority:year:es',
      'consulting:expert:en',
    ].map((key) => text(key)),
  ).toEqual(['$0.02', '$14.60', '$0.09', '$0.06', '$31', '310\u00a0$', '$140']);
  for (const key of [
    'rate:tape:1:hourly:en',
    'rate:backup:1:weekly:en',
    'support:included:month:en',
    'support:priority:day:en',
    'consulting:free:en',
  ])
    expect(text(key)).toBeUndefined();
});

test('what is sent of a page follows the catalog', () => {
  const card = ['plan', 'contract', 'priced', 'annual', 'monthly', 'saved', 'free', 'paid']
    .map((list) => `<!--nasim:${list}.eco-->${list} <!--/nasim:${list}.eco-->`)
    .join('');
  const fill = (text: string, catalog = builtInCatalog) => fillPlaceholders(text, 'html', catalogValues(catalog));
  const changed = (plan: Partial<(typeof table)['eco']>) => ({
    ...builtInCatalog,
    plans: new Map(builtInCatalog.plans).set('eco', { ...table.eco, ...plan }),
  });
  expect(fill(card)).toBe('plan priced annual saved paid ');
  expect(fill(card, changed({ price: { monthly: null, annual: null } }))).toBe('plan contract ');
  expect(fill(card, changed({ price: { monthly: 0, annual: null } }))).toBe('plan priced monthly free ');
  expect(fill(card, changed({ price: { monthly: 10, annual: 130 } }))).toBe('plan priced annual paid ');
  const hidden = new Map(builtInCatalog.plans);
  hidden.delete('eco');
  expect(fill('<!--nasim:plan.eco-->{nasim:plan:eco:monthly:en}<!--/nasim:plan.eco-->', { ...builtInCatalog, plans: hidden })).toBe('');
  expect(
    fill(
      '{nasim:plan:eco:monthly:en} {nasim:plan:eco:saved:es} {nasim:row:eco:pageRules:en} {nasim:trafficPrice:en} {nasim:example:credit:en}',
    ),
  ).toBe('$20 40\u00a0$ 25 page rules $0.04 −$13.333');
  expect(fill('{nasim:limit:ent:traffic:en} {nasim:plan:ent:monthly:en}')).toBe('Custom limits Custom pricing');
  const feature =
    '<!--nasim:newFeature.com.websockets-->new<!--/nasim:newFeature.com.websockets--><!--nasim:feature.com.websockets-->has<!--/nasim:feature.com.websockets-->';
  expect(fill(feature)).toBe('has');
  const offers = '<script type="application/ld+json">{"@type":"Product","{nasim:offers:en}":true}</script>';
  const { offers: list } = JSON.parse(/>(.*)<\/script>/.exec(fill(offers, { ...builtInCatalog, plans: hidden }))?.[1] ?? '');
  expect(list).toHaveLength(3);
  expect(list[1]).toMatchObject({ price: '80.00', priceCurrency: 'USD', url: 'https://portal.invalid/pricing' });
});
