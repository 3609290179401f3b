import { beforeAll, expect, test } from 'vitest';
import { cached } from '../../../tests/support/edgeSample.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';

// Cases with the IDs and the expectations of github.com/http-tests/cache-tests for a shared cache, written for this edge: a response is
// fetched, and requested again; where the suite waits for a copy to expire, an `Age` makes it older. IDs that begin with `own-` aren't in the
// suite. The origin's headers decide; settings of a customer that override them have tests of their own (cache.test.ts).

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}
interface Case {
  id: string;
  first: Answer;
  /** What the origin answers from the second request on; the first answer again if absent, `drop`: it closes the connection. */
  later?: Answer | 'drop';
  firstRequest?: Record<string, string>;
  request?: Record<string, string>;
  method?: string;
  /** Requests between both, with their method. */
  between?: string;
  /** `hit`: the second is answered from the cache; `miss`: by the origin; `validated`, `stale`: from the cache after the origin's 304, or its error. */
  is: 'hit' | 'miss' | 'validated' | 'stale';
  status?: number;
  headers?: Record<string, string | RegExp>;
  /** Headers that visitors don't get. */
  absent?: string[];
  body?: string;
  /** The origin isn't asked whether the copy still holds. */
  unconditional?: boolean;
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
const fresh = { 'cache-control': 'max-age=3600' };
const cc = (value: string) => ({ 'cache-control': value });
const cdn = (value: string) => ({ 'cdn-cache-control': value });
/** A response whose minute is over, as its age says. */
const stale = (more: Record<string, string> = {}) => ({ ...cc('max-age=60'), age: '70', ...more });
const one =
  (is: Case['is']) =>
  (id: string, headers: Record<string, string>, more: Partial<Case> = {}): Case => {
    return { id, first: { headers }, is, ...more };
  };
const withCachedResponse = one('hit');
const withRequestHeaders = one('miss');
/** The origin answers the second request with 304. */
const validated = (id: string, headers: Record<string, string>, more: Partial<Case> = {}, later: Record<string, string> = {}): Case =>
  one('validated')(id, stale(headers), { later: { status: 304, headers: later }, ...more });
/** The copy is older than it says, and the origin fails. */
const withOldCopy = (id: string, control: string, more: Partial<Case>): Case =>
  one('stale')(id, { ...cc(control), age: '70' }, { status: 200, headers: { 'x-cache': 'STALE' }, ...more });
/** A copy of a body, of which the visitor asks for a part. */
const part = (id: string, range: string, status: number, first: string, body?: string): Case =>
  withCachedResponse(id, fresh, {
    first: { headers: fresh, body: first },
    request: { range },
    status,
    ...(body !== undefined && { body }),
  });
const modified = { ...fresh, 'last-modified': at(-3000) };
const ownType = { 'content-type': 'text/x-kept' };
const aPart = { status: 206, headers: { ...fresh, 'content-range': 'bytes 0-1/4' }, body: '01' };
const tagged = (etag: string) => ({ ...fresh, etag });
const ifNone = (etag: string, status: number, more: Record<string, string> = {}) => ({
  request: { 'if-none-match': etag, ...more },
  status,
});

const cases: Case[] = [
  // Freshness
  withRequestHeaders('freshness-none', {}),
  withCachedResponse('freshness-max-age', fresh),
  withCachedResponse('freshness-max-age-case-insenstive', cc('MaX-aGe=3600')),
  withCachedResponse('freshness-max-age-max', cc('max-age=2147483647')),
  withRequestHeaders('freshness-max-age-0', cc('max-age=0')),
  withRequestHeaders('freshness-max-age-negative', cc('max-age=-3600')),
  withRequestHeaders('freshness-max-age-age', { ...fresh, age: '7200' }),
  withCachedResponse('own-freshness-max-age-age-fresh', { ...fresh, age: '1800' }),
  // The age is counted from `Age` and the arrival, not from `Date`: clocks of origins are often wrong. The suite only asks.
  withCachedResponse('freshness-max-age-date', { ...fresh, date: at(-7200) }),
  withCachedResponse('freshness-max-age-expires', { ...fresh, expires: at(-7200) }),
  withRequestHeaders('freshness-max-age-0-expires', { ...cc('max-age=0'), expires: at(7200) }),
  withCachedResponse('freshness-max-age-extension', cc('foobar, max-age=3600')),
  withCachedResponse('freshness-s-maxage-shared', cc('s-maxage=3600')),
  withRequestHeaders('freshness-max-age-s-maxage-shared-longer', { ...cc('max-age=3600, s-maxage=1'), age: '3' }),
  withRequestHeaders('freshness-max-age-s-maxage-shared-longer-reversed', { ...cc('s-maxage=1, max-age=3600'), age: '3' }),
  withCachedResponse('freshness-max-age-s-maxage-shared-shorter', { ...cc('max-age=1, s-maxage=3600'), age: '3' }),
  withCachedResponse('freshness-max-age-s-maxage-shared-shorter-expires', { ...cc('max-age=0, s-maxage=3600'), expires: at(-10) }),
  withCachedResponse('freshness-expires-future', { expires: at(7200), date: at(0) }),
  withRequestHeaders('freshness-expires-past', { expires: at(-7200), date: at(0) }),
  withRequestHeaders('freshness-expires-present', { expires: at(0), date: at(0) }),
  withRequestHeaders('freshness-expires-invalid', { expires: '0' }),
  withRequestHeaders('freshness-expires-old-date', { expires: at(300), date: at(400) }),
  withRequestHeaders('freshness-expires-age-slow-date', { expires: at(10), date: at(-10), age: '25' }),
  withRequestHeaders('freshness-expires-age-fast-date', { expires: at(20), date: at(10), age: '15' }),
  withCachedResponse('freshness-expires-invalid-date', { expires: at(10), date: 'foo' }),
  ...Object.entries({
    '32bit': 'Tue, 19 Jan 2038 14:14:08 GMT',
    'far-future': 'Sun, 21 Nov 2286 04:46:39 GMT',
    rfc850: 'Thursday, 18-Aug-50 02:01:18 GMT',
    'ansi-c': 'Thu Aug  8 02:01:18 2050',
    'wrong-case-weekday': 'THU, 18 Aug 2050 02:01:18 GMT',
    'wrong-case-month': 'Thu, 18 AUG 2050 02:01:18 GMT',
    'wrong-case-tz': 'Thu, 18 Aug 2050 02:01:18 gMT',
  }).map(([name, expires]) => withCachedResponse(`freshness-expires-${name}`, { expires, date: at(0) })),
  ...Object.entries({
    utc: 'Thu, 18 Aug 2050 02:01:18 UTC',
    aest: 'Thu, 18 Aug 2050 02:01:18 AEST',
    '2-digit-year': 'Thu, 18 Aug 50 02:01:18 GMT',
    'no-comma': 'Thu 18 Aug 2050 02:01:18 GMT',
    'multiple-spaces': 'Thu, 18  Aug  2050 02:01:18 GMT',
    'date-dashes': 'Thu, 18-Aug-2050 02:01:18 GMT',
    'time-periods': 'Thu, 18 Aug 2050 02.01.18 GMT',
    '1-digit-hour': 'Thu, 18 Aug 2050 2:01:18 GMT',
  }).map(([name, expires]) => withRequestHeaders(`freshness-expires-invalid-${name}`, { expires, date: at(0) })),
  withCachedResponse('freshness-max-age-expires-invalid', { ...fresh, expires: '0' }),
  withCachedResponse('freshness-max-age-max-plus', cc('max-age=99999999999')),
  withCachedResponse('freshness-max-age-leading-zero', cc('max-age=003600')),
  withRequestHeaders('freshness-max-age-single-quoted', cc("max-age='3600'")),
  withRequestHeaders('freshness-max-age-ignore-quoted', { ...cc('extension="max-age=3600", max-age=1'), age: '3' }),
  // A guess is the customer's setting (heuristics are optional, RFC 9111 section 4.2.2).
  withRequestHeaders('heuristic-200-cached', { 'last-modified': at(-864_000), date: at(0) }),
  // Directives of responses
  withRequestHeaders('cc-resp-no-store', cc('no-store')),
  withRequestHeaders('cc-resp-no-store-case-insensitive', cc('No-StOrE')),
  withRequestHeaders('cc-resp-no-store-fresh', cc('max-age=3600, no-store')),
  withRequestHeaders('cc-resp-no-cache', { ...cc('no-cache'), expires: at(3600) }),
  withRequestHeaders('own-cc-resp-no-cache-fresh', cc('max-age=3600, no-cache')),
  withRequestHeaders('cc-resp-no-cache-case-insensitive', cc('max-age=10000, No-CaChE')),
  validated('cc-resp-no-cache-revalidate', { etag: '"abcd"' }, { first: { headers: { ...cc('no-cache'), etag: '"abcd"' } } }),
  validated(
    'cc-resp-no-cache-revalidate-fresh',
    {},
    { first: { headers: { ...cc('max-age=10000, no-cache'), expires: at(10_000), date: at(0), etag: '"abcd"' } } },
  ),
  validated('own-cc-resp-max-age-0-revalidate', {}, { first: { headers: { ...cc('max-age=0'), 'last-modified': at(-3000) } } }),
  // With cookies, an origin may confirm the page of another visitor.
  withRequestHeaders('own-cc-resp-no-cache-cookie-stored', { ...cc('no-cache'), etag: '"a"' }, { firstRequest: { cookie: 'a=1' } }),
  withRequestHeaders(
    'own-cc-resp-no-cache-cookie-asks',
    { ...cc('no-cache'), etag: '"a"' },
    { request: { cookie: 'a=1' }, unconditional: true },
  ),
  withRequestHeaders('cc-resp-private-shared', cc('private, max-age=3600')),
  withCachedResponse('cc-resp-must-revalidate-fresh', cc('max-age=3600, must-revalidate')),
  withRequestHeaders('cc-resp-must-revalidate-stale', { ...cc('max-age=60, must-revalidate'), age: '70' }),
  withCachedResponse('cc-resp-immutable-fresh', cc('max-age=3600, immutable')),
  withCachedResponse('own-pragma-response-no-cache-max-age', { ...fresh, pragma: 'no-cache' }),
  // Headers for CDNs (RFC 9213)
  withCachedResponse('cdn-max-age', cdn('max-age=3600')),
  withCachedResponse('cdn-max-age-max', cdn('max-age=2147483648')),
  withCachedResponse('cdn-max-age-max-plus', cdn('max-age=99999999999')),
  withRequestHeaders('cdn-max-age-age', { ...cdn('max-age=3600'), age: '7200' }),
  withRequestHeaders('cdn-max-age-0', cdn('max-age=0')),
  withCachedResponse('cdn-max-age-extension', cdn('foobar, max-age=3600')),
  withCachedResponse('cdn-max-age-expires', { ...cdn('max-age=3600'), expires: at(-10_000), date: at(0) }),
  withCachedResponse('cdn-max-age-cc-max-age-invalid-expires', { ...cdn('max-age=3600'), expires: '0', date: at(0) }),
  withRequestHeaders('cdn-max-age-0-expires', { ...cdn('max-age=0'), expires: at(10_000), date: at(0) }),
  withCachedResponse('cdn-max-age-short-cc-max-age', { ...cdn('max-age=3600'), ...cc('max-age=1'), age: '3' }),
  withRequestHeaders('cdn-max-age-long-cc-max-age', { ...cdn('max-age=1'), ...cc('max-age=3600'), age: '3' }),
  withRequestHeaders('cdn-private', { ...cdn('private'), ...fresh, expires: at(10_000), date: at(0) }),
  withRequestHeaders('cdn-no-cache', { ...cdn('no-cache'), ...fresh, expires: at(10_000), date: at(0) }),
  withRequestHeaders('cdn-no-store-cc-fresh', { ...cdn('no-store'), ...fresh, expires: at(10_000), date: at(0) }),
  withCachedResponse('cdn-fresh-cc-nostore', { ...cdn('max-age=10000'), ...cc('no-store') }),
  withRequestHeaders('cdn-cc-invalid-sh-type-unknown', { ...cdn('max-age=10000, &&&&&'), ...cc('no-store') }),
  withRequestHeaders('cdn-cc-invalid-sh-type-wrong', { ...cdn('max-age="10000"'), ...cc('no-store') }),
  withRequestHeaders('cdn-remove-header', { ...cdn('foo'), ...fresh }, { headers: { 'cdn-cache-control': 'foo' } }),
  withCachedResponse('own-surrogate-control', { 'surrogate-control': 'max-age=60', ...cc('no-store') }, { absent: ['surrogate-control'] }),
  withCachedResponse('own-cache-tag', { ...fresh, 'cache-tag': 'a, b' }, { absent: ['cache-tag'] }),
  // Directives of requests: but for no-store they are ignored, so that a visitor can't make every request reach the origin
  // (a cache may, RFC 9111 section 5.2.1).
  withRequestHeaders('ccreq-no-store', fresh, { request: cc('no-store') }),
  withRequestHeaders('own-ccreq-no-store-first', fresh, { firstRequest: cc('no-store') }),
  withCachedResponse('ccreq-no-cache', fresh, { request: cc('no-cache') }),
  withCachedResponse('ccreq-ma0', fresh, { request: cc('max-age=0') }),
  withCachedResponse('ccreq-min-fresh', fresh, { request: cc('min-fresh=7200') }),
  withCachedResponse('ccreq-oic', fresh, { request: cc('only-if-cached') }),
  withCachedResponse('pragma-request-no-cache', fresh, { request: { pragma: 'no-cache' } }),
  withRequestHeaders('ccreq-max-stale', stale(), { request: cc('max-stale=1000') }),
  // Vary
  withCachedResponse('vary-match', { ...fresh, vary: 'foo' }, { firstRequest: { foo: '1' }, request: { foo: '1' } }),
  withRequestHeaders('vary-no-match', { ...fresh, vary: 'foo' }, { firstRequest: { foo: '1' }, request: { foo: '2' } }),
  withRequestHeaders('vary-omit', { ...fresh, vary: 'foo' }, { firstRequest: { foo: '1' } }),
  withRequestHeaders('vary-star', { ...fresh, vary: '*' }),
  withRequestHeaders('vary-syntax-star', { ...fresh, vary: 'foo, *' }),
  withRequestHeaders('vary-syntax-empty-star', { ...fresh, vary: ', *' }),
  withCachedResponse('own-vary-empty', { ...fresh, vary: ', ,' }),
  withCachedResponse(
    'vary-2-match',
    { ...fresh, vary: 'Foo, Bar' },
    { firstRequest: { foo: '1', bar: '2' }, request: { foo: '1', bar: '2' } },
  ),
  withRequestHeaders(
    'vary-2-no-match',
    { ...fresh, vary: 'foo, bar' },
    { firstRequest: { foo: '1', bar: '2' }, request: { foo: '1', bar: '3' } },
  ),
  withRequestHeaders(
    'vary-3-order',
    { ...fresh, vary: 'foo, bar, baz' },
    { firstRequest: { foo: '1', bar: 'abc', baz: '789' }, request: { foo: '1', baz: '789', bar: 'abcde' } },
  ),
  withCachedResponse('vary-normalise-space', { ...fresh, vary: 'foo' }, { firstRequest: { foo: '1,2' }, request: { foo: ' 1, 2 ' } }),
  ...Object.entries({ order: 'de, en', case: 'eN, De', space: ' en ,   de' }).map(([name, value]) =>
    withCachedResponse(
      `vary-normalise-lang-${name}`,
      { ...fresh, vary: 'Accept-Language' },
      { firstRequest: { 'accept-language': 'en, de' }, request: { 'accept-language': value } },
    ),
  ),
  // Conditional requests
  withCachedResponse('conditional-etag-strong-respond', tagged('"abcdef"'), ifNone('"abcdef"', 304)),
  withCachedResponse('conditional-etag-weak-respond', tagged('W/"abcdef"'), ifNone('W/"abcdef"', 304)),
  withCachedResponse('conditional-etag-weak-respond-backslash', tagged('W\\"abcdef"'), ifNone('W\\"abcdef"', 304)),
  withCachedResponse('conditional-etag-strong-respond-multiple-last', tagged('"c"'), ifNone('"a", "b", "c"', 304)),
  withCachedResponse('own-conditional-etag-other', tagged('"a"'), ifNone('"b"', 200)),
  withCachedResponse(
    'conditional-etag-precedence',
    { ...tagged('"abcdef"'), 'last-modified': at(-5000) },
    ifNone('"abcdef"', 304, { 'if-modified-since': at(-10_000) }),
  ),
  withCachedResponse('conditional-lm-fresh', modified, { request: { 'if-modified-since': at(-3000) }, status: 304 }),
  withCachedResponse('conditional-lm-fresh-earlier', modified, { request: { 'if-modified-since': at(-2000) }, status: 304 }),
  withCachedResponse('own-conditional-lm-later', modified, { request: { 'if-modified-since': at(-4000) }, status: 200 }),
  // The suite expects 304, but the response is newer than the date of the request (RFC 9111 section 4.3.2).
  withCachedResponse('conditional-lm-fresh-no-lm', { ...fresh, date: at(0) }, { request: { 'if-modified-since': at(-3000) }, status: 200 }),
  withRequestHeaders('own-conditional-not-stored', { ...cc('no-store'), etag: '"a"' }, ifNone('"a"', 304)),
  withCachedResponse('own-conditional-lm-fresh-rfc850-invalid', modified, { request: { 'if-modified-since': 'yesterday' }, status: 200 }),
  validated('conditional-etag-strong-generate', { etag: '"a"' }, { status: 200 }),
  validated('conditional-etag-weak-generate-weak', { etag: 'W/"a"' }),
  validated('conditional-lm-stale', { 'last-modified': at(-3000) }),
  validated(
    '304-etag-update-response-Test-Header',
    { etag: '"a"', 'test-header': 'old' },
    { headers: { 'test-header': 'new', 'cache-control': 'max-age=3600' } },
    { 'test-header': 'new', ...fresh },
  ),
  validated('own-304-etag-use-stored-Content-Type', { etag: '"a"', ...ownType }, { headers: ownType }),
  withRequestHeaders('own-conditional-etag-changed', stale({ etag: '"a"' }), {
    later: { headers: { etag: '"b"' }, body: 'new' },
    body: 'new',
  }),
  // Parts
  part('partial-store-complete-reuse-partial', 'bytes=0-1', 206, '01234567890', '01'),
  part('partial-store-complete-reuse-partial-no-last', 'bytes=5-', 206, '01234567890', '567890'),
  part('partial-store-complete-reuse-partial-suffix', 'bytes=-1', 206, '01234567890', '0'),
  part('own-partial-unsatisfiable', 'bytes=9-', 416, '0123'),
  part('own-partial-unknown-unit', 'lines=0-1', 200, '0123', '0123'),
  // A part isn't stored (caches may, RFC 9111 section 3.3).
  withRequestHeaders(
    'partial-store-partial-reuse-partial',
    {},
    { first: aPart, firstRequest: { range: 'bytes=0-1' }, request: { range: 'bytes=0-1' } },
  ),
  withRequestHeaders(
    'partial-store-partial-complete',
    {},
    { first: aPart, firstRequest: { range: 'bytes=0-1' }, later: { headers: fresh, body: '0123' }, body: '0123' },
  ),
  // Methods
  ...['POST', 'PUT', 'DELETE', 'PATCH'].map((between) => withRequestHeaders(`invalidate-${between}`, fresh, { between })),
  withCachedResponse('invalidate-POST-failed', { ...fresh, 'x-fails': '1' }, { between: 'POST' }),
  withCachedResponse('own-invalidate-OPTIONS', fresh, { between: 'OPTIONS' }),
  withRequestHeaders('invalidate-POST-location', fresh, { between: 'POST /other' }),
  withCachedResponse(
    'method-HEAD-from-GET',
    { ...fresh, 'x-a': '1' },
    { method: 'HEAD', headers: { 'x-a': '1', 'content-length': /^\d+$/ }, body: '' },
  ),
  withRequestHeaders('method-POST', fresh, { method: 'POST' }),
  // Authorization, cookies
  withRequestHeaders('other-authorization', fresh, { firstRequest: { authorization: 'a' } }),
  ...Object.entries({ public: 'max-age=3600, public', 'must-revalidate': 'max-age=3600, must-revalidate', smaxage: 's-maxage=3600' }).map(
    ([name, value]) => withCachedResponse(`other-authorization-${name}`, cc(value), { firstRequest: { authorization: 'a' } }),
  ),
  withRequestHeaders('own-other-authorization-reuse', fresh, { request: { authorization: 'a' } }),
  withCachedResponse('own-other-authorization-public-reuse', cc('max-age=3600, public'), { request: { authorization: 'a' } }),
  withCachedResponse('other-cookie', fresh, { firstRequest: { cookie: 'a=1' }, request: { cookie: 'a=2' } }),
  // Stricter than RFC 9111: a response with a cookie is never shared.
  withRequestHeaders('other-set-cookie', { ...fresh, 'set-cookie': 'a=b' }),
  // Ages
  withCachedResponse('other-age-gen', { ...fresh, age: '30' }, { headers: { age: /^3[0-9]$/ } }),
  withCachedResponse('age-parse-negative', { ...fresh, age: '-7200' }),
  withCachedResponse('age-parse-nonnumeric', { ...fresh, age: 'abc' }),
  withCachedResponse('age-parse-float', { ...fresh, age: '7200.0' }),
  withRequestHeaders('age-parse-large', { ...fresh, age: '2147483648' }),
  withRequestHeaders('age-parse-suffix', { ...fresh, age: '7200, 0' }),
  withCachedResponse('age-parse-prefix', { ...fresh, age: '0, 7200' }),
  // Statuses
  ...[200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599].flatMap((status) => [
    withCachedResponse(`status-${status}-fresh`, fresh, { first: { status, headers: fresh }, status }),
    withRequestHeaders(`status-${status}-stale`, {}, { first: { status, headers: stale() }, status }),
  ]),
  withCachedResponse('status-200-must-understand', cc('max-age=3600, no-store, must-understand')),
  withRequestHeaders('status-599-must-understand', {}, { first: { status: 599, headers: cc('max-age=3600, no-store, must-understand') } }),
  // Stale
  withRequestHeaders('stale-close', stale(), { later: 'drop', status: 502 }),
  withRequestHeaders('stale-503', stale(), { later: { status: 503 }, status: 503 }),
  withRequestHeaders('stale-close-must-revalidate', { ...cc('max-age=60, must-revalidate'), age: '70' }, { later: 'drop', status: 502 }),
  withCachedResponse(
    'stale-while-revalidate',
    { ...cc('max-age=60, stale-while-revalidate=3600'), age: '70' },
    { headers: { 'x-cache': 'STALE' } },
  ),
  withRequestHeaders('stale-while-revalidate-window', { ...cc('max-age=60, stale-while-revalidate=10'), age: '80' }),
  withOldCopy('stale-sie-503', 'max-age=60, stale-if-error=3600', { later: { status: 503 } }),
  withOldCopy('stale-sie-close', 'max-age=60, stale-if-error=3600', { later: 'drop' }),
  ...['must-revalidate', 'proxy-revalidate', 'no-cache', 's-maxage=60'].map((word) =>
    withRequestHeaders(
      `own-stale-sie-${word}`,
      { ...cc(`max-age=60, stale-if-error=3600, ${word}`), age: '70' },
      { later: { status: 503 }, status: 503 },
    ),
  ),
];

const receivedByPath = new Map<string, { method: string; headers: NodeJS.Dict<string | string[]> }[]>();

const { get, push } = sharedEdge((request, response) => {
  request.resume();
  const id = request.url?.slice(1) ?? '';
  const found = cases.find(({ id: own }) => own === id);
  const { method = '' } = request;
  if (!found || (found.between && method !== 'GET')) {
    const isFailing = found?.first.headers?.['x-fails'];
    return void response.writeHead(isFailing ? 500 : 200, { location: `/${found?.id ?? 'invalidate-POST-location'}` }).end('changed');
  }
  const before = receivedByPath.get(id) ?? [];
  receivedByPath.set(id, [...before, { method, headers: request.headers }]);
  const answer = before.length > 0 ? (found.later ?? found.first) : found.first;
  if (answer === 'drop') return void request.socket.destroy();
  const { status = 200, headers = {}, body = `${id} ${before.length}` } = answer;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(status === 204 || status === 304 ? undefined : body);
});
beforeAll(() => push(cached({ ttl: null, minTtl: null })));

test('every case has a name of its own', () => expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length));

