import type { Translate } from '../../../../lib/i18n/translator.ts';
import { href } from '../../../../lib/routes/index.ts';

/** `search`: the window and the filters, which apply to all reports. */
export const reportTabs = (t: Translate, domain: string, search: string) => [
  { value: 'traffic' as const, label: t('report:tab.traffic'), href: href('reports', { domain }) + search },
  { value: 'visitors' as const, label: t('report:tab.visitors'), href: href('reportVisitors', { domain }) + search },
  { value: 'status' as const, label: t('report:tab.status'), href: href('reportStatus', { domain }) + search },
  { value: 'waf' as const, label: t('report:tab.waf'), href: href('reportWaf', { domain }) + search },
  { value: 'errors' as const, label: t('report:tab.errors'), href: href('reportErrors', { domain }) + search },
  { value: 'alarms' as const, label: t('report:tab.alarms'), href: href('reportAlarms', { domain }) },
];
export type ReportTab = ReturnType<typeof reportTabs>[number]['value'];
