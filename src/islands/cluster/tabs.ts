import type { Translate } from '../../lib/i18n/translator.ts';
import { href } from '../../lib/routes.ts';

/** The lists of a domain's clusters, as tabs. Each is an address of its own. */
export const clusterTabs = (t: Translate, domain: string) => [
  { value: 'clusters', label: t('cluster:tab.clusters'), href: href('clusters', { domain }) },
  { value: 'routes', label: t('cluster:tab.routes'), href: href('clusterRoutes', { domain }) },
];
