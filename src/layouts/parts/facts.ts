import { brand } from '../../config/brand.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { type Locale, localeFacts } from '../../lib/i18n/locales.ts';
import { translator } from '../../lib/i18n/server.ts';
import { millsFor, periodHours } from '../../lib/rules/cloud/price.ts';
import { backupPercent, diskKinds, unitRates, volumeRate } from '../../lib/rules/cloud/rates.ts';
import { serverSizeCodes, serverSizes } from '../../lib/rules/cloud/sizes.ts';
import { facts } from '../../lib/rules/core/facts.ts';
import { FOUR_EYES_FROM } from '../../lib/rules/core/fourEyes.ts';
import { planCodes } from '../../lib/rules/core/plans.ts';
import { supportPeriods, supportPlanCodes, supportPlans } from '../../lib/rules/support/plans.ts';
import type { Catalog } from './catalog.ts';
import { figures } from './figures.ts';

const known = new WeakMap<Catalog, Map<Locale, Readonly<Record<string, string>>>>();

/** All figures for prose, in the format of a language: `uptime`, `plan.eco.price`, `consulting.standard` … */
export function factTexts(locale: Locale, catalog: Catalog): Readonly<Record<string, string>> {
  const byLocale = known.get(catalog) ?? new Map<Locale, Readonly<Record<string, string>>>();
  known.set(catalog, byLocale);
  const texts = byLocale.get(locale) ?? makeTexts(locale, catalog);
  byLocale.set(locale, texts);
  return texts;
}

function makeTexts(locale: Locale, { plans, trafficPrice }: Catalog): Record<string, string> {
  const { intl, direction } = localeFacts[locale];
  const { number, money, size, count, duration } = figures(locale);
  const t = translator(locale);
  const unit = (value: number, name: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(intl, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value);
  const clock = new Intl.DateTimeFormat(intl, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' });
  const at = (hour: number) => Date.UTC(2026, 0, 1, hour);
  const percent = new Intl.NumberFormat(intl, { style: 'percent', maximumFractionDigits: 2 });
  /** @param rate micro-mills an hour */
  const exact = (rate: number) => formatMoney(rate / 1_000_000, locale, { exact: true });
  const texts: Record<string, string> = {
    brand: brand.name[locale],
    email: brand.contact.email,
    // The mark keeps the sign on the correct side of the digits in Persian.
    uptime: percent.format(facts.uptime).replace('٪', '\u200f٪'),
    officeHours: clock.formatRange(at(facts.officeHours.from), at(facts.officeHours.to)),
    freeTraffic: size(facts.freeTraffic),
    trafficPrice: formatMoney(trafficPrice, locale, { exact: true }),
    nameServerUpdate: unit(facts.nameServerUpdate, 'hour'),
    downgradeLock: unit(facts.downgradeLock, 'day'),
    graceNegative: unit(facts.graceNegative, 'hour'),
    wafDetection: unit(facts.wafDetection, 'minute'),
    'upload.files': number(facts.upload.files),
    'upload.size': new Intl.NumberFormat(intl, {
      style: 'unit',
      unit: 'megabyte',
      unitDisplay: direction === 'rtl' ? 'long' : 'short',
    }).format(facts.upload.megabytes),
    'consulting.standard': money(facts.consulting.standard),
    'consulting.expert': money(facts.consulting.expert),
    approvalFrom: money(FOUR_EYES_FROM),
    backupShare: percent.format(backupPercent / 100),
    storedHour: exact(1000 * unitRates.backup),
    cacheMax: unit(facts.cacheMax, 'day'),
    imageQuality: number(facts.imageQuality),
  };
  for (const code of planCodes) {
    const { price, traffic, requests, pageRules, minCacheTtl } = plans[code];
    const set = (name: string, value: number | null, words: (value: number) => string) => {
      if (value !== null) texts[`plan.${code}.${name}`] = words(value);
    };
    set('price', price.monthly, money);
    set('traffic', traffic, size);
    set('requests', requests, count);
    set('pageRules', pageRules, number);
    set('minCacheTtl', minCacheTtl, duration);
  }
  for (const type of diskKinds) {
    const hour = volumeRate(100, type);
    texts[`volume.${type}.hour`] = exact(hour);
    texts[`volume.${type}.month`] = money(millsFor(hour, periodHours.monthly));
  }
  for (const code of supportPlanCodes) {
    const { price, replyHours } = supportPlans[code];
    texts[`support.${code}.reply`] = unit(replyHours, 'hour');
    if (price) for (const period of supportPeriods) texts[`support.${code}.${period}`] = money(price[period]);
  }
  // The example of a change of plans: 20 of 30 days of the smaller one are unused.
  const [paid, next] = [plans.eco.price.monthly ?? 0, plans.com.price.monthly ?? 0];
  const credit = Math.floor((paid * 20) / 30);
  texts['example.credit'] = formatMoney(-credit, locale, { exact: true });
  texts['example.total'] = formatMoney(next - credit, locale, { exact: true });
  for (const code of serverSizeCodes) {
    const { cpu, ram, disk, diskType } = serverSizes[code];
    texts[`server.${code}.cores`] = t('site:server.cores', { count: cpu, n: number(cpu) });
    texts[`server.${code}.ram`] = size(ram);
    texts[`server.${code}.disk`] = `${size(disk)} ${diskType}`;
  }
  return texts;
}

/** Replaces `{{name}}` in every text of a content file. An unknown name throws with the file and position, and fails the build. */
export function fill<T>(value: T, texts: Readonly<Record<string, string>>, where: string): T;
export function fill(value: unknown, texts: Readonly<Record<string, string>>, where: string): unknown {
  if (typeof value === 'string')
    return value.replace(/\{\{\s*([^}]*?)\s*\}\}/g, (_, name: string) => {
      const text = texts[name];
      if (text === undefined) throw new Error(`${where} refers to {{${name}}}, which isn't a figure in src/layouts/parts/facts.ts`);
      return text;
    });
  if (Array.isArray(value)) return value.map((item, index) => fill(item, texts, `${where}[${index}]`));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, texts, `${where} ${key}`)]));
  return value;
}