test.each(cases)(
  '$id: $is',
  async ({
    id,
    first,
    firstRequest = {},
    request = {},
    method = 'GET',
    between,
    later,
    is,
    status,
    headers = {},
    absent = [],
    body,
    unconditional,
  }) => {
    const path = `/${id}`;
    const one = await get(path, { headers: firstRequest });
    expect(one.status).toBe(first.status ?? 200);
    if (between) {
      const [other = '', to = path] = between.split(' ');
      await get(to, { method: other });
    }
    const two = await get(path, { headers: request, method });
    const requests = receivedByPath.get(id) ?? [];
    // A request that changes nothing is sent once more when the connection is lost.
    // A copy that is revalidated in the background is fetched again after the answer.
    if (is === 'stale' || two.headers['x-cache'] !== 'STALE') expect(requests).toHaveLength(is === 'hit' ? 1 : later === 'drop' ? 3 : 2);
    const { 'if-none-match': tag, 'if-modified-since': since } = requests[1]?.headers ?? {};
    if (unconditional) expect([tag, since]).toEqual([undefined, undefined]);
    if (is === 'validated') {
      expect(two.headers['x-cache']).toBe('REVALIDATED');
      expect(tag ?? since).toBe(first.headers?.etag ?? first.headers?.['last-modified']);
    }
    if (is !== 'miss' && method === 'GET' && two.status === 200) expect(two.body).toBe(one.body);
    if (is === 'miss' && method === 'GET' && two.status === 200 && body === undefined && !first.body) expect(two.body).toBe(`${id} 1`);
    if (status !== undefined) expect(two.status).toBe(status);
    if (body !== undefined) expect(two.body).toBe(body);
    for (const [name, value] of Object.entries(headers))
      expect(two.headers[name]).toEqual(typeof value === 'string' ? value : expect.stringMatching(value));
    for (const answer of [one, two])
      expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(absent.length > 0 ? absent : ['-']));
  },
);
