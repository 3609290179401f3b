import type { Visit } from '../../visit.ts';
import type { Match } from '../detector.ts';
import { decodePercent } from '../normalize.ts';
import type { PatternId } from '../patternTable.ts';

/*
 * Requests that no browser and no library sends: each check reads the request as a whole. Node and the edge refuse what breaks the syntax
 * of HTTP before; these requests are valid, and mean different things to the servers behind.
 */

/** IANA's registry of methods (RFC 9110 section 16.1.1), without CONNECT and TRACE, which are for proxies and tests. */
const methods: ReadonlySet<string> = new Set(
  `ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE
   MOVE OPTIONS ORDERPATCH PATCH POST PROPFIND PROPPATCH PUT QUERY REBIND REPORT SEARCH UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE
   UPDATEREDIRECTREF VERSION-CONTROL`.split(/\s+/),
);
/** Methods that no form of an application asks for instead of its own. */
const hostile: ReadonlySet<string> = new Set([
  'TRACE',
  'TRACK',
  'CONNECT',
  'DEBUG',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
]);
const maxParameters = 255;
const maxRanges = 10;

interface Check {
  id: PatternId;
  /** @param sent path and query as sent */
  find: (visit: Visit, sent: string) => string | null;
}

const first = (expression: RegExp, text: string): string | null => expression.exec(text)?.[0] ?? null;
/** In a text with escapes. */
const firstEscape = (expression: RegExp, sent: string): string | null => (sent.includes('%') ? first(expression, sent) : null);

function countCharacter(text: string, char: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) count++;
  return count;
}

/** Lengths and transfer codings of which servers choose different ones (RFC 9112 section 6.1). */
function findSmuggling({ headers, method }: Visit): string | null {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if (length !== undefined && coding !== undefined) return 'content-length, transfer-encoding';
  if (coding !== undefined && (method === 'GET' || method === 'HEAD')) return `${method} transfer-encoding`;
  if (length !== undefined && !/^\d{1,18}$/.test(length.trim())) return `content-length: ${length}`;
  return coding !== undefined && !/^(?:(?:gzip|deflate|compress)\s*,\s*)?chunked$/i.test(coding.trim())
    ? `transfer-encoding: ${coding}`
    : null;
}

/** More ranges than a reader of documents asks for, or the last before the first: work for the server (RFC 9110 section 14.2). */
function findRange({ headers }: Visit): string | null {
  if (headers.has('request-range')) return 'request-range';
  const range = headers.get('range');
  if (range === undefined || !/^\s*bytes/i.test(range)) return null;
  if (countCharacter(range, ',') >= maxRanges) return `> ${maxRanges}`;
  for (const [whole, from, to] of range.matchAll(/(\d{1,15})-(\d{1,15})/g)) if (Number(to) < Number(from)) return whole;
  return null;
}

