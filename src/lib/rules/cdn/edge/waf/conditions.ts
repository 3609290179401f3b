import { isIn, parseAsn } from '../../../core/network.ts';
import { prepared } from '../../../core/prepared.ts';
import { compileExpression } from '../../waf/expression.ts';
import { matchesText } from '../pattern.ts';
import type { Condition } from '../protection.ts';
import type { Visit } from '../visit.ts';
import { parseParameters } from './body/form.ts';
import { bodyTexts } from './body/read.ts';
import { detects } from './findings.ts';
import { decodePercent } from './normalize.ts';

const form = (text: string): string => decodePercent(text.replaceAll('+', ' '));

const one = (value: string | undefined): string[] => (value === undefined || value === '' ? [] : [value]);

/** The values of a field; empty: the request doesn't have it. Unknown fields have none. */
function conditionValues(field: string, visit: Visit): string[] {
  const cut = field.indexOf(':');
  const name = cut < 0 ? '' : field.slice(cut + 1).trim();
  switch (cut < 0 ? field : field.slice(0, cut)) {
    case 'ip':
      return one(visit.ip);
    case 'country':
      return one(visit.country);
    case 'asn':
      return one(visit.request.asn?.toString());
    case 'host':
      return one(visit.host);
    case 'path':
      return one(visit.path);
    case 'query':
      return name ? parseParameters(visit.query, name) : one(form(visit.query));
    case 'method':
      return one(visit.method);
    case 'body':
      return bodyTexts(visit.body);
    case 'tlsVersion':
      return one(visit.request.tlsVersion);
    case 'header':
      return one(visit.headers.get(name.toLowerCase()));
    case 'cookie':
      return one(visit.cookies.get(name));
    default:
      return [];
  }
}

function same(field: string, value: string, wanted: string, visit: Visit): boolean {
  if (field === 'ip') return isIn(wanted, visit.network);
  if (field === 'asn') return parseAsn(wanted) === Number(value);
  return value.toLowerCase() === wanted.trim().toLowerCase();
}

const expression = prepared(({ value }: Condition) => compileExpression(value.trim()));

/** Whether a field contains an attack; each module reads it once, whatever the number of rules is. */
const detections = prepared((_: Visit) => new Map<string, boolean>());
function isDetected(field: string, module: string, values: readonly string[], visit: Visit): boolean {
  const known = detections(visit);
  const name = `${module} ${field}`;
  const result = known.get(name) ?? values.some((text) => detects(module, text));
  known.set(name, result);
  return result;
}

/**
 * Whether a request matches a condition. Case-insensitive; escapes in query and path are decoded. An address also matches a range,
 * `in` takes a comma-separated list, `matches` supports `*` and `?`, and `regex` is an expression of the syntax RE2. Negated operators are the exact
 * opposite, so a missing field is "not equal" to everything.
 */
export function meets(condition: Condition, visit: Visit): boolean {
  const { field, operator, value } = condition;
  const values = conditionValues(field, visit);
  const wanted = value.trim().toLowerCase();
  const some = (test: (text: string) => boolean): boolean => values.some((text) => test(text.toLowerCase()));
  const inList = () => value.split(',').some((part) => part.trim() !== '' && values.some((text) => same(field, text, part.trim(), visit)));
  switch (operator) {
    case 'exists':
      return values.length > 0;
    case 'notExists':
      return values.length === 0;
    case 'equals':
      return values.some((text) => same(field, text, value.trim(), visit));
    case 'notEquals':
      return !values.some((text) => same(field, text, value.trim(), visit));
    case 'contains':
      return wanted !== '' && some((text) => text.includes(wanted));
    case 'notContains':
      return wanted === '' || !some((text) => text.includes(wanted));
    case 'startsWith':
      return wanted !== '' && some((text) => text.startsWith(wanted));
    case 'endsWith':
      return wanted !== '' && some((text) => text.endsWith(wanted));
    case 'matches':
      return wanted !== '' && some((text) => matchesText(wanted, text));
    case 'regex':
      return values.some(expression(condition));
    case 'detectedAs':
      return isDetected(field, value.trim(), values, visit);
    case 'in':
      return inList();
    case 'notIn':
      return !inList();
  }
}
