import { queryValue } from '../../../lib/format/digits.ts';
import { orderRates, type PricePeriod, periodHours, type RateItem, withAmounts } from '../../../lib/rules/cloud/price.ts';
import { customSize, diskKinds, maxQuantity, type Rates, serverPlan, serverPlanIds } from '../../../lib/rules/cloud/rates.ts';
import { type AddressKind, addressKinds, addressRate, maxAddresses } from '../../../lib/rules/cloud/server/address.ts';

/*
 * The price calculator without its page: its options, their address parameters, and the prices. The rules are those of the order
 * (lib/rules/cloud/price.ts), so that the calculator and the quote always agree.
 */

/** The known prices. Mills. */
export interface Prices {
  rates: Rates;
  /** CDN plans, cheapest first; null: by contract. */
  cdn: { code: string; monthly: number | null; annual: number | null; traffic: number | null; requests: number | null }[];
  support: { code: string; month: number; year: number }[];
  /** An hour of consulting. */
  consulting: { standard: number; expert: number };
  /** Monthly gigabytes included in every account. */
  freeTraffic: number;
}

/** Labelled options; the first of each is the default. */
export const choices = {
  cdn: ['auto', 'free', 'eco', 'com', 'pro', 'ent'],
  plan: [...serverPlanIds.filter((id) => id !== 'free'), 'custom'],
  diskType: diskKinds,
  license: ['none', 'cpanel', 'plesk'],
  backups: ['no', 'yes'],
  volumeType: diskKinds,
  support: ['included', 'priority', 'business'],
  period: ['monthly', 'hourly', 'daily', 'annual'],
} as const satisfies Record<string, readonly string[]>;

/** Whole numbers. It starts at nothing: what a total contains is what the visitor has asked for. `requests` counts millions, storage gigabytes. */
export const numbers = {
  domains: { min: 0, max: 1000, step: 1, initial: 0 },
  traffic: { min: 0, max: 1_000_000, step: 50, initial: 0 },
  requests: { min: 0, max: 100_000, step: 1, initial: 0 },
  quantity: { min: 0, max: maxQuantity, step: 1, initial: 0 },
  cpu: { ...customSize.cpu, initial: 2 },
  ram: { ...customSize.ram, initial: 4 },
  disk: { ...customSize.disk, initial: 50 },
  /** Additional addresses of each server, together at most `maxAddresses`. */
  ipv4: { min: 0, max: maxAddresses, step: 1, initial: 0 },
  ipv6: { min: 0, max: maxAddresses, step: 1, initial: 0 },
  volume: { min: 0, max: 100_000, step: 10, initial: 0 },
  snapshots: { min: 0, max: 100_000, step: 10, initial: 0 },
  space: { min: 0, max: 1_000_000, step: 50, initial: 0 },
  standard: { min: 0, max: 200, step: 1, initial: 0 },
  expert: { min: 0, max: 200, step: 1, initial: 0 },
} as const;

type Chosen = { [K in keyof typeof choices]: (typeof choices)[K][number] };
export type State = Chosen & Record<keyof typeof numbers, number>;
export type Field = keyof State;

const isNumber = (name: string): name is keyof typeof numbers => name in numbers;

/** Normalizes a field value: out-of-range numbers are clamped, other invalid values become the default. */
function parseChoice(name: Field, text: string | null): string | number {
  if (!isNumber(name)) return choices[name].find((choice) => choice === text) ?? choices[name][0];
  const { min, max, initial } = numbers[name];
  const value = text?.trim() ? Math.round(Number(queryValue(text.trim()))) : Number.NaN;
  return Number.isNaN(value) ? initial : Math.min(max, Math.max(min, value));
}

export const fields = [...Object.keys(choices), ...Object.keys(numbers)] as Field[]; // the keys of both

/** The state of a form or an address; missing fields get their default. IPv6 addresses beyond the limit of a server are left out. */
export function parseState(get: (name: Field) => string | null): State {
  const state = Object.fromEntries(fields.map((name) => [name, parseChoice(name, get(name))])) as State; // a value for each field
  return { ...state, ipv6: Math.min(state.ipv6, maxAddresses - state.ipv4) };
}

export const initialState: State = parseState(() => null);

