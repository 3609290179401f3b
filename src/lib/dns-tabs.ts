import { formatNumber } from './format/number.ts';
import type { Locale } from './i18n/locales.ts';
import type { Translate } from './i18n/translator.ts';
import { href } from './routes.ts';

interface DomainTab {
  value: string;
  label: string;
  href: string;
  count?: string;
}

/**
 * The screens of a domain's DNS, as tabs. Each is an address of its own, in an island of its own.
 * @param records how many there are, once that is known
 */
export const dnsTabs = (t: Translate, domain: string, locale: Locale, records: number | undefined): DomainTab[] => [
  {
    value: 'dns',
    label: t('dns:tab.records'),
    href: href('dns', { domain }),
    ...(records !== undefined && { count: formatNumber(records, locale) }),
  },
  { value: 'dnsSettings', label: t('dns:tab.settings'), href: href('dnsSettings', { domain }) },
  { value: 'nameServers', label: t('dns:tab.ns'), href: href('nameServers', { domain }) },
  { value: 'zoneFile', label: t('dns:tab.zoneFile'), href: href('zoneFile', { domain }) },
];
