import { siteText } from '../../adapter/siteText.ts';
import { brand } from '../../config/brand.ts';
import { formatPercent } from '../../lib/format/number.ts';
import { type Locale, localeFacts } from '../../lib/i18n/locales.ts';
import { translator } from '../../lib/i18n/server.ts';
import { backupPercent, diskKinds } from '../../lib/rules/cloud/rates.ts';
import { serverSizeCodes, serverSizes } from '../../lib/rules/cloud/sizes.ts';
import { facts } from '../../lib/rules/core/facts.ts';
import { FOUR_EYES_FROM } from '../../lib/rules/core/fourEyes.ts';
import { planCodes, plans } from '../../lib/rules/core/plans.ts';
import { consultingLevels, paidSupportCodes, supportPeriods } from '../../lib/rules/core/supportPrices.ts';
import { supportPlanCodes } from '../../lib/rules/support/plans.ts';
import { figures } from './figures.ts';

const known = new Map<Locale, Readonly<Record<string, string>>>();

/** All figures for prose, in the format of a language: `uptime`, `plan.eco.price`, `consulting.standard` … */
export function factTexts(locale: Locale): Readonly<Record<string, string>> {
  const texts = known.get(locale) ?? makeTexts(locale);
  known.set(locale, texts);
  return texts;
}

function makeTexts(locale: Locale): Record<string, string> {
  const { intl, direction } = localeFacts[locale];
  const { number, money, size } = figures(locale);
  const t = translator(locale);
  const unit = (value: number, name: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(intl, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value);
  const percent = (share: number) => formatPercent(share, locale, { maximumFractionDigits: 2 });
  const texts: Record<string, string> = {
    brand: brand.name[locale],
    email: brand.contact.email,
    uptime: percent(facts.uptime),
    officeHours: siteText(`officeHours:${locale}`),
    freeTraffic: size(facts.freeTraffic),
    trafficPrice: siteText(`trafficPrice:${locale}`),
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
    approvalFrom: money(FOUR_EYES_FROM),
    backupShare: percent(backupPercent / 100),
    backupHour: siteText(`rate:backup:1000:hourly:${locale}`),
    snapshotHour: siteText(`rate:snapshot:1000:hourly:${locale}`),
    cacheMax: unit(facts.cacheMax, 'day'),
    imageQuality: number(facts.imageQuality),
  };
  for (const code of planCodes) {
    const plan = plans[code];
    if (plan.price.monthly !== null) texts[`plan.${code}.price`] = siteText(`plan:${code}:monthly:${locale}`);
    for (const limit of ['traffic', 'requests', 'pageRules', 'minCacheTtl'] as const)
      if (plan[limit] !== null) texts[`plan.${code}.${limit}`] = siteText(`limit:${code}:${limit}:${locale}`);
  }
  for (const type of diskKinds) {
    const item = type === 'nvme' ? 'volumeNvme' : 'volumeSsd';
    texts[`volume.${type}.hour`] = siteText(`rate:${item}:100:hourly:${locale}`);
    texts[`volume.${type}.month`] = siteText(`rate:${item}:100:monthly:${locale}`);
  }
  for (const level of consultingLevels) texts[`consulting.${level}`] = siteText(`consulting:${level}:${locale}`);
  for (const code of supportPlanCodes) texts[`support.${code}.reply`] = siteText(`replyHours:${code}:${locale}`);
  for (const code of paidSupportCodes)
    for (const period of supportPeriods) texts[`support.${code}.${period}`] = siteText(`support:${code}:${period}:${locale}`);
  for (const name of ['credit', 'total']) texts[`example.${name}`] = siteText(`example:${name}:${locale}`);
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
