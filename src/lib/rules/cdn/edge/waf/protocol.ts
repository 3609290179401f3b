import type { Visit } from '../visit.ts';
import type { Match } from './detector.ts';
import { decodePercent } from './normalize.ts';
import type { PatternId } from './patternTable.ts';

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const maxParameters = 255;

interface Check {
  id: PatternId;
  find: (visit: Visit) => string | null;
}

const first = (expression: RegExp, text: string): string | null => expression.exec(text)?.[0] ?? null;

/** Requests that browsers never send. Sources: RFC 9110, RFC 9112 section 6.1 (both lengths: smuggling). */
const checks: readonly Check[] = [
  { id: 'protocol-method', find: ({ method }) => (methods.has(method) ? null : method) },
  {
    id: 'protocol-smuggling',

    find: ({ headers }) => (headers.has('content-length') && headers.has('transfer-encoding') ? 'content-length, transfer-encoding' : null),
  },
  { id: 'protocol-null', find: ({ raw }) => first(/%00/, `${raw.path}?${raw.query}`) },
  {
    id: 'protocol-splitting',

    find: ({ raw }) =>
      first(
        /[\r\n] {0,5}(?:set-cookie|location|refresh|content-(?:type|length|encoding)|transfer-encoding|http\/\d|access-control-[a-z-]{1,30}|x-[a-z-]{1,30}) {0,5}[: ]/i,
        decodePercent(decodePercent(`${raw.path}?${raw.query}`)),
      ),
  },
  { id: 'protocol-double', find: ({ raw }) => first(/%25[0-9a-f]{2}/i, `${raw.path}?${raw.query}`) },
  {
    id: 'protocol-parameters',

    find: ({ raw }) => (countCharacter(raw.query, '&') >= maxParameters ? `> ${maxParameters}` : null),
  },
  { id: 'protocol-agent', find: ({ headers }) => (headers.get('user-agent') ? null : 'User-Agent') },
];

function countCharacter(text: string, char: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) count++;
  return count;
}

/** What of the request as a whole no browser would send. */
export const protocolMatches = (visit: Visit): Match[] =>
  checks.flatMap(({ id, find }) => {
    const text = find(visit);
    return text === null ? [] : [{ id, text }];
  });
