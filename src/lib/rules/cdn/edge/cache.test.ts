import { describe, expect, test } from 'vitest';
import { at, cached, decision, effect, now, page, plain, trace } from '../../../../../tests/support/edgeSample.ts';
import type { EdgeConfig } from './config.ts';
import type { EdgeRequest } from './types.ts';

const answers = (headers: Record<string, string> = {}, status = 200) => ({ answer: { status, headers } });
const control = (text: string) => answers({ 'Cache-Control': text });
const free = cached({ ttl: null });
const pro = cached({ ttl: null, minTtl: 1 });
const byDefault = cached({ ttl: null, defaultTtl: { value: 4, unit: 'h' } });
const guessing = cached({ ttl: null, minTtl: 1, heuristicFreshness: true });
const ignoring = cached({ ignoreCacheControl: true });
const byRule = (settings: Parameters<typeof page>[1], config = plain): EdgeConfig => ({ ...config, pageRules: [page('/*', settings)] });
const bypassing = (config: EdgeConfig): EdgeConfig => ({ ...config, pageRules: [page('/', {}, { mode: 'bypass' })] });
const signedIn = (part: Partial<EdgeRequest>): Partial<EdgeRequest> => ({ headers: { Authorization: 'Bearer x' }, ...part });
const copy = (age: number, part: Partial<EdgeRequest> = {}, headers: Record<string, string> = {}): Partial<EdgeRequest> => ({
  seen: { copy: { age, response: { status: 200, headers } } },
  ...part,
});
const http = (ms: number) => new Date(ms).toUTCString();

