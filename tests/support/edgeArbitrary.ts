import fc from 'fast-check';
import { corsMethods, type EdgeConfig, headerActions, redirectStatuses, tlsVersions } from '../../src/lib/rules/cdn/edge/config.ts';
import { type Challenge, challenges, type Duration, wafModules, wafProfiles } from '../../src/lib/rules/cdn/edge/protection.ts';
import type { EdgeRequest } from '../../src/lib/rules/cdn/edge/types.ts';
import { at, now, plain } from './edgeSample.ts';

/** For tests only. Random configurations and requests of the right types, mostly realistic and similar, so that rules do match requests. */
const word = fc.constantFrom('a', 'b', 'shop', 'admin', 'api');
const odd = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('__proto__', 'constructor', '%', '%zz', '\0', '*', '?', ''),
);
const ip = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('198.51.100.7', '198.51.100.8', '2001:db8::1', '::ffff:198.51.100.7') },
  fc.ipV4(),
  fc.ipV6(),
  odd,
);
const network = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('198.51.100.0/24', '198.51.0.0/16', '198.51.100.7/31', '2001:db8::/32', '0.0.0.0/0') },
  fc.tuple(ip, fc.integer({ min: 0, max: 130 })).map(([address, bits]) => `${address}/${bits}`),
  ip,
);
const country = fc.oneof({ weight: 6, arbitrary: fc.constantFrom('DE', 'IR', 'es', '') }, odd);
const pattern = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('/*', '/a*', '/shop/*', '/*a', '/?', '/', 'example.com/*') },
  { weight: 3, arbitrary: fc.array(fc.oneof(word, fc.constantFrom('*', '?')), { maxLength: 3 }).map((parts) => `/${parts.join('/')}`) },
  word.map((text) => `example.com/${text}*`),
  odd,
);
/** Mostly the first, so that a request reaches the later layers. */
const often = <T>(usual: T, ...others: T[]) => fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const duration: fc.Arbitrary<Duration> = fc.record({ value: fc.nat(100), unit: fc.constantFrom('s', 'm', 'h', 'd', 'M') });
const time = maybe(fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -100, max: 100 }).map(at) }, odd));
const challenge: fc.Arbitrary<Challenge> = fc.constantFrom(...challenges);
const module = fc.constantFrom(...wafModules);

/** A list with unique priorities and ids. */
function list<T extends object>(one: fc.Arbitrary<T>) {
  const item = fc.tuple(one, fc.boolean(), fc.option(one)).map(([data, deploy, deployed]) => ({ ...data, deploy, deployedForm: deployed }));
  return fc.tuple(fc.array(item, { maxLength: 5 }), fc.infiniteStream(fc.integer())).map(([items, order]) => {
    const places = items.map((_, i) => [order.next().value ?? 0, i] as const).toSorted((a, b) => a[0] - b[0]);
    return items.map(({ deployedForm, ...data }, i) => {
      const priority = places.findIndex(([, place]) => place === i) + 1;
      return { ...data, id: `r${i}`, priority, deployed: deployedForm && { ...deployedForm, priority } };
    });
  });
}

const hsts = fc.record({ enabled: fc.boolean(), maxAge: duration, includeSubdomains: fc.boolean(), preload: fc.boolean() });
const minify = fc.record({ html: fc.boolean(), css: fc.boolean(), js: fc.boolean() });
export const firewallRules = list(
  fc
    .oneof(
      fc.record({ kind: fc.constant('ip' as const), value: network }),
      fc.record({ kind: fc.constant('country' as const), value: country }),
      fc.record({ kind: fc.constant('asn' as const), value: fc.oneof(fc.constantFrom('64496', 'AS64496', 'AS1'), odd) }),
      fc.record({ kind: fc.constant('group' as const), value: fc.constantFrom('g1', 'g2') }),
    )
    .chain((what) =>
      fc.record({ mode: fc.constantFrom('allow', 'deny'), expiresAt: time }).map((rest) => ({ ...what, ...rest, priority: 0 })),
    ),
);
const target = fc
  .array(fc.oneof(word, fc.constantFrom('$1', '$2', '..', '?q=$1', '%2F')), { maxLength: 3 })
  .map((parts) => `/${parts.join('/')}`);
