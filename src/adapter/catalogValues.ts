import { brand } from '../config/brand.ts';
import { figures } from '../lib/format/figures.ts';
import { formatMoney } from '../lib/format/money.ts';
import { formatOfficeHours } from '../lib/format/officeHours.ts';
import { counted } from '../lib/format/quantity.ts';
import { isLocale, type Locale } from '../lib/i18n/locales.ts';
import { translator } from '../lib/i18n/server.ts';
import { millsFor, periodHours } from '../lib/rules/cloud/price.ts';
import { catalogRates, type Rates } from '../lib/rules/cloud/rates.ts';
import { BUILT_ORIGIN } from '../lib/rules/core/builtOrigin.ts';
import { facts } from '../lib/rules/core/facts.ts';
import { type Values, when } from '../lib/rules/core/placeholders.ts';
import { type Plan, type PlanCode, type PlanFeature, planCodes, planFeatures, plans as table } from '../lib/rules/core/plans.ts';
import { builtInSupportPrices, consultingLevels, type SupportPrices, supportPeriods } from '../lib/rules/core/supportPrices.ts';
import { replyHours, supportPlanCodes, supportPrice } from '../lib/rules/support/plans.ts';

/** What the public pages offer. */
export interface PublicCatalog {
  /** The plans that are offered. */
  plans: ReadonlyMap<PlanCode, Plan>;
  /** Mills for a gigabyte beyond what plans and accounts include. */
  trafficPrice: number;
  /** Of servers and what belongs to them. */
  rates: Rates;
  support: SupportPrices;
}
/** That of the code, until the provider has answered. */
export const builtInCatalog: PublicCatalog = {
  plans: new Map(planCodes.map((code) => [code, table[code]])),
  trafficPrice: facts.trafficPrice,
  rates: catalogRates,
  support: builtInSupportPrices,
};

type Limit = 'traffic' | 'requests' | 'pageRules' | 'minCacheTtl';
const limits: readonly Limit[] = ['traffic', 'requests', 'pageRules', 'minCacheTtl'];
const isLimit = (name: string): name is Limit => limits.some((limit) => limit === name);
const isPlan = (name: string): name is PlanCode => planCodes.some((code) => code === name);

/** What a prepaid year costs less than twelve months, in mills; 0 without a price for a year. */
const savedBy = ({ monthly, annual }: Plan['price']): number => (monthly && annual !== null ? monthly * 12 - annual : 0);

/**
 * The values of a catalog for placeholders. Texts: `money:80000:en` (mills), `exact:40:en`, `plan:eco:monthly:en` (or `annual`, `saved`),
 * `limit:eco:traffic:en`, `row:eco:traffic:en`, `trafficPrice:en`, `example:credit:en`, `currency`, `currencyMembers`, `offers:en`,
 * `rate:volumeSsd:100:hourly:en` (100 units of a resource for an hour, or `monthly`), `support:priority:month:en` (or `year`),
 * `consulting:expert:en`, `officeHours:en`, `replyHours:included:en` (24 hours), `replyText:included:en` (a sentence with it).
 * Lists of one or none, for parts of a page: `plan.eco` if it is offered, `contract.eco`, `priced.eco`, `free.eco`, `paid.eco`, `annual.eco`,
 * `monthly.eco` (a price, but none for a year), `saved.eco`, `limits.eco.traffic`, `byContract.eco`, `feature.eco.dnssec`,
 * `noFeature.eco.dnssec`, `newFeature.eco.dnssec` (that the plan below lacks).
 */