describe('whether a response is cached', () => {
  test.each<[sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, reason: string]>([
    // Product rule: "Cache level: with query string, without query string, off."
    ['with query', plain, answers(), 'cacheKept'],
    ['without query', cached({ level: 'withoutQuery' }), answers(), 'cacheKept'],
    ['off', cached({ level: 'off' }), answers(), 'cacheOff'],
    ['off, whatever a page rule says', byRule({ cacheTtl: { value: 1, unit: 'd' } }, cached({ level: 'off' })), answers(), 'cacheOff'],
    // Product rule: "Development mode temporarily disables caching."
    ['development mode', cached({ developmentMode: true, developmentUntil: at(1) }), answers(), 'cacheDevelopment'],
    ['development mode without an end', cached({ developmentMode: true }), answers(), 'cacheDevelopment'],
    ['development mode is over', cached({ developmentMode: true, developmentUntil: at(0) }), answers(), 'cacheKept'],
    ['development mode serves no copy either', cached({ developmentMode: true }), copy(1), 'cacheDevelopment'],
    ['bypass', bypassing(plain), answers(), 'cacheBypass'],
    // RFC 9111 section 3, RFC 9110 section 9.2.3
    ['HEAD', plain, { method: 'HEAD', ...answers() }, 'cacheKept'],
    ['POST', plain, { method: 'POST', ...answers() }, 'cacheMethod'],
    ['OPTIONS', plain, { method: 'OPTIONS', ...answers() }, 'cacheMethod'],
    ['visitor asks for no-store', plain, { headers: { 'Cache-Control': 'No-Store' }, ...answers() }, 'cacheNoStore'],
    ['visitor reloads: the origin isn’t asked', plain, { headers: { 'Cache-Control': 'no-cache' }, ...answers() }, 'cacheKept'],
    // RFC 9110 section 15.1
    ['not found', plain, answers({}, 404), 'cacheKept'],
    ['a server error', plain, answers({}, 500), 'cacheStatusNoTime'],
    ['a part', plain, answers({}, 206), 'cacheStatus'],
    ['a temporary redirect', plain, answers({}, 302), 'cacheStatusNoTime'],
    // RFC 9111 section 3: any final status with explicit freshness
    ...[201, 299, 302, 303, 307, 400, 403, 499, 500, 503, 599].map((status): [string, EdgeConfig, Partial<EdgeRequest>, string] => [
      `${status} with a time`,
      plain,
      answers({ 'Cache-Control': 'max-age=3600' }, status),
      'cacheKept',
    ]),
    ['a part with a time', plain, answers({ 'Cache-Control': 'max-age=3600' }, 206), 'cacheStatus'],
    ['not modified', plain, answers({ 'Cache-Control': 'max-age=3600' }, 304), 'cacheStatus'],
    // RFC 9111 section 5.2.2.3
    ['a known status that must be understood', pro, control('max-age=60, no-store, must-understand'), 'cacheKept'],
    ['an unknown one', pro, answers({ 'Cache-Control': 'max-age=60, no-store, must-understand' }, 599), 'cacheStatus'],
    ['private, and must be understood', pro, control('max-age=60, private, must-understand'), 'cacheOriginRefuses'],
    ['Set-Cookie', plain, answers({ 'set-cookie': 'a=b' }), 'cacheSetCookie'],
    ['Set-Cookie, also when the header is ignored', ignoring, answers({ 'Set-Cookie': 'a=b' }), 'cacheSetCookie'],
    ['Vary: *', plain, answers({ Vary: 'Accept, *' }), 'cacheVary'],
    ['Vary: Accept', plain, answers({ Vary: 'Accept' }), 'cacheKept'],
    ['private', plain, control('private'), 'cacheOriginRefuses'],
    ['no-store', plain, control('max-age=60, no-store'), 'cacheOriginRefuses'],
    ['no-cache', plain, control('no-cache'), 'cacheOriginRefuses'],
    ['no-cache with a validator', plain, answers({ 'Cache-Control': 'no-cache', ETag: '"a"' }), 'cacheMustValidate'],
    ['no-cache of some headers', pro, answers({ 'Cache-Control': 'max-age=60, no-cache="a, b"', ETag: '"a"' }), 'cacheMustValidate'],
    // RFC 9213
    [
      'CDN-Cache-Control before Cache-Control',
      pro,
      answers({ 'CDN-Cache-Control': 'max-age=60', 'Cache-Control': 'no-store' }),
      'cacheKept',
    ],
    ['CDN-Cache-Control before Expires', pro, answers({ 'CDN-Cache-Control': 'foo', Expires: http(now + 60_000) }), 'cacheNoTime'],
    ['CDN-Cache-Control before the domain', plain, answers({ 'CDN-Cache-Control': 'private' }), 'cacheOriginRefuses'],
    ['CDN-Cache-Control, ignored by the domain', ignoring, answers({ 'CDN-Cache-Control': 'private' }), 'cacheKept'],
    ['Surrogate-Control', plain, answers({ 'Surrogate-Control': 'no-store', 'Cache-Control': 'public' }), 'cacheOriginRefuses'],
    // Product rule: "ignore cache control"
    ['private, ignored by the domain', ignoring, control('private'), 'cacheKept'],
    ['private, ignored by a page rule', byRule({ ignoreCacheControl: true }), control('private'), 'cacheKept'],
    ['private, a page rule does not ignore', byRule({ ignoreCacheControl: false }, ignoring), control('private'), 'cacheOriginRefuses'],
    // RFC 9111 section 3.5
    ['credentials', plain, signedIn(answers()), 'cacheAuthorization'],
    ['credentials and a public answer', plain, signedIn(control('public')), 'cacheKept'],
    ['credentials and s-maxage', plain, signedIn(control('s-maxage=9000')), 'cacheKept'],
    ['credentials, public, ignored', ignoring, signedIn(control('public')), 'cacheAuthorization'],
    ['credentials and must-revalidate', plain, signedIn(control('must-revalidate')), 'cacheKept'],
    ['credentials, public and private', plain, signedIn(control('public, private')), 'cacheOriginRefuses'],
    ['credentials, answer unknown', plain, signedIn({}), 'cacheAuthorization'],
    ['credentials and a copy', plain, copy(5, signedIn({})), 'cacheAuthorization'],
    ['credentials and a public copy', plain, copy(5, signedIn({}), { 'Cache-Control': 'public' }), 'cacheServed'],
    ['credentials and a public copy, ignored', ignoring, copy(5, signedIn({}), { 'Cache-Control': 'public' }), 'cacheAuthorization'],
    // RFC 9111 section 4.2
    ['nobody says how long', free, answers(), 'cacheNoTime'],
    ['the origin says how long', pro, control('max-age=60'), 'cacheKept'],
    ['the origin says zero', pro, control('max-age=0'), 'cacheTooShort'],
    [
      'the origin says zero, with a validator',
      pro,
      answers({ 'Cache-Control': 'max-age=0', 'Last-Modified': http(now) }),
      'cacheMustValidate',
    ],
    ['the origin says what cannot be read', pro, control('max-age=soon'), 'cacheTooShort'],
    ['Expires in the past', pro, answers({ Expires: http(now - 1000) }), 'cacheTooShort'],
    ['Expires that cannot be read is the past', pro, answers({ Expires: '0' }), 'cacheTooShort'],
    ['answer unknown, time set', plain, {}, 'cacheMayKeep'],
    ['answer unknown, nothing set', free, {}, 'cacheAsOrigin'],
    ['answer unknown, a default set', cached({ ttl: null, defaultTtl: { value: 1, unit: 'h' } }), {}, 'cacheMayKeepDefault'],
    // Product rule: "Minimum cache TTL: 30 minutes or 1 second depending on plan"
    ['less than the plan keeps is not kept longer than the origin allows', free, control('max-age=60'), 'cacheTooShort'],
    ['as long as the plan needs', free, control('max-age=1800'), 'cacheKept'],
    ['a fresh copy', plain, copy(3599), 'cacheServed'],
    ['a stale copy', plain, copy(3600), 'cacheMayKeep'],
    ['a copy that must be validated', plain, copy(1, {}, { 'Cache-Control': 'no-cache', ETag: '"a"' }), 'cacheMayKeep'],
    ['a copy below the minimum of the plan', free, copy(1, {}, { 'Cache-Control': 'max-age=60', ETag: '"a"' }), 'cacheAsOrigin'],
    ['a copy that was private and ignored', plain, copy(1, {}, { 'Cache-Control': 'private' }), 'cacheMayKeep'],
    ['a copy where nothing is cached now', cached({ level: 'off' }), copy(1), 'cacheOff'],
    ['a copy for POST', plain, copy(1, { method: 'POST' }), 'cacheMethod'],
  ])('%s', (_, config, request, reason) => {
    expect(decision(trace(config, request), 'cache').reason).toBe(reason);
  });

  test('a cached copy ends the trace: no request to a server', () => {
    const result = trace(plain, copy(60));
    expect([result.outcome, result.status, decision(result, 'cluster').action]).toEqual(['served', 200, 'notReached']);
  });
});

