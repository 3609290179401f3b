import type { Translate } from '../../../lib/i18n/translator.ts';
import { href } from '../../../lib/routes/index.ts';

export const reportTabs = (t: Translate, domain: string) => [
  { value: 'traffic' as const, label: t('report:tab.traffic'), href: href('reports', { domain }) },
  { value: 'visitors' as const, label: t('report:tab.visitors'), href: href('reportVisitors', { domain }) },
  { value: 'status' as const, label: t('report:tab.status'), href: href('reportStatus', { domain }) },
  { value: 'waf' as const, label: t('report:tab.waf'), href: href('reportWaf', { domain }) },
  { value: 'errors' as const, label: t('report:tab.errors'), href: href('reportErrors', { domain }) },
];
export type ReportTab = ReturnType<typeof reportTabs>[number]['value'];