export function catalogValues({ plans, trafficPrice, rates, support }: PublicCatalog): Values {
  const planOf = (code: PlanCode): Plan => plans.get(code) ?? table[code];
  const exact = (mills: number, locale: Locale) => formatMoney(mills, locale, { exact: true });

  function limitText(plan: Plan, limit: Limit, locale: Locale): string {
    const { size, count, number, duration } = figures(locale);
    const value = plan[limit];
    if (value === null) return translator(locale)('plan:limit.byContract');
    return { traffic: size, requests: count, pageRules: number, minCacheTtl: duration }[limit](value);
  }

  function rowText(plan: Plan, limit: Limit, locale: Locale): string {
    const t = translator(locale);
    const n = limitText(plan, limit, locale);
    if (limit === 'pageRules') return t('plan:limit.pageRules', { count: plan.pageRules ?? 0, n });
    if (limit === 'minCacheTtl') return t('plan:limit.minCacheTtl', { time: n });
    return limit === 'traffic' ? t('plan:limit.traffic', { n }) : t('plan:limit.requests', { n });
  }

  function planText(plan: Plan, name: string, locale: Locale): string | undefined {
    const { monthly, annual } = plan.price;
    const amount = { monthly, annual, saved: savedBy(plan.price) }[name];
    if (amount === undefined) return undefined;
    return amount === null ? translator(locale)('site:plan.onRequest') : figures(locale).money(amount);
  }

  /** The example of a change of plans: 20 of 30 days of the smaller one are unused. */
  function exampleText(name: string, locale: Locale): string | undefined {
    const credit = Math.floor(((planOf('eco').price.monthly ?? 0) * 20) / 30);
    if (name === 'credit') return exact(-credit, locale);
    return name === 'total' ? exact((planOf('com').price.monthly ?? 0) - credit, locale) : undefined;
  }

  /** Plans with a price, as members of an object in structured data (schema.org Offer). */
  function offers(locale: Locale): string {
    const t = translator(locale);
    const { code: priceCurrency, divisor, minorDigits } = brand.currency;
    const url = `${BUILT_ORIGIN}${locale === 'en' ? '' : `/${locale}`}/pricing`;
    const list = planCodes.flatMap((code) => {
      const monthly = plans.get(code)?.price.monthly ?? null;
      if (monthly === null) return [];
      const price = (Math.floor(monthly / divisor) / 10 ** minorDigits).toFixed(minorDigits);
      const priceSpecification = { '@type': 'UnitPriceSpecification', price, priceCurrency, unitCode: 'MON' };
      return { '@type': 'Offer', name: t(`site:plan.name.${code}`), price, priceCurrency, url, priceSpecification };
    });
    return `"offers":${JSON.stringify(list)}`;
  }

  function replyText(kind: 'replyHours' | 'replyText', name: string, locale: Locale): string | undefined {
    const code = supportPlanCodes.find((one) => one === name);
    if (!code) return undefined;
    const hours = replyHours(code);
    return kind === 'replyHours' ? figures(locale).hours(hours) : translator(locale)('supportPlan:answer', counted(hours, locale));
  }

  /** A price of a resource: its smallest amounts are a part of a cent. */
  function rateText([item, quantity, period]: readonly string[], locale: Locale): string | undefined {
    const rate = Object.entries(rates.unit).find(([name]) => name === item)?.[1];
    if (rate === undefined) return undefined;
    const all = rate * Number(quantity);
    if (period === 'hourly') return exact(all / 1_000_000, locale);
    return period === 'monthly' ? figures(locale).money(millsFor(all, periodHours.monthly)) : undefined;
  }

  function supportText(name: string, of: string, locale: Locale): string | undefined {
    const code = supportPlanCodes.find((one) => one === name);
    const period = supportPeriods.find((one) => one === of);
    const price = code && period && supportPrice(code, support)?.[period];
    return price === undefined ? undefined : figures(locale).money(price);
  }

  function consultingText(name: string, locale: Locale): string | undefined {
    const level = consultingLevels.find((one) => one === name);
    return level && figures(locale).money(support.consulting[level]);
  }

  function text(key: string): string | undefined {
    if (key === 'currency') return brand.currency.code;
    if (key === 'currencyMembers') return `"currency":${JSON.stringify(brand.currency)}`;
    const [kind = '', ...rest] = key.split(':');
    const locale = rest.pop();
    if (!isLocale(locale)) return undefined;
    const [first = '', second = ''] = rest;
    switch (kind) {
      case 'money':
        return figures(locale).money(Number(first));
      case 'exact':
        return exact(Number(first), locale);
      case 'trafficPrice':
        return exact(trafficPrice, locale);
      case 'example':
        return exampleText(first, locale);
      case 'offers':
        return offers(locale);
      case 'rate':
        return rateText(rest, locale);
      case 'support':
        return supportText(first, second, locale);
      case 'consulting':
        return consultingText(first, locale);
      case 'officeHours':
        return formatOfficeHours(brand.support.officeHours, locale);
      case 'replyHours':
      case 'replyText':
        return replyText(kind, first, locale);
      default:
    }
    if (!isPlan(first)) return undefined;
    const plan = planOf(first);
    if (kind === 'plan') return planText(plan, second, locale);
    if (!isLimit(second)) return undefined;
    return kind === 'limit' ? limitText(plan, second, locale) : kind === 'row' ? rowText(plan, second, locale) : undefined;
  }

  function list(name: string): readonly Record<string, string>[] | undefined {
    const [kind = '', code = '', detail = ''] = name.split('.');
    if (!isPlan(code)) return undefined;
    const plan = planOf(code);
    const { monthly, annual } = plan.price;
    const hasAnnual = Boolean(monthly) && annual !== null;
    switch (kind) {
      case 'plan':
        return when(plans.has(code));
      case 'contract':
        return when(monthly === null);
      case 'priced':
        return when(monthly !== null);
      case 'free':
        return when(monthly === 0);
      case 'paid':
        return when(monthly !== null && monthly > 0);
      case 'annual':
        return when(hasAnnual);
      case 'monthly':
        return when(monthly !== null && !hasAnnual);
      case 'saved':
        return when(savedBy(plan.price) > 0);
      case 'byContract':
        return when(limits.every((limit) => plan[limit] === null));
      case 'limits':
        return isLimit(detail) ? when(plan[detail] !== null) : undefined;
      default:
    }
    const feature = planFeatures.find((one) => one === detail);
    if (!feature) return undefined;
    const has = (one: PlanCode | undefined, what: PlanFeature) => one !== undefined && planOf(one).features.includes(what);
    if (kind === 'feature') return when(has(code, feature));
    if (kind === 'noFeature') return when(!has(code, feature));
    return kind === 'newFeature' ? when(has(code, feature) && !has(planCodes[planCodes.indexOf(code) - 1], feature)) : undefined;
  }

  return { text, list };
}
