import { brand } from '../../../config/brand.ts';
import { type Locale, localeFacts } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { catalogRates, serverPlan, serverPlanIds } from '../../../lib/rules/cloud/rates.ts';
import { facts } from '../../../lib/rules/core/facts.ts';
import { planCodes, plans } from '../../../lib/rules/core/plans.ts';
import { builtInSupportPrices, paidSupportCodes } from '../../../lib/rules/core/supportPrices.ts';
import { figures } from '../figures.ts';
import type { PageFacts } from './calculator.ts';
import type { Prices } from './estimate.ts';

/** The prices at build time. The script replaces them with the provider's. */
export const builtPrices: Prices = {
  rates: catalogRates,
  cdn: planCodes.map((code) => {
    const { price, traffic, requests } = plans[code];
    return { code, ...price, traffic, requests };
  }),
  support: paidSupportCodes.map((code) => ({ code, ...builtInSupportPrices[code] })),
  consulting: builtInSupportPrices.consulting,
  freeTraffic: facts.freeTraffic,
};

export function pageFacts(locale: Locale): PageFacts {
  const t = translator(locale);
  return {
    intl: localeFacts[locale].intl,
    currency: brand.currency,
    prices: builtPrices,
    names: Object.fromEntries(planCodes.map((code) => [code, t(`site:plan.name.${code}`)])),
  };
}

/** The predefined sizes as text: “Economic: 1 vCPU, 2 GB, 25 GB SSD”. */
export function sizeOptions(locale: Locale): { value: string; text: string }[] {
  const t = translator(locale);
  const { number, size } = figures(locale);
  return serverPlanIds.flatMap((id) => {
    const plan = serverPlan(id);
    if (!plan || id === 'free') return [];
    const { code, cpu, ram, disk } = plan;
    const parts = [
      t('site:server.cores', { count: cpu, n: number(cpu) }),
      size(ram),
      `${size(disk.value)} ${disk.type === 'nvme' ? 'NVMe' : 'SSD'}`,
    ];
    return [{ value: id, text: `${t(`serverCatalogue:plan.${code}`)}: ${parts.join(' · ')}` }];
  });
}