describe('while the server doesn’t respond', () => {
  const online = cached({ alwaysOnline: true });
  const old = (part: Partial<EdgeRequest> = {}) => copy(90_000, part);
  const web = { id: 'c', name: 'web', port: 443, protocol: 'https', algorithm: 'roundRobin' } as const;
  const health = (...servers: ('up' | 'down')[]): EdgeConfig => ({
    ...online,
    clusters: [{ ...web, servers: servers.map((one, i) => ({ address: `203.0.113.${i}`, weight: 1, backup: false, health: one })) }],
    routes: [{ id: 'apex', kind: 'record', clusterId: 'c', recordId: 'apex' }],
  });
  test.each<[sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, reason: string]>([
    // RFC 5861 section 4
    ['an old copy stands in for 500', online, old(answers({}, 500)), 'cacheStale'],
    ['for 502', online, old(answers({}, 502)), 'cacheStale'],
    ['for 503', online, old(answers({}, 503)), 'cacheStale'],
    ['for 504', online, old(answers({}, 504)), 'cacheStale'],
    ['not for 501, which is an answer', online, old(answers({}, 501)), 'cacheStatusNoTime'],
    ['not for 404', online, old(answers({}, 404)), 'cacheKept'],
    ['not where it is off', plain, old(answers({}, 502)), 'cacheStatusNoTime'],
    ['not without a copy', online, answers({}, 502), 'cacheStatusNoTime'],
    // RFC 9111 section 4.2.4
    ...['must-revalidate', 'proxy-revalidate', 'no-cache', 's-maxage=60'].map(
      (word): [string, EdgeConfig, Partial<EdgeRequest>, string] => [
        `not if the server forbids it (${word})`,
        online,
        copy(90_000, answers({}, 502), { 'Cache-Control': word }),
        'cacheStatusNoTime',
      ],
    ),
    [
      'unless that is ignored',
      cached({ alwaysOnline: true, ignoreCacheControl: true }),
      copy(90_000, answers({}, 502), { 'Cache-Control': 'must-revalidate' }),
      'cacheStale',
    ],
    [
      'not what must be confirmed',
      cached({ alwaysOnline: true, ttl: null, minTtl: 1 }),
      copy(5, answers({}, 502), { 'Cache-Control': 'max-age=0', ETag: '"a"' }),
      'cacheStatusNoTime',
    ],
    // RFC 5861 section 4
    ['if the server allows it', pro, copy(90, answers({}, 502), { 'Cache-Control': 'max-age=60, stale-if-error=60' }), 'cacheStaleIfError'],
    ['not for longer', pro, copy(120, answers({}, 502), { 'Cache-Control': 'max-age=60, stale-if-error=60' }), 'cacheStatusNoTime'],
    [
      'not if it also forbids it',
      pro,
      copy(90, answers({}, 502), { 'Cache-Control': 's-maxage=60, stale-if-error=60' }),
      'cacheStatusNoTime',
    ],
    ['a fresh copy is a fresh copy', online, copy(60, answers({}, 502)), 'cacheServed'],
    ['a copy whose time nobody says', cached({ alwaysOnline: true, ttl: null }), old(answers({}, 502)), 'cacheStale'],
    ['no server of the cluster is up', health('down', 'down'), old(), 'cacheStale'],
    ['one is', health('down', 'up'), old(), 'cacheMayKeep'],
    ['no server is up, and no copy is there', health('down'), {}, 'cacheMayKeep'],
    ['not known whether it answers', online, old(), 'cacheMayKeep'],
    ['never with credentials', online, old(signedIn(answers({}, 502))), 'cacheAuthorization'],
    ['not for POST', online, old({ method: 'POST', ...answers({}, 502) }), 'cacheMethod'],
    ['not past a bypass', bypassing(online), old(answers({}, 502)), 'cacheBypass'],
    ['not in development mode', cached({ alwaysOnline: true, developmentMode: true }), old(answers({}, 502)), 'cacheDevelopment'],
    ['not where the cache is off', cached({ alwaysOnline: true, level: 'off' }), old(answers({}, 502)), 'cacheOff'],
  ])('%s', (_, config, request, reason) => {
    expect(decision(trace(config, request), 'cache').reason).toBe(reason);
  });

  test('the visitor gets 200 without a request to a server, and the step has the setting', () => {
    const result = trace(health('down'), old());
    expect([result.outcome, result.status, decision(result, 'cluster').action]).toEqual(['served', 200, 'notReached']);
    expect(effect(decision(result, 'cache'), 'alwaysOnline')).toEqual([true, 'domain']);
    expect(effect(decision(trace(online, answers()), 'cache'), 'alwaysOnline')).toEqual([true, 'domain']);
  });
});

