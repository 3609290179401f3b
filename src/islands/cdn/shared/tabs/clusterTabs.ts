import type { Translate } from '../../../../lib/i18n/translator.ts';
import { href } from '../../../../lib/routes/index.ts';
import type { DomainTab } from './tab.ts';

export const clusterTabs = (t: Translate, domain: string): DomainTab[] => [
  { value: 'clusters', label: t('cluster:tab.clusters'), href: href('clusters', { domain }) },
  { value: 'routes', label: t('cluster:tab.routes'), href: href('clusterRoutes', { domain }) },
];