/** The address parameters of a state: only differences from the defaults. */
export const toSearch = (state: State): string =>
  new URLSearchParams(fields.filter((name) => state[name] !== initialState[name]).map((name) => [name, String(state[name])])).toString();

export type Item = RateItem['item'] | 'cdn' | AddressKind | 'volume' | 'snapshots' | 'space' | 'support' | 'standard' | 'expert';

export interface Estimate {
  lines: { item: Item; amount: number }[];
  total: number;
  /** The CDN plan that is priced; null: no domain. */
  cdn: Prices['cdn'][number] | null;
  /** The selected plan doesn’t cover the traffic or the requests. */
  isExceeded: boolean;
}

/** The cheapest plan that covers the traffic and requests of all domains; else the last, which is by contract. */
export function cdnPlanFor({ domains, traffic, requests }: State, { cdn, freeTraffic }: Prices): Prices['cdn'][number] | null {
  const covers = (plan: Prices['cdn'][number]) =>
    (plan.traffic === null || traffic <= plan.traffic * domains + freeTraffic) &&
    (plan.requests === null || requests * 1e6 <= plan.requests * domains);
  return domains === 0 ? null : (cdn.find(covers) ?? cdn.at(-1) ?? null);
}

/** A monthly and a yearly price in any period: for hours and days a share of the month. */
const inPeriod = (monthly: number, annual: number, period: PricePeriod): number =>
  period === 'annual' ? annual : Math.round((monthly * periodHours[period]) / periodHours.monthly);

/** The price of the state for its period, line by line. */
export function estimate(state: State, prices: Prices): Estimate {
  const { rates } = prices;
  const { period, quantity, cpu, ram, disk, diskType, license } = state;
  const plan = serverPlan(state.plan);
  const order =
    quantity === 0
      ? []
      : orderRates(
          {
            plan: plan?.id ?? null,
            cpu,
            ram,
            disk: { value: disk, type: diskType },
            extra: { cpanel: license === 'cpanel', plesk: license === 'plesk' },
            backups: state.backups === 'yes',
            quantity,
          },
          rates,
        );
  const addresses = addressKinds.map((kind) => ({ item: kind, rate: addressRate(kind, rates) * state[kind] * quantity }));
  const storage = [
    { item: 'volume' as const, rate: (state.volumeType === 'nvme' ? rates.unit.volumeNvme : rates.unit.volumeSsd) * state.volume },
    { item: 'snapshots' as const, rate: rates.unit.snapshot * state.snapshots },
    { item: 'space' as const, rate: rates.unit.space * state.space },
  ];
  const best = cdnPlanFor(state, prices);
  const cdn = state.cdn === 'auto' || best === null ? best : (prices.cdn.find(({ code }) => code === state.cdn) ?? best);
  const support = prices.support.find(({ code }) => code === state.support);
  const hours = (price: number, count: number) => inPeriod(price * count, price * count * 12, period);
  const lines: Estimate['lines'] = [
    { item: 'cdn', amount: cdn ? inPeriod(cdn.monthly ?? 0, cdn.annual ?? 0, period) * state.domains : 0 },
    ...withAmounts([...order, ...addresses, ...storage], periodHours[period]),
    { item: 'support', amount: support ? inPeriod(support.month, support.year, period) : 0 },
    { item: 'standard', amount: hours(prices.consulting.standard, state.standard) },
    { item: 'expert', amount: hours(prices.consulting.expert, state.expert) },
  ];
  const rank = (one: Prices['cdn'][number] | null) => (one ? prices.cdn.indexOf(one) : -1);
  return { lines, total: lines.reduce((sum, { amount }) => sum + amount, 0), cdn, isExceeded: rank(cdn) < rank(best) };
}

/** The link to the prefilled order form for the servers of a state. */
export function orderSearch({ plan, quantity, cpu, ram, disk, diskType, license, backups }: State): string {
  const size = plan === 'custom' ? { cpu, ram, disk, diskType } : { plan };
  const more = { ...(license !== 'none' && { license }), ...(backups === 'yes' && { backups: '1' }) };
  return new URLSearchParams(Object.entries({ ...size, quantity, ...more }).map(([name, value]) => [name, String(value)])).toString();
}
