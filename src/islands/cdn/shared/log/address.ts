import { isWindow } from '../../../../lib/rules/core/windows.ts';
import type { LogFilterName, ReportAddress } from './types.ts';

export const filterNames = [
  'country',
  'status',
  'path',
  'ip',
  'host',
  'method',
  'userAgent',
  'referer',
  'layer',
  'ruleId',
] as const satisfies readonly LogFilterName[];

/** What the address of a report or of the events holds. A filter that begins with `!` excludes. */
export const noFilters = Object.fromEntries(filterNames.map((name) => [name, ''])) as Record<LogFilterName, string>; // all names
export const wholeAddress: ReportAddress = { window: '24h', from: '', to: '', ...noFilters };

/** What the address asks for, without what no report has: an unknown window, a time or a status that is none. */
export function validAddress(address: ReportAddress): ReportAddress {
  const { window, from, to, status } = address;
  const isTime = (text: string) => text === '' || !Number.isNaN(Date.parse(text));
  return {
    ...address,
    window: isWindow(window) ? window : wholeAddress.window,
    ...(!(isTime(from) && isTime(to)) && { from: '', to: '' }),
    status: /^!?\d{1,3}$/.test(status) ? status : '',
  };
}

/** The input of a report without its domain. */
export function reportInput({ window, from, to, ...filters }: ReportAddress) {
  const active = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as Partial<typeof filters>; // of the same names
  return { ...(from ? { from, ...(to && { to }) } : { window }), ...active };
}

export const isFiltered = (address: Readonly<Record<LogFilterName, string>>): boolean => filterNames.some((name) => address[name] !== '');
