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

/** The input of a report without its domain. */
export function inputOf({ window, from, to, ...filters }: ReportAddress) {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as Partial<typeof filters>; // of the same names
  return { ...(from ? { from, ...(to && { to }) } : { window }), ...given };
}

export const isFiltered = (address: Readonly<Record<LogFilterName, string>>): boolean => filterNames.some((name) => address[name] !== '');
