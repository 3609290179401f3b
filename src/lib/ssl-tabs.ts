import type { Translate } from './i18n/translator.ts';
import { href } from './routes.ts';

/** The screens of a domain's certificates and of HTTPS, as tabs. Each is an address of its own, in an island of its own. */
export const sslTabs = (t: Translate, domain: string) => [
  { value: 'ssl', label: t('domain:sslTab.certificates'), href: href('ssl', { domain }) },
  { value: 'https', label: t('domain:sslTab.https'), href: href('https', { domain }) },
];
