import { amountsOf, orderLines, type PricePeriod, periodHours, type RateLine } from '../../../lib/rules/cloud/price.ts';
import { customSize, diskKinds, maxQuantity, type Rates, serverPlan, serverPlanIds } from '../../../lib/rules/cloud/rates.ts';

/*
 * The cost calculator without its page: what can be chosen, how the address says it, and what it costs. The rules are those of the order
 * (lib/rules/cloud/price.ts), so that the calculator and the quote never differ.
 */

/** What the calculator knows the price of. Mills. */
export interface Prices {
  rates: Rates;
  /** CDN plans, cheapest first; null: by contract. */
  cdn: { code: string; monthly: number | null; annual: number | null; traffic: number | null; requests: number | null }[];
  support: { code: string; month: number; year: number }[];
  /** An hour of consulting. */
  consulting: { standard: number; expert: number };
  /** Gigabytes a month that every account has beside its plans. */
  freeTraffic: number;
}

/** Choices with words; the first of each is the default. */
export const choices = {
  cdn: ['auto', 'free', 'eco', 'com', 'pro', 'ent'],
  plan: [...serverPlanIds.filter((id) => id !== 'free'), 'custom'],
  diskType: diskKinds,
  licence: ['none', 'cpanel', 'plesk'],
  backups: ['no', 'yes'],
  volumeType: diskKinds,
  support: ['included', 'priority', 'business'],
  period: ['monthly', 'hourly', 'daily', 'annual'],
} as const satisfies Record<string, readonly string[]>;

/** Whole numbers. `requests` counts millions, storage gigabytes. */
export const numbers = {
  domains: { min: 0, max: 1000, step: 1, initial: 1 },
  traffic: { min: 0, max: 1_000_000, step: 50, initial: 100 },
  requests: { min: 0, max: 100_000, step: 1, initial: 5 },
  quantity: { min: 0, max: maxQuantity, step: 1, initial: 1 },
  cpu: { ...customSize.cpu, initial: 2 },
  ram: { ...customSize.ram, initial: 4 },
  disk: { ...customSize.disk, initial: 50 },
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

/** A value that a field can have: what it can't becomes the nearest number, or the default. */
function choiceOf(name: Field, text: string | null): string | number {
  if (!isNumber(name)) return choices[name].find((choice) => choice === text) ?? choices[name][0];
  const { min, max, initial } = numbers[name];
  const value = text?.trim() ? Math.round(Number(text)) : Number.NaN;
  return Number.isNaN(value) ? initial : Math.min(max, Math.max(min, value));
}

export const fields = [...Object.keys(choices), ...Object.keys(numbers)] as Field[]; // the keys of both

/** The state that a form or an address gives; what isn't there has its default. */
export const stateOf = (get: (name: Field) => string | null): State =>
  Object.fromEntries(fields.map((name) => [name, choiceOf(name, get(name))])) as State; // a value for each field

export const initialState: State = stateOf(() => null);

/** The address of a state: only what differs from the defaults. */
export const searchOf = (state: State): string =>
  new URLSearchParams(fields.filter((name) => state[name] !== initialState[name]).map((name) => [name, String(state[name])])).toString();

export type Item = RateLine['item'] | 'cdn' | 'volume' | 'snapshots' | 'space' | 'support' | 'standard' | 'expert';

export interface Estimate {
  lines: { item: Item; amount: number }[];
  total: number;
  /** The CDN plan that is priced; null: no domain. */
  cdn: Prices['cdn'][number] | null;
  /** The plan that is chosen doesn’t cover the traffic or the requests. */
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

/** What the state costs in its period, line by line. */
export function estimate(state: State, prices: Prices): Estimate {
  const { rates } = prices;
  const { period, quantity, cpu, ram, disk, diskType, licence } = state;
  const plan = serverPlan(state.plan);
  const order =
    quantity === 0
      ? []
      : orderLines(
          {
            plan: plan?.id ?? null,
            cpu,
            ram,
            disk: { value: disk, type: diskType },
            extra: { cpanel: licence === 'cpanel', plesk: licence === 'plesk' },
            backups: state.backups === 'yes',
            quantity,
          },
          rates,
        );
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
    ...amountsOf([...order, ...storage], periodHours[period]),
    { item: 'support', amount: support ? inPeriod(support.month, support.year, period) : 0 },
    { item: 'standard', amount: hours(prices.consulting.standard, state.standard) },
    { item: 'expert', amount: hours(prices.consulting.expert, state.expert) },
  ];
  const rank = (one: Prices['cdn'][number] | null) => (one ? prices.cdn.indexOf(one) : -1);
  return { lines, total: lines.reduce((sum, { amount }) => sum + amount, 0), cdn, isExceeded: rank(cdn) < rank(best) };
}

/** Where the servers of a state are ordered: the order form filled in. */
export function orderSearch({ plan, quantity, cpu, ram, disk, diskType, licence, backups }: State): string {
  const size = plan === 'custom' ? { cpu, ram, disk, diskType } : { plan };
  const more = { ...(licence !== 'none' && { licence }), ...(backups === 'yes' && { backups: '1' }) };
  return new URLSearchParams(Object.entries({ ...size, quantity, ...more }).map(([name, value]) => [name, String(value)])).toString();
}
