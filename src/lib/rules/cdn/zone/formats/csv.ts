import { fromCsv, toExactCsv } from '../../../../format/csv.ts';
import { fault } from '../../../core/fault.ts';
import { checkRecord } from '../../dns/record.ts';
import { autoTtlMark, proxiedMark } from '../marks.ts';
import { printNotes } from '../notes.ts';
import type { Entry } from '../parse.ts';
import { type PrintRecord, printData } from '../print.ts';
import { type FormatFault, refusal, toEntry } from './entries.ts';

const columns = ['name', 'type', 'content', 'ttl', 'priority', 'weight', 'port', 'proxied', 'comment', 'tags'] as const;
type Column = (typeof columns)[number];
/** Other names of columns, as spreadsheets and other services have them. */
const others: Readonly<Record<string, Column>> = { host: 'name', value: 'content', data: 'content', proxy: 'proxied' };

/** The columns of a first line, or null: it isn't a table of records. */
function parseColumns(head: readonly string[]): (Column | undefined)[] | null {
  const found = head.map((title) => {
    const name = title.trim().toLowerCase();
    return columns.find((column) => column === name) ?? others[name];
  });
  return found.includes('name') && found.includes('type') && found.includes('content') ? found : null;
}

export const isRecordTable = (firstLine: string): boolean => parseColumns(fromCsv(firstLine)[0]?.cells ?? []) !== null;

const parseCsvNumber = (text: string): number | undefined =>
  text.trim() === '' ? undefined : /^\d{1,10}$/.test(text.trim()) ? Number(text) : -1;

/** Reads a table of records. Names and hosts are read as in a form: hosts with a dot are absolute. */
export function readCsv(text: string, zone: string): Entry[] | FormatFault {
  const [head, ...rows] = fromCsv(text);
  const titles = parseColumns(head?.cells ?? []);
  if (!titles) return { ...fault('zone:error.csv'), line: 1 };
  return rows.flatMap(({ cells, line }): Entry[] => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const of = (column: Column): string => cells[titles.indexOf(column)] ?? '';
    const ttl = of('ttl').trim().toLowerCase();
    const isProxied = /^(?:true|yes|1|proxied)$/i.test(of('proxied').trim());
    const checked = checkRecord(
      {
        name: of('name').trim() === zone ? '@' : of('name'),
        type: of('type').trim().toUpperCase(),
        content: of('content'),
        priority: parseCsvNumber(of('priority')),
        weight: parseCsvNumber(of('weight')),
        port: parseCsvNumber(of('port')),
        ttl: ttl === '' || ttl === 'auto' ? 'auto' : (parseCsvNumber(ttl) ?? -1),
        proxy: isProxied,
        ...(of('comment').trim() !== '' && { comment: of('comment') }),
        ...(of('tags').trim() !== '' && { tags: of('tags').split(',') }),
      },
      { zone },
    );
    if (!checked.ok) {
      const [problem] = checked.problems;
      return problem ? [refusal(line, cells.join(','), problem.key, problem.params)] : [];
    }
    const { record } = checked;
    const marks = [...(record.proxy ? [proxiedMark] : []), ...(record.ttl === 'auto' ? [autoTtlMark] : []), ...printNotes(record)];
    const seconds = record.ttl === 'auto' ? undefined : record.ttl;
    return [toEntry(line, { name: record.name, ttl: seconds, type: record.type, data: printData(record), marks })];
  });
}

/** Prints records as a table: names in full, because a spreadsheet reads `@` as a formula. */
export const printCsv = (records: readonly PrintRecord[], zone: string): string =>
  toExactCsv([
    columns,
    ...records.map(({ name, type, content, ttl, priority, weight, port, proxy, comment, tags }) => [
      name === '@' ? zone : `${name}.${zone}`,
      type,
      content,
      ttl,
      priority ?? '',
      weight ?? '',
      port ?? '',
      proxy ? 'true' : 'false',
      comment ?? '',
      tags?.join(',') ?? '',
    ]),
  ]);
