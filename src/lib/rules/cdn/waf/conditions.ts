import { type Fault, fault, isFault } from '../../core/fault.ts';
import { parseAsn, readNetwork } from '../../core/network.ts';
import { tlsVersions } from '../edge/config.ts';
import type { Condition } from '../edge/protection.ts';

export type Operator = Condition['operator'];

/** The fields of conditions (rules/edge/protection.ts). The last three need a name: `header:User-Agent`. */
export const conditionFields = [
  'ip',
  'country',
  'asn',
  'host',
  'path',
  'query',
  'method',
  'body',
  'tlsVersion',
  'query:',
  'header:',
  'cookie:',
] as const;
export type ConditionField = (typeof conditionFields)[number];

const text: readonly Operator[] = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'matches',
  'regex',
  'in',
  'notIn',
];
const listed: readonly Operator[] = ['equals', 'notEquals', 'in', 'notIn'];
const presence: readonly Operator[] = ['exists', 'notExists'];
/** What a field can be detected as: these modules judge a text on its own. */
export const detectable = ['sqli', 'xss', 'lfi', 'rce'] as const;
/** Operators that older edges don't know, and that cost more than a comparison. */
export const isCostly = ({ operator }: Pick<Condition, 'operator'>): boolean => operator === 'regex' || operator === 'detectedAs';

/** Only useful operators: an address has no ending, and every request has a path. */
export const fieldOperators: Record<ConditionField, readonly Operator[]> = {
  ip: listed,
  country: listed,
  asn: listed,
  host: text,
  path: [...text, 'detectedAs'],
  query: [...text, 'detectedAs', ...presence],
  method: listed,
  body: ['contains', 'notContains', 'startsWith', 'matches', 'regex', 'detectedAs', ...presence],
  tlsVersion: listed,
  'query:': [...text, 'detectedAs', ...presence],
  'header:': [...text, 'detectedAs', ...presence],
  'cookie:': [...text, 'detectedAs', ...presence],
};
export const operators: readonly Operator[] = [...text, 'detectedAs', ...presence];

/** Characters of a pattern with wildcards, as of a rule's path, and of a regular expression. */
export const maxWildcards = 500;

/** Operators that test for presence have no value. */
export const needsValue = (operator: string): boolean => operator !== 'exists' && operator !== 'notExists';
const isList = (operator: Operator): boolean => operator === 'in' || operator === 'notIn';

/** `header:User-Agent` → `header:` and its name; null: unknown field. */
export function readField(field: string): { kind: ConditionField; name: string } | null {
  const cut = field.indexOf(':');
  const kind = conditionFields.find((one) => one === (cut < 0 ? field : field.slice(0, cut + 1)));
  return kind ? { kind, name: cut < 0 ? '' : field.slice(cut + 1).trim() } : null;
}
export const needsName = (kind: ConditionField): boolean => kind.endsWith(':');

/** A field name or cookie name: RFC 9110 section 5.6.2, RFC 6265 section 4.1.1. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

const checks: Partial<Record<ConditionField, (value: string) => Fault | null>> = {
  ip(value) {
    const read = readNetwork(value);
    return isFault(read) ? read : null;
  },
  country: (value) => (/^[a-z]{2}$/i.test(value) ? null : fault('waf:error.conditionCountry', { value })),
  asn: (value) => (parseAsn(value) === null ? fault('waf:error.conditionAsn', { value }) : null),
  method: (value) => (/^[a-z]{2,20}$/i.test(value) ? null : fault('waf:error.conditionMethod', { value })),
  tlsVersion: (value) =>
    tlsVersions.some((one) => one === value) ? null : fault('waf:error.conditionTls', { value, choices: tlsVersions.join(', ') }),
};

/** The values of a list; a list of addresses may also be separated by the comma of Persian and Arabic. */
const conditionValues = (kind: ConditionField, operator: Operator, value: string): string[] =>
  isList(operator) ? value.split(kind === 'ip' ? /[,\u060c]/ : ',').map((one) => one.trim()) : [value.trim()];

/** A valid condition as stored: addresses in canonical form. */
export function canonicalCondition<T extends Condition>(condition: T): T {
  if (condition.field !== 'ip' || !needsValue(condition.operator)) return condition;
  const values = conditionValues('ip', condition.operator, condition.value).map((one) => readNetwork(one));
  return { ...condition, value: values.map((read) => (isFault(read) ? '' : read.text)).join(', ') };
}

/** The error of a condition, and the field it belongs to; null: valid. An expression is read by `expressionFault`, whose engine is large. */
export function conditionFault({ field, operator, value }: Condition): { at: keyof Condition; fault: Fault } | null {
  const read = readField(field);
  if (!read) return { at: 'field', fault: fault('error:choice') };
  const { kind, name } = read;
  if (needsName(kind)) {
    if (name === '') return { at: 'field', fault: fault('waf:error.conditionName') };
    if (kind === 'query:' ? name.length > 100 : !token.test(name))
      return { at: 'field', fault: fault('waf:error.conditionBadName', { value: name }) };
  }
  if (!fieldOperators[kind].includes(operator)) return { at: 'operator', fault: fault('waf:error.conditionOperator') };
  if (!needsValue(operator)) return null;
  if (value.trim() === '') return { at: 'value', fault: fault('waf:error.conditionValue') };
  if (operator === 'detectedAs' && !detectable.some((one) => one === value.trim()))
    return { at: 'value', fault: fault('waf:error.conditionModule', { choices: detectable.join(', ') }) };
  if ((operator === 'matches' || operator === 'regex') && value.length > maxWildcards)
    return { at: 'value', fault: fault('error:tooLong', { max: maxWildcards }) };
  if (isCostly({ operator })) return null;
  const values = conditionValues(kind, operator, value);
  for (const one of values) {
    // A trailing comma is probably a typo, but it would mean "or nothing", which no request matches.
    const found = one === '' ? fault('waf:error.conditionList') : checks[kind]?.(one);
    if (found) return { at: 'value', fault: found };
  }
  return null;
}