describe('the TTL and its source', () => {
  test.each<[sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, ttl: [number, string]]>([
    ['the domain', plain, answers(), [3600, 'domain']],
    ['the page rule before the domain', byRule({ cacheTtl: { value: 2, unit: 'd' } }), answers(), [172_800, 'pageRule']],
    ['the domain before the origin', plain, control('max-age=7200'), [3600, 'domain']],
    ['the origin where neither says', free, control('max-age=7200'), [7200, 'origin']],
    ['s-maxage before max-age', free, control('max-age=7200, s-maxage=9000'), [9000, 'origin']],
    ['max-age before Expires', free, answers({ 'Cache-Control': 'max-age=7200', Expires: http(now) }), [7200, 'origin']],
    ['Expires against Date', free, answers({ Date: http(now - 60_000), Expires: http(now + 7_140_000) }), [7200, 'origin']],
    ['Expires against now', free, answers({ Expires: http(now + 7_200_000) }), [7200, 'origin']],
    // Product rule: "Cache durations range from 30 minutes to 365 days."
    ['at most 365 days', byRule({ cacheTtl: { value: 24, unit: 'M' } }), answers(), [31_536_000, 'pageRule']],
    ['at most 365 days, origin', free, control('max-age=99999999'), [31_536_000, 'origin']],
    ['at least what the plan keeps', cached({ ttl: { value: 1, unit: 'm' } }), answers(), [1800, 'plan']],
    ['a second on a plan that has it', cached({ ttl: { value: 1, unit: 's' }, minTtl: 1 }), answers(), [1, 'domain']],
    ['by contract nothing is enforced', cached({ ttl: { value: 1, unit: 's' }, minTtl: null }), answers(), [1, 'domain']],
    ['a page rule below the plan', byRule({ cacheTtl: { value: 10, unit: 's' } }), answers(), [1800, 'plan']],
    ['the first of the headers', pro, answers({ 'CDN-Cache-Control': 'max-age=60', 'Surrogate-Control': 'max-age=70' }), [60, 'origin']],
    ['the surrogate', pro, answers({ 'Surrogate-Control': 'max-age=70+30', 'Cache-Control': 'max-age=80' }), [70, 'origin']],
    ['the origin before a default', byDefault, control('max-age=7200'), [7200, 'origin']],
    ['a default where the origin says nothing', byDefault, answers(), [14_400, 'domain']],
    ['the default of a rule before the domain', byRule({ defaultTtl: { value: 5, unit: 'h' } }), control('max-age=7200'), [7200, 'origin']],
    ['and where the origin says nothing', byRule({ defaultTtl: { value: 5, unit: 'h' } }), answers(), [18_000, 'pageRule']],
    ['the origin for a temporary redirect', plain, answers({ 'Cache-Control': 'max-age=1800' }, 302), [1800, 'origin']],
    // As Cloudflare for 404 and 410
    ['an error, at most for minutes', plain, answers({}, 404), [180, 'domain']],
    ['an error with a time of its own', plain, answers({ 'Cache-Control': 'max-age=7200' }, 404), [7200, 'origin']],
    ['an error with a setting', cached({ clientErrorTtl: { value: 10, unit: 's' } }), answers({}, 410), [10, 'domain']],
    ['an error for no longer than a page', cached({ ttl: { value: 5, unit: 's' }, minTtl: 1 }), answers({}, 404), [5, 'domain']],
    ['a server error with a setting', cached({ serverErrorTtl: { value: 10, unit: 's' } }), answers({}, 503), [10, 'domain']],
    // RFC 9111 section 4.2.2
    ['a tenth of the time since the change', guessing, answers({ 'Last-Modified': http(now - 100_000) }), [10, 'origin']],
    ['at most a day', guessing, answers({ 'Last-Modified': http(0) }), [86_400, 'origin']],
    [
      'a status that public makes cacheable',
      guessing,
      answers({ 'Cache-Control': 'public', 'Last-Modified': http(now - 100_000) }, 599),
      [10, 'origin'],
    ],
    ['a stated time before a guess', guessing, answers({ 'Cache-Control': 'max-age=5', 'Last-Modified': http(0) }), [5, 'origin']],
    ['validated before each use', pro, answers({ 'Cache-Control': 'no-cache', ETag: '"a"' }), [0, 'origin']],
  ])('%s', (_, config, request, ttl) => {
    expect(effect(decision(trace(config, request), 'cache'), 'ttl')).toEqual(ttl);
  });
  test('the browser has its own TTL', () => {
    const config = cached({ browserTtl: { value: 5, unit: 'm' } });
    const browserTtl = (request: Partial<EdgeRequest>) => effect(decision(trace(config, request), 'cache'), 'browserTtl');
    expect([browserTtl({}), browserTtl(copy(5))]).toEqual(Array(2).fill([300, 'domain']));
    expect([browserTtl(answers({}, 404)), browserTtl(answers({ 'Cache-Control': 'no-cache', ETag: '"a"' }))]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('the cache key', () => {
  test.each<[level: 'withQuery' | 'withoutQuery', url: string, key: string]>([
    ['withQuery', 'https://example.com/a?b=1', 'https://example.com/a?b=1'],
    ['withoutQuery', 'https://example.com/a?b=1', 'https://example.com/a'],
    ['withQuery', 'https://EXAMPLE.com/a#top', 'https://example.com/a'],
    ['withQuery', 'http://example.com/', 'http://example.com/'],
    ['withQuery', 'https://example.com:443/?b', 'https://example.com/?b'],
    ['withQuery', 'https://www.example.com/./b', 'https://www.example.com/b'],
  ])('%s, %s', (level, url, key) => {
    expect(effect(decision(trace(cached({ level }), { url }), 'cache'), 'cacheKey')?.[0]).toBe(key);
  });
});

// RFC 5861 section 3
test.each<[string, EdgeConfig, number, string, string]>([
  ['within its grace', pro, 70, 'max-age=60, stale-while-revalidate=20', 'cacheRevalidating'],
  ['after its grace', pro, 80, 'max-age=60, stale-while-revalidate=20', 'cacheAsOrigin'],
  ['fresh', pro, 59, 'max-age=60, stale-while-revalidate=20', 'cacheServed'],
  ['that must be revalidated', pro, 70, 'max-age=60, must-revalidate, stale-while-revalidate=20', 'cacheAsOrigin'],
  [
    'whose header is ignored',
    cached({ ttl: { value: 1, unit: 'm' }, minTtl: null, ignoreCacheControl: true }),
    70,
    'stale-while-revalidate=20',
    'cacheMayKeep',
  ],
])('an expired copy %s', (_, config, age, header, reason) => {
  const { steps } = trace(config, copy(age, {}, { 'Cache-Control': header }));
  expect(steps.find(({ area }) => area === 'cache')?.reasonKey).toBe(`edge:reason.${reason}`);
});