/** A media type is `type/subtype` with parameters that have values (RFC 9110 section 8.3.1); a bare charset is a common mistake. */
const mediaType = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+*-]{1,100}\s{0,9}(?:;|$)/;
function findType({ headers }: Visit): string | null {
  const type = headers.get('content-type')?.trim();
  if (!type) return null;
  if (!mediaType.test(type)) return type;
  const parameters = type.split(';').slice(1);
  let charset = 0;
  for (const one of parameters) {
    const text = one.trim();
    if (/^charset\s{0,3}=/i.test(text) && ++charset > 1) return type;
    // Another media type in a parameter: which of the two a reader takes is up to it.
    if (/=\s{0,3}"?(?:application|text|multipart)\/[a-z]|,\s{0,9}(?:application|text|multipart|image)\/[a-z]/i.test(text)) return type;
    if (
      text !== '' &&
      !/^[\w!#$&^.+*-]{1,60}\s{0,3}=/.test(text) &&
      !/^"?(?:utf-?8|utf-?16|iso-8859-\d{1,2}|us-ascii|windows-125\d)"?$/i.test(text)
    )
      return type;
  }
  return null;
}

/** A method in the query of a link: only a form has a reason to ask for another one. The edge removes header fields that ask for it. */
function findOverride({ method, raw }: Visit): string | null {
  if (!raw.query.includes('_method')) return null;
  const wanted = /(?:^|&)_method=([^&]{1,40})/i.exec(raw.query)?.[1];
  if (wanted === undefined || wanted.toUpperCase() === method) return null;
  return method === 'GET' || method === 'HEAD' || hostile.has(wanted.toUpperCase()) ? `_method=${wanted}` : null;
}

/** A connection that is closed and kept (RFC 9112 section 9.3), or whose options name a field that the origin needs. */
function findConnection({ headers }: Visit): string | null {
  const connection = headers.get('connection')?.toLowerCase();
  if (connection === undefined || connection.length < 10) return null;
  const options = connection.split(',').map((one) => one.trim());
  const isPersistent = options.includes('keep-alive');
  if (options.filter((one) => one === 'keep-alive' || one === 'close').length > 1) return connection;
  return !isPersistent &&
    options.some((one) => /^(?:x-forwarded-(?:for|host|proto)|x-real-ip|authorization|cookie|host|content-length|content-type)$/.test(one))
    ? connection
    : null;
}

/** Names that servers give to sessions, as names of parameters. */
const session =
  /(?:^|[&{,"'\s;?[])(?:phpsess(?:ion)?(?:_?id)?|phpsid|jsession(?:_?id)?|jserv(?:session\w{0,10})?|jwsession\w{0,10}|aspsession\w{0,20}|asp\.net_session_?id|cfid|cftoken|cfsid|zend_session_id|_?\w{0,20}_session|connect\.sid|weblogicsession|viewstate_session|sess(?:ion)?[_-]?id\d{0,3}|session[_-]?(?:token|key))["'\]]{0,2}\s{0,5}[=:]/i;
const maxSearched = 8_192;
/** A session in a link or a form of another site: the visitor would sign in to one that somebody else knows. */
function findFixation({ headers, raw, host, body }: Visit): string | null {
  const referer = /^(?:https?|ftps?):\/\/([^/?#]{1,260})/i.exec(headers.get('referer') ?? '')?.[1]?.toLowerCase();
  if (referer === undefined) return null;
  const from = referer.replace(/:\d{1,5}$/, '');
  const own = [host, (headers.get('host') ?? '').toLowerCase().replace(/:\d{1,5}$/, '')].filter(Boolean);
  if (own.some((name) => from === name || from.endsWith(`.${name}`) || name.endsWith(`.${from}`))) return null;
  if (/sess|cfid|cftoken|cfsid|connect|jserv|phpsid/i.test(raw.query)) {
    const found = session.exec(decodePercent(raw.query));
    if (found) return found[0];
  }
  if (body.bytes.length === 0 || !/json|urlencoded|xml/i.test(headers.get('content-type') ?? '')) return null;
  return session.exec(decodePercent(new TextDecoder('latin1').decode(body.bytes.subarray(0, maxSearched))))?.[0] ?? null;
}

const splitting =
  /[\r\n] {0,5}(?:set-cookie|location|refresh|content-(?:type|length|encoding)|transfer-encoding|http\/\d|access-control-[a-z-]{1,30}|x-[a-z-]{1,30}) {0,5}[: ]/i;
/** A line end in the path or in a parameter's name, or a field's name after one: texts of several lines are values of forms. */
const newline = /^[^?]{0,8000}?%0[ad]|[?&][^=&]{0,200}%0[ad]|=(?:%0d|%0a){1,4}[a-z][a-z-]{1,40}(?:%0d|%0a){0,4}:/i;
function findSplitting(_: Visit, sent: string): string | null {
  if (!sent.includes('%') || !/%(?:25)?0[ad]/i.test(sent)) return null;
  return first(newline, sent)?.slice(-60) ?? first(splitting, decodePercent(decodePercent(sent)));
}

const checks: readonly Check[] = [
  { id: 'protocol-method', find: ({ method }) => (methods.has(method) ? null : method) },
  { id: 'protocol-smuggling', find: findSmuggling },
  { id: 'protocol-null', find: (_, sent) => firstEscape(/%00/, sent) },
  { id: 'protocol-splitting', find: findSplitting },
  { id: 'protocol-double', find: (_, sent) => firstEscape(/%25[0-9a-f]{2}/i, sent) },
  // Full-width letters as IIS reads them: what they stand for is hidden. Other characters come from the old `escape()` of scripts.
  { id: 'protocol-width', find: (_, sent) => firstEscape(/%uff[0-9a-f]{2}/i, sent) },
  { id: 'protocol-escape', find: (_, sent) => firstEscape(/%(?![0-9a-f]{2}|u[0-9a-f]{4}).{0,4}/i, sent) },
  { id: 'protocol-range', find: findRange },
  { id: 'protocol-type', find: findType },
  { id: 'protocol-override', find: findOverride },
  { id: 'protocol-connection', find: findConnection },
  // Cookies of RFC 2109: servers that still read them let a quoted value swallow the cookies behind it.
  { id: 'protocol-cookie', find: ({ headers }) => (/^\s{0,9}\$version\b/i.test(headers.get('cookie') ?? '') ? '$Version' : null) },
  { id: 'protocol-session', find: findFixation },
  {
    id: 'protocol-parameters',
    find: ({ raw }) => (countCharacter(raw.query, '&') >= maxParameters ? `> ${maxParameters}` : null),
  },
  { id: 'protocol-agent', find: ({ headers }) => (headers.get('user-agent') ? null : 'User-Agent') },
];

/** What of the request as a whole no browser would send. */
export function protocolMatches(visit: Visit): Match[] {
  const sent = `${visit.raw.path}?${visit.raw.query}`;
  const found: Match[] = [];
  for (const { id, find } of checks) {
    const text = find(visit, sent);
    if (text !== null) found.push({ id, text });
  }
  return found;
}
