import type { Translate } from './i18n/translator.ts';
import { href } from './routes.ts';

/** The screens of a domain's DNS, as tabs. Each is an address of its own, in an island of its own. */
export const dnsTabs = (t: Translate, domain: string) => [
  { value: 'dns', label: t('dns:tab.records'), href: href('dns', { domain }) },
  { value: 'zoneFile', label: t('dns:tab.zoneFile'), href: href('zoneFile', { domain }) },
];
