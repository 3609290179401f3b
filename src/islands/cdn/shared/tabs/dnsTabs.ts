import { formatNumber } from '../../../../lib/format/number.ts';
import type { Locale } from '../../../../lib/i18n/locales.ts';
import type { Translate } from '../../../../lib/i18n/translator.ts';
import { href } from '../../../../lib/routes/index.ts';
import type { DomainTab } from './tab.ts';

/** @param records the number of records, once it is known */
export const dnsTabs = (t: Translate, domain: string, locale: Locale, records: number | undefined): DomainTab[] => [
  {
    value: 'dns',
    label: t('dns:tab.records'),
    href: href('dns', { domain }),
    ...(records !== undefined && { count: formatNumber(records, locale) }),
  },
  { value: 'dnsSettings', label: t('dns:tab.settings'), href: href('dnsSettings', { domain }) },
  { value: 'nameServers', label: t('dns:tab.ns'), href: href('nameServers', { domain }) },
  { value: 'dnssec', label: t('dns:tab.dnssec'), href: href('dnssec', { domain }) },
  { value: 'propagation', label: t('dns:tab.propagation'), href: href('propagation', { domain }) },
  { value: 'zoneFile', label: t('dns:tab.zoneFile'), href: href('zoneFile', { domain }) },
];
