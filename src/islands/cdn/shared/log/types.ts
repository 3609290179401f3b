import type { ReportInput } from '../../../../lib/contract/cdn/report.ts';
import type { Window } from '../../../../lib/rules/core/windows.ts';

export type LogFilterName = Exclude<keyof ReportInput, 'domainId' | 'window' | 'from' | 'to'>;
export type ReportAddress = Record<LogFilterName | 'from' | 'to', string> & { window: Window };
