import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  bodies,
  cached,
  call,
  type Effect,
  effect,
  elsewhere,
  flag,
  fresh,
  handshake,
  header,
  hsts,
  image,
  length,
  origin,
  page,
  paths,
  second,
  secure,
  setDown,
  show,
  socket,
  status,
  TTL,
  text,
  visit,
  webp,
} from '../../../../tests/support/edgeEffects.ts';
import { rules } from '../../../../tests/support/ruleEffects.ts';
import type { AnyCall } from '../../../lib/contract/call.ts';
import * as groups from '../../../lib/contract/cdn/index.ts';
import { demo } from '../../../lib/contract/fields.ts';

/*
 * Every setting that a call accepts for the edge has an effect on a request. Each one is changed by its call, published, and visited at a
 * real edge in front of a real server; the two answers differ as expected.
 */
const { cache, cluster, ddos, firewall, https, optimization } = groups;

const sts = () => secure('/', {}, 'strict-transport-security');
const answered = async () => (await visit(fresh())).bytes.toString() === 'other';
let clusterId = '';

/** Calls that change one setting of the domain. `base` holds before each. */
const settings: Readonly<Record<string, { call: AnyCall; base: object; effects: readonly Effect[] }>> = {
  'cache.update': {
    call: cache.update,
    base: {
      level: 'withQuery',
      ttl: TTL,
      defaultTtl: null,
      clientErrorTtl: null,
      serverErrorTtl: null,
      heuristicFreshness: false,
      browserTtl: null,
      ignoreCacheControl: false,
      alwaysOnline: false,
      mergeSlashes: true,
    },
    effects: [
      effect('level', [{ level: 'off' }, { level: 'withQuery' }], () => cached(fresh()), ['BYPASS', 'HIT']),
      effect(
        'ttl',
        [{ ttl: TTL }, { ttl: null }],
        // An age that the server gives counts only without a time of the customer's.
        () => cached(fresh('/?control=max-age=0')),
        ['HIT', 'MISS'],
      ),
      effect(
        'defaultTtl',
        [
          { ttl: null, defaultTtl: null },
          { ttl: null, defaultTtl: TTL },
        ],
        () => cached(fresh()),
        ['MISS', 'HIT'],
      ),
      effect('clientErrorTtl', [{ clientErrorTtl: null }, { clientErrorTtl: TTL }], () => cached(fresh('/missing')), ['MISS', 'HIT']),
      effect('serverErrorTtl', [{ serverErrorTtl: null }, { serverErrorTtl: TTL }], () => cached(fresh('/?status=503')), ['MISS', 'HIT']),
      effect(
        'heuristicFreshness',
        [
          { ttl: null, heuristicFreshness: false },
          { ttl: null, heuristicFreshness: true },
        ],
        () => cached(fresh('/?modified')),
        ['MISS', 'HIT'],
      ),
      effect('browserTtl', [{ browserTtl: null }, { browserTtl: TTL }], () => header('cache-control', fresh('/?control=max-age=60')), [
        'max-age=60',
        'max-age=86400',
      ]),
      flag('ignoreCacheControl', () => cached(fresh('/?control=no-store')), ['MISS', 'HIT']),
      flag('mergeSlashes', () => cached(fresh('/a/b'), `//a-${paths}//b`), ['MISS', 'HIT']),
      effect(
        'alwaysOnline',
        [
          { ttl: null, alwaysOnline: false },
          { ttl: null, alwaysOnline: true },
        ],
        async () => {
          const path = fresh('/?control=max-age=1');
          await visit(path);
          await wait(2_500);
          setDown(true);
          const got = await status(path);
          setDown(false);
          return got;
        },
        [502, 200],
      ),
    ],
  },
  'cache.developmentMode': {
    call: cache.developmentMode,
    base: { enabled: false },
    effects: [flag('enabled', () => cached(fresh()), ['HIT', 'BYPASS'])],
  },
  'ddos.update': {
    call: ddos.update,
    base: { enabled: false, challengeType: 'js', passTime: { value: 1, unit: 'h' }, exceptions: [] },
    effects: [
      flag('enabled', () => page(fresh()), ['200', 'js']),
      effect(
        'challengeType',
        [
          { enabled: true, challengeType: 'cookie' },
          { enabled: true, challengeType: 'captcha' },
        ],
        () => page(fresh()),
        ['cookie', 'captcha'],
      ),
      effect(
        'passTime',
        [
          { enabled: true, challengeType: 'cookie' },
          { enabled: true, challengeType: 'cookie', passTime: { value: 1, unit: 's' } },
        ],
        async () => {
          const cookie = String((await visit(fresh())).headers['set-cookie']).split(';')[0] ?? '';
          await wait(1_500);
          return page(fresh(), { headers: { cookie } });
        },
        ['200', 'cookie'],
      ),
      effect(
        'exceptions',
        [
          { enabled: true, exceptions: [] },
          { enabled: true, exceptions: ['127.0.0.1'] },
        ],
        () => page(fresh()),
        ['js', '200'],
      ),
    ],
  },
  'ddos.underAttack': {
    call: ddos.underAttack,
    base: { enabled: false },
    effects: [effect('enabled', [{ enabled: false }, { enabled: true, for: { value: 1, unit: 'h' } }], () => page(fresh()), ['200', 'js'])],
  },
  'firewall.mode': {
    call: firewall.mode,
    base: { defaultMode: 'allow', confirmSelfBlock: true },
    effects: [effect('defaultMode', [{ defaultMode: 'allow' }, { defaultMode: 'deny' }], () => page(fresh()), ['200', '403'])],
  },
  'firewall.countryUpdate': {
    call: firewall.countryUpdate,
    base: { enabled: false, countries: ['DE'], confirmSelfBlock: true },
    effects: [
      flag('enabled', () => page(fresh(), { from: '127.0.2.1' }), ['200', '403']),
      effect(
        'countries',
        [
          { enabled: true, countries: ['DE'] },
          { enabled: true, countries: ['IR'] },
        ],
        () => page(fresh(), { from: '127.0.2.1' }),
        ['403', '200'],
      ),
    ],
  },
  'https.update': {
    call: https.update,
    base: { enabled: true, httpToHttps: false, http2: true, websockets: false },
    effects: [
      flag('enabled', () => handshake({}), ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'TLSv1.3 none']),
      flag('httpToHttps', () => status(fresh()), [200, 301]),
      flag('http2', () => handshake({ ALPNProtocols: ['h2', 'http/1.1'] }), ['TLSv1.3 http/1.1', 'TLSv1.3 h2']),
      flag('websockets', socket, ['200', 'open']),
    ],
  },
  'https.tls': {
    call: https.tls,
    base: { tlsVersions: ['1.2', '1.3'] },
    effects: [
      effect('tlsVersions', [{ tlsVersions: ['1.2', '1.3'] }, { tlsVersions: ['1.3'] }], () => handshake({ maxVersion: 'TLSv1.2' }), [
        'TLSv1.2 none',
        'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      ]),
    ],
  },
  'https.hsts': {
    call: https.hsts,
    base: hsts({ enabled: false }),
    effects: [
      flag('enabled', sts, [undefined, 'max-age=86400']),
      effect('maxAge', [hsts({}), hsts({ maxAge: { value: 2, unit: 'd' } })], sts, ['max-age=86400', 'max-age=172800']),
      effect('includeSubdomains', [hsts({}), hsts({ includeSubdomains: true })], sts, [
        'max-age=86400',
        'max-age=86400; includeSubDomains',
      ]),
    ],
  },
  'cluster.edit': {
    call: cluster.edit,
    base: {
      get clusterId() {
        return clusterId;
      },
      get port() {
        return origin.port;
      },
      servers: [{ address: '127.0.0.1' }],
      protocol: 'http',
    },
    effects: [
      effect('servers.address', [{}, { servers: [{ address: '127.0.0.7' }] }], () => status(fresh()), [200, 502]),
      effect('port', [{}, elsewhere('port')], answered, [false, true]),
      effect('servers.port', [{}, { servers: [elsewhere('port', { address: '127.0.0.1' })] }], answered, [false, true]),
      effect('protocol', [{}, { protocol: 'https' }], () => status(fresh()), [200, 502]),
      effect(
        'servers.draining',
        [
          { servers: [{ address: '127.0.0.1' }, elsewhere('port', { address: '127.0.0.1', draining: true })] },
          { servers: [{ address: '127.0.0.1', draining: true }, elsewhere('port', { address: '127.0.0.1' })] },
        ],
        answered,
        [false, true],
      ),
      effect(
        'affinity',
        [{ affinity: null }, { affinity: { value: 1, unit: 'h' } }],
        // The response to a HEAD isn't stored.
        async () => String(await header('set-cookie', fresh(), { method: 'HEAD' })).includes('edge_affinity_'),
        [false, true],
      ),
    ],
  },
  'optimization.update': {
    call: optimization.update,
    base: { minify: { html: false, css: false, js: false }, webp: false, imageResize: false, imageQuality: 75 },
    effects: [
      effect('minify.html', [{ minify: { html: false } }, { minify: { html: true } }], () => text('/a.html'), [
        bodies.html?.[1](),
        '<p> some text </p>\n',
      ]),
      effect('minify.css', [{ minify: { css: false } }, { minify: { css: true } }], () => text('/a.css'), [
        bodies.css?.[1](),
        'a{color:red}\n',
      ]),
      effect('minify.js', [{ minify: { js: false } }, { minify: { js: true } }], () => text('/a.js'), [bodies.js?.[1](), 'let a=1;\n']),
      flag('webp', async () => (await second(fresh('/a.png'), { headers: webp })).headers['content-type'], ['image/png', 'image/webp']),
      flag('imageResize', async () => (await length('/a.png', { ...webp, 'sec-ch-width': '200' })) < image.length / 4, [false, true]),
      effect(
        'imageQuality',
        [
          { webp: true, imageQuality: 100 },
          { webp: true, imageQuality: 5 },
        ],
        async () => (await length('/a.png', webp)) < image.length / 8,
        [false, true],
      ),
    ],
  },
};

beforeAll(async () => {
  // The demo's records lead to addresses of documentation; these lead to the servers of this test.
  const servers = (port: number) => ({ servers: [{ address: '127.0.0.1', weight: 1 }], port, protocol: 'http', algorithm: 'roundRobin' });
  const { cluster: made } = await call(cluster.create, { name: 'Effects', ...servers(origin.port) });
  clusterId = String(Object(made).id);
  await call(cluster.assign, { clusterId, recordId: demo.recordId });
  for (const { call: which, base } of Object.values(settings)) await call(which, base);
});

/** Fields that identify something, guard a change or describe a rule for people; and those that are shown elsewhere. */
const without: ReadonlySet<string> = new Set([
  ...['domainId', 'version', 'confirmSelfBlock', 'replace', 'title', 'description'],
  // The order of rules: rules/cdn/edge/pageRules.test.ts, firewall.test.ts and limits.test.ts, through the same engine.
  'priority',
  // A rule above all others: provider/cdn/event/event.test.ts, and at an edge tests/e2e/cdn/edge.spec.ts.
  'first (firewall)',
  // How long a mode lasts: provider/cdn/edge/expiry.ts and its tests.
  'for',
  // The kinds of pages: edge/request/request.test.ts.
  'kind (customPage)',
  // How servers are selected: rules/cdn/edge/cluster.test.ts; how they are checked: provider/cdn/cluster/check.test.ts.
  ...['clusterId', 'name', 'algorithm', 'hashBy', 'monitoring'],
  // It requires four other settings: provider/cdn/https/https.test.ts.
  'preload',
  // No edge speaks it.
  'http3',
]);

test('every field that these calls accept is among the settings', () => {
  type Schema = { $ref?: string; $defs?: Record<string, Schema>; properties?: Record<string, Schema>; anyOf?: Schema[] };
  const fields = (whole: Schema) => {
    const under = (schema: Schema, path: string): string[] => {
      const named = whole.$defs?.[schema.$ref?.split('/').at(-1) ?? ''];
      if (named) return under(named, path);
      if (schema.anyOf) return schema.anyOf.flatMap((one) => under(one, path));
      const nested = Object.entries(schema.properties ?? {});
      const isDuration = nested.some(([name]) => name === 'unit');
      return nested.length === 0 || isDuration ? [path] : nested.flatMap(([name, one]) => under(one, path ? `${path}.${name}` : name));
    };
    return [...new Set(under(whole, ''))];
  };
  const inputs = (call: AnyCall) => fields(z.toJSONSchema(call.input, { unrepresentable: 'any', io: 'input' }) as Schema); // JSON Schema
  const missing = [...Object.entries(settings), ...Object.entries(rules)].flatMap(([name, of]) => {
    const shown = of.effects.map(({ field }) => field);
    return inputs('call' in of ? of.call : of.create)
      .filter((field) => !without.has(field.split('.')[0] ?? '') && !without.has(`${field} (${name})`))
      .filter((field) => !shown.some((one) => one === field || field.startsWith(`${one}.`) || one.startsWith(`${field}.`)))
      .map((field) => `${name} ${field}`);
  });
  expect(missing).toEqual([]);
});

const cases = <T extends { effects: readonly Effect[] }>(all: Readonly<Record<string, T>>) =>
  Object.entries(all).flatMap(([name, of]) => of.effects.map((one) => [`${name} ${one.field}`, of, one] as const));

test.each(cases(settings))('%s', async (_, { call: which, base }, one) => {
  try {
    await show((input) => call(which, { ...base, ...input }), one);
  } finally {
    await call(which, base);
  }
});

test.each(cases(rules))('%s', async (_, { create, update, remove, id, base }, one) => {
  let made: { id: string } | undefined;
  try {
    await show(async (input) => {
      if (made) await call(update, { [id]: made.id, deploy: true, ...input });
      else [made] = Object.values(await call(create, { ...base, ...input })) as { id: string }[]; // the only field
    }, one);
  } finally {
    if (made) await call(remove, { [id]: made.id });
  }
});
