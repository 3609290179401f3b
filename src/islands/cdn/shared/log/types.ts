import type { ReportInput } from '../../../../lib/contract/cdn/report.ts';
import type { ReportWindow } from '../../../../lib/rules/cdn/report/range.ts';

export type LogFilterName = Exclude<keyof ReportInput, 'domainId' | 'window' | 'from' | 'to'>;
export type ReportAddress = Record<LogFilterName | 'from' | 'to', string> & { window: ReportWindow };
