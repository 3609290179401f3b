import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { serverCatalog } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { pricePeriods, toRates } from '../../../lib/rules/cloud/price.ts';
import { catalogRates } from '../../../lib/rules/cloud/rates.ts';
import { maxAddresses } from '../../../lib/rules/cloud/server/address.ts';
import { choices, estimate, fields, initialState, numbers, orderSearch, parseState, type State, toSearch } from './estimate.ts';
import { builtPrices } from './facts.ts';

const of = (change: Partial<State>): State => ({ ...initialState, ...change });
const amounts = (change: Partial<State>) =>
  Object.fromEntries(estimate(of(change), builtPrices).lines.flatMap(({ item, amount }) => (amount ? [[item, amount]] : [])));

test('an example calculated by hand, in mills', () => {
  expect(amounts({ quantity: 2, plan: 'pro-2023', license: 'plesk' })).toEqual({ plan: 58_400, plesk: 28_032 });
  expect(amounts({ volume: 100, volumeType: 'nvme', snapshots: 50, space: 1000, period: 'daily' })).toEqual({
    volume: 384,
    snapshots: 72,
    space: 720,
  });
  // 730 hours of 4 and 1 mills, for each of two servers.
  expect(amounts({ quantity: 2, plan: 'pro-2023', ipv4: 3, ipv6: 1 })).toEqual({ plan: 58_400, ipv4: 17_520, ipv6: 1_460 });
  expect(amounts({ quantity: 0, ipv4: 3 })).toEqual({});
  expect(amounts({ domains: 3, cdn: 'eco' })).toEqual({ cdn: 60_000 });
  expect(amounts({ domains: 3, cdn: 'eco', period: 'annual' })).toEqual({ cdn: 600_000 });
  expect(amounts({ support: 'business', standard: 2, period: 'annual' })).toEqual({ support: 990_000, standard: 1_920_000 });
});

test('the cheapest plan that covers traffic and requests, with the free traffic of the account', () => {
  const chosen = (change: Partial<State>) => estimate(of({ domains: 1, requests: 1, ...change }), builtPrices).cdn?.code;
  expect(chosen({ traffic: 300 })).toBe('free');
  expect(chosen({ traffic: 301 })).toBe('eco');
  expect(chosen({ traffic: 900, domains: 7 })).toBe('free');
  expect(chosen({ traffic: 10, requests: 16 })).toBe('com');
  expect(chosen({ traffic: 20_000 })).toBe('ent');
  expect(chosen({ domains: 0 })).toBeUndefined();
  const small = estimate(of({ domains: 1, cdn: 'eco', traffic: 9000 }), builtPrices);
  expect([small.cdn?.code, small.isExceeded, estimate(of({ domains: 1, cdn: 'pro', traffic: 9000 }), builtPrices).isExceeded]).toEqual([
    'eco',
    true,
    false,
  ]);
});

const states: fc.Arbitrary<State> = fc
  .record(
    Object.fromEntries(
      fields.map((name) => {
        if (!(name in numbers)) return [name, fc.constantFrom(...choices[name as keyof typeof choices])]; // not a number
        const { min, max } = numbers[name as keyof typeof numbers];
        return [name, fc.integer({ min, max })];
      }),
    ) as { [K in keyof State]: fc.Arbitrary<State[K]> }, // one for each field
  )
  .filter(({ ipv4, ipv6 }) => ipv4 + ipv6 <= maxAddresses);

test('it starts at nothing', () => {
  const { total, lines, cdn } = estimate(initialState, builtPrices);
  expect([total, cdn, lines.filter(({ amount }) => amount > 0)]).toEqual([0, null, []]);
});

test('every state round-trips through its address, and the lines add up to the total', () => {
  fc.assert(
    fc.property(states, (state) => {
      const params = new URLSearchParams(toSearch(state));
      expect(parseState((name) => params.get(name))).toEqual(state);
      const { lines, total } = estimate(state, builtPrices);
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    }),
  );
  expect(toSearch(initialState)).toBe('');
});

test('an address with invalid values gives the nearest number and the default choice', () => {
  const bad = new URLSearchParams('quantity=99&traffic=-4&cpu=x&plan=free&period=weekly&disk=');
  expect(parseState((name) => bad.get(name))).toMatchObject({
    quantity: 10,
    traffic: 0,
    cpu: numbers.cpu.initial,
    plan: 'eco-2023',
    period: 'monthly',
    disk: numbers.disk.initial,
  });
});

test('the numbers of a link may have digits of another script', () => {
  const params = new URLSearchParams({ quantity: '۳', cpu: '٤' });
  expect(parseState((name) => params.get(name))).toMatchObject({ quantity: 3, cpu: 4 });
});

test('a server has as many additional addresses as an order allows, of both kinds together', () => {
  const both = new URLSearchParams('ipv4=8&ipv6=5');
  expect(parseState((name) => both.get(name))).toMatchObject({ ipv4: 8, ipv6: 2 });
});

test('servers cost what the provider quotes for the order that the calculator opens', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const list = await p.ok(serverCatalog.publicPrice, {});
  expect(toRates(list, catalogRates)).toEqual(catalogRates);
  for (const change of [
    { plan: 'com-2023', quantity: 3, license: 'cpanel' },
    { plan: 'custom', cpu: 7, ram: 13, disk: 70, diskType: 'nvme', quantity: 2 },
  ] satisfies Partial<State>[]) {
    const state = of(change);
    const { plan, cpu, ram, disk, diskType, quantity, license } = state;
    const { price } = await p.ok(
      serverOrder.quote,
      {
        plan: plan === 'custom' ? null : plan,
        isCustom: plan === 'custom',
        cpu,
        ram,
        disk: { value: disk, type: diskType },
        quantity,
        extra: { cpanel: license === 'cpanel', plesk: license === 'plesk' },
        nameServer: 'web',
      },
      { token },
    );
    for (const period of pricePeriods) expect(estimate({ ...state, period }, builtPrices).total).toBe(price[period]);
  }
});

test('a list without exact rates uses its yearly prices', () => {
  const data = [{ item: 'cpu', price: { hourly: 4, daily: 96, monthly: 2920, annual: 35_040 } }];
  expect(toRates({ data }, catalogRates).unit).toEqual({ ...catalogRates.unit, cpu: 4_000_000 });
});

test('the order is opened with the chosen size', () => {
  expect(orderSearch(of({ plan: 'pro-2023', quantity: 2 }))).toBe('plan=pro-2023&quantity=2');
  expect(orderSearch(of({ plan: 'custom', cpu: 4, ram: 8, disk: 60, quantity: 1, license: 'plesk', backups: 'yes' }))).toBe(
    'cpu=4&ram=8&disk=60&diskType=ssd&quantity=1&license=plesk&backups=1',
  );
});