const headerChanges = fc.array(
  fc.record({
    action: fc.constantFrom(...headerActions),
    name: fc.oneof(fc.constantFrom('X-A', 'x-a', 'Link', 'Host', 'Connection', 'Content-Length', 'Location'), odd),
    value: maybe(fc.oneof(fc.constantFrom('a', 'b, c'), odd)),
  }),
  { maxLength: 3 },
);
const settings = fc.record({
  cacheTtl: maybe(duration),
  defaultTtl: maybe(duration),
  hostHeader: maybe(odd),
  redirectUrl: maybe(fc.oneof(pattern, target, fc.webUrl(), odd)),
  redirectStatus: maybe(fc.constantFrom(...redirectStatuses)),
  redirectQuery: maybe(fc.boolean()),
  rewriteUrl: maybe(fc.oneof({ weight: 3, arbitrary: target }, odd)),
  requestHeaders: maybe(headerChanges),
  responseHeaders: maybe(headerChanges),
  cors: maybe(
    fc.record({
      origins: fc.array(fc.constantFrom('*', 'https://a.example'), { maxLength: 2 }),
      methods: fc.subarray([...corsMethods]),
      headers: fc.array(fc.constantFrom('*', 'X-A'), { maxLength: 2 }),
      credentials: fc.boolean(),
      maxAge: duration,
    }),
  ),
  imageResize: maybe(fc.boolean()),
  webp: maybe(fc.boolean()),
  minify: maybe(minify),
  imageQuality: maybe(fc.nat(100)),
  ignoreCacheControl: maybe(fc.boolean()),
  httpToHttps: maybe(fc.boolean()),
  tlsVersion: maybe(fc.constantFrom(...tlsVersions)),
  hsts: maybe(hsts),
  maintenanceMode: maybe(fc.constantFrom(false, false, true)),
});
export const pageRules = list(
  fc.record({ title: odd, path: pattern, priority: fc.constant(0), mode: fc.constantFrom('apply', 'bypass'), settings }),
);
export const rateLimits = list(
  fc.record({
    path: maybe(pattern),
    requestCount: fc.nat(5),
    time: duration,
    blockTime: duration,
    action: fc.constantFrom('block', 'challenge'),
    challengeType: maybe(challenge),
    priority: fc.constant(0),
  }),
);
const condition = fc.record({
  field: fc.oneof(
    fc.constantFrom('ip', 'country', 'asn', 'host', 'path', 'query', 'query:q', 'method', 'body', 'tlsVersion', 'header:x', 'cookie:c'),
    odd,
  ),
  operator: fc.constantFrom(
    'equals',
    'notEquals',
    'contains',
    'notContains',
    'startsWith',
    'endsWith',
    'matches',
    'in',
    'notIn',
    'exists',
    'notExists',
  ),
  value: fc.oneof(network, country, odd),
});
export const wafRules = list(
  fc.record({
    title: odd,
    modules: fc.uniqueArray(module, { maxLength: 2 }),
    path: maybe(pattern),
    conditions: maybe(fc.array(condition, { maxLength: 2 })),
    action: fc.constantFrom('allow', 'block', 'challenge', 'log'),
    challengeType: maybe(challenge),
    priority: fc.constant(0),
  }),
);
const exceptions = list(
  fc.record({ path: maybe(pattern), modules: maybe(fc.array(module)), patterns: maybe(fc.array(odd)), argument: maybe(odd) }),
);
const server = fc.record({
  address: ip,
  port: maybe(fc.nat(65_535)),
  weight: fc.oneof(fc.nat(100), fc.nat(65_535)),
  backup: fc.boolean(),
  health: maybe(fc.constantFrom('up', 'down', 'unknown')),
});

