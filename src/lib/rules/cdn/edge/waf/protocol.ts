import type { Visit } from '../visit.ts';
import type { Finding } from './findings.ts';
import { decodePercent } from './normalize.ts';

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const maxParameters = 255;

type Check = Pick<Finding, 'id' | 'score'> & { level?: 2; find: (visit: Visit) => string | null };

const first = (expression: RegExp, text: string): string | null => expression.exec(text)?.[0] ?? null;

/** Requests that browsers never send. Sources: RFC 9110, RFC 9112 section 6.1 (both lengths: smuggling). */
const checks: readonly Check[] = [
  { id: 'protocol-method', score: 5, find: ({ method }) => (methods.has(method) ? null : method) },
  {
    id: 'protocol-smuggling',
    score: 5,
    find: ({ headers }) => (headers.has('content-length') && headers.has('transfer-encoding') ? 'content-length, transfer-encoding' : null),
  },
  { id: 'protocol-null', score: 5, find: ({ raw }) => first(/%00/, `${raw.path}?${raw.query}`) },
  {
    id: 'protocol-splitting',
    score: 5,
    find: ({ raw }) =>
      first(
        /[\r\n] {0,5}(?:set-cookie|location|refresh|content-(?:type|length|encoding)|transfer-encoding|http\/\d|access-control-[a-z-]{1,30}|x-[a-z-]{1,30}) {0,5}[: ]/i,
        decodePercent(decodePercent(`${raw.path}?${raw.query}`)),
      ),
  },
  { id: 'protocol-double', score: 3, find: ({ raw }) => first(/%25[0-9a-f]{2}/i, `${raw.path}?${raw.query}`) },
  {
    id: 'protocol-parameters',
    score: 3,
    find: ({ raw }) => (countCharacter(raw.query, '&') >= maxParameters ? `> ${maxParameters}` : null),
  },
  { id: 'protocol-agent', score: 2, level: 2, find: ({ headers }) => (headers.get('user-agent') ? null : 'User-Agent') },
];

function countCharacter(text: string, char: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) count++;
  return count;
}

export const protocolFindings = (visit: Visit, isHigh: boolean): Finding[] =>
  checks.flatMap(({ id, score, level, find }) => {
    const text = level === 2 && !isHigh ? null : find(visit);
    return text === null ? [] : [{ id, module: 'protocol' as const, score, place: 'request' as const, name: '', text }];
  });

export const protocolIds: readonly string[] = checks.map(({ id }) => id);
