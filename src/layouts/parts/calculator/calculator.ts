import { type PriceList, toRates } from '../../../lib/rules/cloud/price.ts';
import { cdnPlanFor, type Estimate, estimate, fields, orderSearch, type Prices, parseState, type State, toSearch } from './estimate.ts';

/* Calculates while typing, keeps the state in the address, and replaces the build's prices with the provider's. */

/** The data that Calculator.astro embeds in the page. */
export interface PageFacts {
  intl: string;
  currency: { code: string; divisor: number; minorDigits: number };
  prices: Prices;
  /** Names of CDN plans by code. */
  names: Record<string, string>;
}

const root = document.querySelector('[data-calculator]') as HTMLElement; // Calculator.astro has it, as all below
const part = <T extends HTMLElement>(name: string) => root.querySelector(`[data-part="${name}"]`) as T;
const form = root.querySelector('form') as HTMLFormElement;
const facts = JSON.parse(part('facts').textContent ?? '') as PageFacts; // written by Calculator.astro
let { prices } = facts;

const control = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | RadioNodeList | null;
const read = (): State => parseState((name) => control(name)?.value ?? null);
const write = (state: State): void => {
  for (const name of fields) {
    const field = control(name);
    if (field) field.value = String(state[name]);
  }
};

/** To the mill, so that the items add up to their total. */
function money(mills: number): string {
  const { code, divisor, minorDigits } = facts.currency;
  const units = mills / divisor / 10 ** minorDigits;
  return new Intl.NumberFormat(facts.intl, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: minorDigits,
    maximumFractionDigits: minorDigits + Math.round(Math.log10(divisor)),
  })
    .formatToParts(units)
    .map(({ type, value }) => (type === 'currency' && /[A-Za-z]/.test(value) ? `\u2066${value}\u2069` : value))
    .join('');
}

function show(state: State): void {
  const { lines, total, cdn, isExceeded }: Estimate = estimate(state, prices);
  const { period } = state;
  const isByContract = cdn !== null && cdn.monthly === null;
  for (const row of root.querySelectorAll<HTMLElement>('[data-line]')) {
    const line = lines.find(({ item }) => item === row.dataset.line);
    const isCdn = row.dataset.line === 'cdn';
    row.hidden = isCdn ? cdn === null : !line?.amount;
    const [name, amount] = row.children;
    if (isCdn && cdn && name) name.textContent = (row.dataset.text ?? '').replace('#', facts.names[cdn.code] ?? cdn.code);
    if (amount) amount.textContent = isCdn && isByContract ? (row.dataset.contract ?? '') : money(line?.amount ?? 0);
  }
  part('total').textContent = money(total);
  for (const label of root.querySelectorAll<HTMLElement>('[data-per]')) label.hidden = label.dataset.per !== period;
  part('contract').hidden = !isByContract;
  const best = cdnPlanFor(state, prices);
  part('exceeded').hidden = !isExceeded;
  part('exceeded').textContent = (part('exceeded').dataset.text ?? '').replace('#', facts.names[best?.code ?? ''] ?? '');
  for (const group of root.querySelectorAll<HTMLElement>('[data-if]')) {
    const [name = '', value] = (group.dataset.if ?? '').split('=');
    group.hidden = String(state[name as keyof State]) !== value; // names of fields, in Calculator.astro
  }
  const order = part<HTMLAnchorElement>('order');
  if (order) {
    order.hidden = state.quantity === 0;
    order.href = `${order.dataset.base}?${orderSearch(state)}`;
  }
  const domain = part<HTMLAnchorElement>('domain');
  domain.hidden = cdn === null || isByContract;
  domain.href = `${domain.dataset.base}?plan=${cdn?.code ?? ''}`;
  const search = toSearch(state);
  history.replaceState(history.state, '', `${location.pathname}${search && `?${search}`}${location.hash}`);
}

/** The current prices; on failure, those of the build stay, with a note. */
async function load(): Promise<void> {
  const failed = part('failed');
  const retry = failed.querySelector('button') as HTMLButtonElement; // as above
  retry.disabled = true;
  const fetchJson = async (path: string): Promise<unknown> => {
    const answer = await fetch(`/api${path}`, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(18_000) });
    if (!answer.ok) throw new Error(`${path} responded with ${answer.status}`);
    return answer.json();
  };
  try {
    const [list, { plans }, offered] = (await Promise.all(
      ['/server/fin/publicPrice', '/domain/plan/publicList', '/support/plan/publicList'].map(fetchJson),
    )) as [
      PriceList,
      {
        plans: {
          code: string;
          price: Pick<Prices['cdn'][number], 'monthly' | 'annual'>;
          traffic: number | null;
          requests: number | null;
        }[];
      },
      { plans: { id: string; price: Pick<Prices['support'][number], 'month' | 'year'> | null }[]; consulting: Prices['consulting'] },
    ]; // the contract's outputs; another shape throws below and counts as failed
    const cdn = plans.map(({ code, price, traffic, requests }) => ({ code, ...price, traffic, requests }));
    const support = offered.plans.flatMap(({ id, price }) => (price ? [{ code: id, ...price }] : []));
    prices = { ...prices, rates: toRates(list, prices.rates), cdn, support, consulting: offered.consulting };
    failed.hidden = true;
    show(read());
  } catch {
    failed.hidden = false;
  } finally {
    retry.disabled = false;
  }
}

const sharedParams = new URLSearchParams(location.search);
write(parseState((name) => sharedParams.get(name)));
form.addEventListener('input', () => show(read()));
// A number out of range is corrected on blur, not while typing.
form.addEventListener('change', () => write(read()));
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', (event) => {
  event.preventDefault();
  write(parseState(() => null));
  show(read());
});
part('failed')
  .querySelector('button')
  ?.addEventListener('click', () => void load());
const share = part<HTMLButtonElement>('share');
share.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    part('shared').textContent = share.dataset.done ?? '';
  } catch {
    part('shared').textContent = share.dataset.failed ?? '';
  }
});
show(read());
void load();