export const edgeConfig: fc.Arbitrary<EdgeConfig> = fc.record({
  domain: fc.record({
    name: fc.constant('example.com'),
    status: often<EdgeConfig['domain']['status']>('active', 'inactive', 'pending', 'pendingNsChange'),
  }),
  dns: fc.oneof({ weight: 20, arbitrary: fc.constant(plain.dns) }, fc.constant([])),
  firewall: fc.record({
    rules: firewallRules,
    defaultMode: often('allow', 'deny'),
    countryWhitelist: fc.record({ enabled: often(false, true), countries: fc.array(country, { maxLength: 3 }) }),
    groups: fc.array(fc.record({ id: fc.constant('g1'), title: odd, ipAddresses: fc.array(network, { maxLength: 3 }) }), { maxLength: 1 }),
  }),
  ddos: fc.record({
    enabled: often(false, true),
    challengeType: challenge,
    passTime: duration,
    exceptions: fc.array(fc.oneof(network, pattern), { maxLength: 2 }),
    underAttackUntil: time,
  }),
  rateLimits,
  waf: fc.record({
    mode: fc.constantFrom('on', 'on', 'detection', 'off'),
    detectionUntil: time,
    sensitivity: maybe(fc.constantFrom('low', 'medium', 'high')),
    profiles: maybe(fc.subarray([...wafProfiles])),
    modules: fc.array(fc.record({ id: module, enabled: fc.boolean(), action: maybe(fc.constantFrom('block', 'challenge', 'log')) })),
    rules: wafRules,
    exceptions,
  }),
  pageRules,
  https: fc.record({
    enabled: often(true, false),
    httpToHttps: fc.boolean(),
    tlsVersions: fc.oneof({ weight: 5, arbitrary: fc.constant(tlsVersions) }, fc.subarray([...tlsVersions], { minLength: 1 })),
    hsts,
    backendProtocol: fc.constantFrom('auto', 'http', 'https'),
    websockets: fc.boolean(),
  }),
  cache: fc.record({
    level: fc.constantFrom('withQuery', 'withoutQuery', 'off'),
    ttl: maybe(duration),
    defaultTtl: maybe(duration),
    clientErrorTtl: maybe(duration),
    serverErrorTtl: maybe(duration),
    heuristicFreshness: maybe(fc.boolean()),
    browserTtl: maybe(duration),
    ignoreCacheControl: fc.boolean(),
    developmentMode: fc.boolean(),
    developmentUntil: time,
    minTtl: fc.constantFrom(null, 1, 1800),
  }),
  optimization: fc.record({ minify, webp: fc.boolean(), imageResize: fc.boolean(), imageQuality: fc.nat(100) }),
  clusters: fc.array(
    fc.record({
      id: fc.constantFrom('c1', 'c2'),
      name: odd,
      servers: fc.array(server, { maxLength: 4 }),
      port: fc.nat(65_535),
      protocol: fc.constantFrom('http', 'https'),
      algorithm: fc.constantFrom('roundRobin', 'hash', 'leastConnections'),
      hashBy: maybe(fc.constantFrom('client', 'ip')),
    }),
    { maxLength: 2 },
  ),
  routes: fc.array(
    fc.record({
      id: odd,
      kind: fc.constant('record'),
      recordId: fc.constantFrom('apex', 'www'),
      clusterId: fc.constantFrom('c1', 'c2', null),
    }),
    { maxLength: 2 },
  ),
});

const attack = fc.constantFrom(
  '1',
  'shoes',
  '2026',
  '1 union select 2',
  '<script>',
  '../../etc/passwd',
  '; cat /x',
  '1',
  'hello',
  "'",
  '%25',
  '&#60;',
  '/*',
);
const headers = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      'User-Agent',
      'Cookie',
      'Authorization',
      'Cache-Control',
      'Accept',
      'Upgrade',
      'Vary',
      'Set-Cookie',
      'Expires',
      'Last-Modified',
      'x',
    ),
    odd,
  ),
  fc.oneof(attack, fc.constantFrom('max-age=60, stale-if-error=9', 'no-cache', 'must-understand', 'public'), odd),
  { maxKeys: 4 },
);

const response = fc.record({ status: fc.constantFrom(200, 200, 301, 302, 404, 500), headers });

export const edgeRequest: fc.Arbitrary<EdgeRequest> = fc.record({
  url: fc.oneof(
    {
      weight: 10,
      arbitrary: fc
        .tuple(fc.constantFrom('', 'http://example.com', 'https://www.example.com'), fc.array(word, { maxLength: 2 }), attack)
        .map(([base, path, value]) => `${base}/${path.join('/')}?q=${value}`),
    },
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    odd,
  ),
  method: maybe(fc.oneof(fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'TRACE'), odd)),
  headers: maybe(headers),
  ip,
  country: maybe(country),
  asn: maybe(fc.constantFrom(1, 64_496, 4_294_967_295)),
  cookies: maybe(fc.dictionary(odd, fc.oneof(attack, odd), { maxKeys: 2 })),
  body: maybe(fc.oneof(attack, odd)),
  tlsVersion: maybe(fc.constantFrom(...tlsVersions)),
  now: fc.constant(now),
  seen: maybe(
    fc.record({
      requests: maybe(fc.nat(6)),
      byRule: maybe(
        fc.dictionary(
          fc.constantFrom('r0', 'r1', '__proto__'),
          fc.record({ requests: fc.nat(6), blockedUntil: maybe(fc.integer({ min: now - 100, max: now + 100 })) }),
        ),
      ),
      passed: maybe(fc.array(fc.record({ type: challenge, at: fc.integer({ min: now - 100_000, max: now + 100 }) }), { maxLength: 2 })),
      copy: maybe(fc.record({ age: fc.nat(10_000), response })),
      turn: maybe(fc.oneof(fc.nat(), fc.integer())),
      connections: maybe(fc.dictionary(odd, fc.nat(10))),
    }),
  ),
  answer: maybe(response),
});
