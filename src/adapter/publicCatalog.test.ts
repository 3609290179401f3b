import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fillPlaceholders } from '../lib/rules/core/placeholders.ts';
import { plans as table } from '../lib/rules/core/plans.ts';
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
  const provider = { answer: async (): Promise<Response> => Response.json(withEco(25_000)), calls: 0 };
  const upstream = () => {
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

test('an equal answer is the same catalog, so that pages stay in memory', async () => {
  const { catalogs, pass } = setUp();
  const first = await catalogs.fresh();
  pass(1_000);
  expect(await catalogs.fresh()).toBe(first);
});

test('the last known prices are shown while the provider is away, also after a start', async () => {
  const { catalogs, provider, pass, warn, open, file } = setUp();
  const first = await catalogs.fresh();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ trafficPrice: 45 });
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
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ trafficPrice: 45 });
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
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ trafficPrice: 45 });
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
