import { absolute } from '../../core/dnsName.ts';
import { type Fault, fault } from '../../core/fault.ts';

const fieldOperators = {
  type: ['=', '!='],
  name: ['~', '!~', '=', '!='],
  content: ['~', '!~', '=', '!='],
  proxy: ['=', '!='],
  ttl: ['=', '!=', '<', '>'],
  comment: ['~', '!~', '=', '!='],
  tag: ['=', '!=', '~', '!~'],
} as const;
export type FilterField = keyof typeof fieldOperators;
/** `~`: contains. */
export type FilterOperator = (typeof fieldOperators)[FilterField][number];
export const filterFields = Object.keys(fieldOperators) as FilterField[]; // the keys of the table above
/** The operators of a field; the first is the usual one. */
export const filterOperators: Readonly<Record<FilterField, readonly FilterOperator[]>> = fieldOperators;

export interface Condition {
  field: FilterField;
  operator: FilterOperator;
  /** Empty with `=` or `!=`: no comment, no tag. */
  value: string;
}
/** Groups of which one must match, each with conditions that must all match. */
export type RecordFilter = Condition[][];

export const maxFilter = 2000;
export const maxConditions = 20;
const filterExample = 'type=MX or tag=mail and ttl<3600';

/** What a filter reads of a record. */
interface Filtered {
  name: string;
  type: string;
  content: string;
  ttl: number | 'auto';
  proxy: boolean;
  comment?: string | undefined;
  tags?: readonly string[] | undefined;
}

/** The longer operators first. */
const condition = /\s*([a-z]+)\s*(!=|!~|=|~|<|>)\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))/y;
const joiner = /\s+(and|or)(?=\s)/y;
/** Whether a field can have a value. Only comments and tags may be missing. */
const isValue = ({ field, operator, value }: Condition): boolean =>
  value === ''
    ? (field === 'comment' || field === 'tag') && (operator === '=' || operator === '!=')
    : field === 'proxy'
      ? value === 'on' || value === 'off'
      : field === 'ttl'
        ? value === 'auto' || /^\d{1,10}$/.test(value)
        : true;

/**
 * Reads a filter such as `type=MX or tag=mail and ttl<3600`: `and` binds more tightly than `or`. A value with spaces is in quotation
 * marks, where `\` escapes.
 * @returns the filter, or where it can't be read
 */
export function parseFilter(text: string): RecordFilter | Fault {
  const wrong = (at: number) => fault('dns:error.filter', { text: text.slice(at).trim() || text, example: filterExample });
  if (text.length > maxFilter) return fault('dns:error.filterTooLong', { max: maxFilter });
  const groups: RecordFilter = [[]];
  let count = 0;
  for (let at = 0; ; ) {
    condition.lastIndex = at;
    const [whole, name = '', operator = '', quoted, word = ''] = condition.exec(text) ?? [];
    const value = quoted?.replace(/\\(.)/g, '$1') ?? word;
    const one = { field: name, operator, value } as Condition; // checked below
    if (whole === undefined || !filterOperators[one.field]?.includes(one.operator) || !isValue(one)) return wrong(at);
    if (++count > maxConditions) return fault('dns:error.filterConditions', { max: maxConditions });
    groups.at(-1)?.push(one);
    at += whole.length;
    if (text.slice(at).trim() === '') return groups;
    joiner.lastIndex = at;
    const joined = joiner.exec(text);
    if (!joined) return wrong(at);
    if (joined[1] === 'or') groups.push([]);
    at += joined[0].length;
  }
}

const print = ({ field, operator, value }: Condition): string =>
  `${field}${operator}${/^[^\s"]+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`}`;

/** The text of a filter; empty for one without conditions. */
export const printFilter = (filter: RecordFilter): string =>
  filter
    .filter((group) => group.length > 0)
    .map((group) => group.map(print).join(' and '))
    .join(' or ');

/** Whether one of the texts is or contains the value, in any case. */
const compare = (texts: readonly string[], operator: FilterOperator, value: string): boolean => {
  const wanted = value.toLowerCase();
  const isContained = operator === '~' || operator === '!~';
  const found = texts.some((text) => (isContained ? text.toLowerCase().includes(wanted) : text.toLowerCase() === wanted));
  return operator.startsWith('!') ? !found : found;
};

function matches({ field, operator, value }: Condition, record: Filtered, zone: string): boolean {
  switch (field) {
    case 'name':
      return compare([record.name, absolute(record.name, zone)], operator, value);
    case 'proxy':
      return compare([record.proxy ? 'on' : 'off'], operator, value);
    case 'comment':
      return compare([record.comment ?? ''], operator, value);
    case 'tag':
      return compare(record.tags?.length ? record.tags : [''], operator, value);
    case 'ttl':
      // An automatic TTL is neither longer nor shorter than a number.
      if (operator === '<') return record.ttl !== 'auto' && record.ttl < Number(value);
      if (operator === '>') return record.ttl !== 'auto' && record.ttl > Number(value);
      return compare([String(record.ttl)], operator, value);
    default:
      return compare([record[field]], operator, value);
  }
}

/** Whether a record of a zone matches a filter. */
export const matchesFilter = (filter: RecordFilter, record: Filtered, zone: string): boolean =>
  filter.some((group) => group.every((one) => matches(one, record, zone)));
