import type { Translate } from '../../../../lib/i18n/translator.ts';
import { href } from '../../../../lib/routes/index.ts';
import type { DomainTab } from './tab.ts';

export const sslTabs = (t: Translate, domain: string): DomainTab[] => [
  { value: 'ssl', label: t('domain:sslTab.certificates'), href: href('ssl', { domain }) },
  { value: 'https', label: t('domain:sslTab.https'), href: href('https', { domain }) },
];
