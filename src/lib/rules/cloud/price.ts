import { backupPercent, catalogRates, type DiskKind, type Rate, type Rates, serverPlan, volumeRate } from './rates.ts';

/** Hours of a billing period; a month is a twelfth of 365 days. */
export const periodHours = { hourly: 1, daily: 24, monthly: 730, annual: 8760 } as const;
export type PricePeriod = keyof typeof periodHours;
export const pricePeriods = Object.keys(periodHours) as PricePeriod[]; // the keys of the table

/** How a server is billed: by the hour, or for a period in advance. */
export const billingPeriods = ['payg', 'day', 'month', 'year'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];
const prepaid = { day: 'daily', month: 'monthly', year: 'annual' } as const satisfies Record<string, PricePeriod>;

/** An entry of the price list. */
export interface ListedPrice {
  item: string;
  price: Record<PricePeriod, number>;
  /** Micro-mills an hour; a provider without it has rounded prices, and the yearly price has the smallest rounding error. */
  rate?: Rate | undefined;
}

/** What a provider publishes. */
export interface PriceList {
  data: readonly ListedPrice[];
  /** Micro-mills for a gigabyte of traffic. */
  trafficRate?: Rate | undefined;
}

/** The rates of a price list; missing ones come from `fallback`. */
export function toRates({ data, trafficRate }: PriceList, fallback: Rates): Rates {
  const found = new Map(data.map(({ item, price, rate }) => [item, rate ?? Math.round((price.annual * 1_000_000) / periodHours.annual)]));
  const over = <K extends string>(own: Record<K, Rate>) =>
    Object.fromEntries((Object.keys(own) as K[]).map((item) => [item, found.get(item) ?? own[item]])) as Record<K, Rate>; // the same keys
  return { unit: over(fallback.unit), plan: over(fallback.plan), traffic: trafficRate ?? fallback.traffic };
}

/** Mills for hours at a rate. The only place with rounding, half up. */
export const millsFor = (rate: Rate, hours: number): number => Math.round((rate * hours) / 1_000_000);

export type Price = Record<PricePeriod, number>;
export const toPrice = (rate: Rate): Price => ({
  hourly: millsFor(rate, periodHours.hourly),
  daily: millsFor(rate, periodHours.daily),
  monthly: millsFor(rate, periodHours.monthly),
  annual: millsFor(rate, periodHours.annual),
});

/** The parts of an order that have a price. */
export interface Sized {
  /** ID of a predefined size; null: the parts below are priced separately. */
  plan: string | null;
  cpu: number;
  /** Gigabytes, as the disk. */
  ram: number;
  disk: { value: number; type: DiskKind };
  /** Gigabytes that a server has beyond the disk of its plan, after a resize that kept a larger disk. */
  extraDisk?: number | undefined;
  extra: { cpanel: boolean; plesk: boolean };
  /** Scheduled backups. */
  backups: boolean;
  /** Volumes of each server, in gigabytes. Always charged by the hour. */
  volumes?: readonly { size: number; type: DiskKind }[] | undefined;
  quantity: number;
}

export const priceItems = ['plan', 'cpu', 'ram', 'disk', 'backups', 'cpanel', 'plesk', 'volumes'] as const;
export interface RateItem {
  item: (typeof priceItems)[number];
  /** For all servers of the order. */
  rate: Rate;
}

/** The rate of a size: that of its plan with what its disk has beyond it, or the sum of its parts. */
export function sizeRates(
  { plan, cpu, ram, disk, extraDisk = 0 }: Pick<Sized, 'plan' | 'cpu' | 'ram' | 'disk' | 'extraDisk'>,
  rates = catalogRates,
): RateItem[] {
  const known = serverPlan(plan);
  const gigabyte = disk.type === 'nvme' ? rates.unit.diskNvme : rates.unit.diskSsd;
  if (known)
    return [
      { item: 'plan', rate: rates.plan[known.id] },
      ...(extraDisk > 0 ? [{ item: 'disk' as const, rate: gigabyte * extraDisk }] : []),
    ];
  return [
    { item: 'cpu', rate: rates.unit.cpu * cpu },
    { item: 'ram', rate: rates.unit.ram * ram },
    { item: 'disk', rate: gigabyte * disk.value },
  ];
}

export const sumRates = (lines: readonly Pick<RateItem, 'rate'>[]): Rate => lines.reduce((sum, { rate }) => sum + rate, 0);

/** The line items of an order. Pure: shared by the order form, the calculator and the provider. */
export function orderRates(order: Sized, rates = catalogRates): RateItem[] {
  const size = sizeRates(order, rates);
  const lines: RateItem[] = [
    ...size,
    // Rates are whole thousands, so a tenth of one is whole as well.
    ...(order.backups ? [{ item: 'backups' as const, rate: Math.round((sumRates(size) * backupPercent) / 100) }] : []),
    ...(order.extra.cpanel ? [{ item: 'cpanel' as const, rate: rates.unit.cpanel }] : []),
    ...(order.extra.plesk ? [{ item: 'plesk' as const, rate: rates.unit.plesk }] : []),
  ];
  const volumes = (order.volumes ?? []).reduce((sum, { size: gigabytes, type }) => sum + volumeRate(gigabytes, type, rates), 0);
  if (volumes > 0) lines.push({ item: 'volumes', rate: volumes });
  return lines.map(({ item, rate }) => ({ item, rate: rate * order.quantity }));
}

/** The amounts of the lines for a number of hours, which add up to the rounded sum: each is the step of the running total. */
export function withAmounts<L extends Pick<RateItem, 'rate'>>(lines: readonly L[], hours: number): (L & { amount: number })[] {
  let rate = 0;
  let before = 0;
  return lines.map((line) => {
    rate += line.rate;
    const total = millsFor(rate, hours);
    const amount = total - before;
    before = total;
    return { ...line, amount };
  });
}

/**
 * The balance that an order requires, in mills: the prepaid period, or a day for pay as you go, so that nothing
 * is stopped right after it was ordered.
 */
export const neededFor = (rate: Rate, period: BillingPeriod): number =>
  millsFor(rate, periodHours[period === 'payg' ? 'daily' : prepaid[period]]);

/** The immediate charge of an order, and the required balance. Volumes are always billed by the hour. */
export function orderNeeds(lines: readonly RateItem[], period: BillingPeriod): { due: number; needed: number } {
  if (period === 'payg') return { due: 0, needed: neededFor(sumRates(lines), period) };
  const due = neededFor(sumRates(lines.filter(({ item }) => item !== 'volumes')), period);
  return { due, needed: due + neededFor(sumRates(lines.filter(({ item }) => item === 'volumes')), 'payg') };
}
