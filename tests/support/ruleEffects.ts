import { setTimeout as wait } from 'node:timers/promises';
import type { AnyCall } from '../../src/lib/contract/call.ts';
import * as groups from '../../src/lib/contract/cdn/index.ts';
import {
  bodies,
  cached,
  down,
  type Effect,
  effect,
  flag,
  fresh,
  header,
  host,
  hsts,
  image,
  length,
  page,
  second,
  secure,
  shows,
  status,
  statuses,
  TTL,
  text,
  type Visit,
  visit,
  webp,
} from './edgeEffects.ts';

const { customPage, firewall, pageRule, rateLimit, waf } = groups;

/** The lists of rules: `base` is a rule that acts on every visit to `/rule…`. */
interface Rules {
  create: AnyCall;
  update: AnyCall;
  remove: AnyCall;
  id: string;
  base: object;
  effects: readonly Effect[];
}
/** A setting of a page rule. */
const inRule = (field: string, [first, next]: Effect['inputs'], visit: Effect['visit'], answers: Effect['answers']) =>
  effect(`settings.${field}`, [{ settings: first }, { settings: next }], visit, answers);
let visitors = 1;
/** A visitor without requests. */
const next = (): Visit => ({ from: `127.0.9.${++visitors}` });
const third = async () => {
  const visitor = next();
  await statuses(2, '/rule', visitor);
  return page('/rule', visitor);
};
const cors = { origins: ['https://a.example'], methods: ['GET'], headers: [], credentials: false, maxAge: { value: 1, unit: 'h' } };
const maintenance = { settings: { maintenanceMode: true } };
const union = `?q=${encodeURIComponent("1' union select password from users--")}`;
export const rules: Readonly<Record<string, Rules>> = {
  firewall: {
    create: firewall.create,
    update: firewall.update,
    remove: firewall.delete,
    id: 'ruleId',
    base: { kind: 'ip', value: '127.0.1.1', mode: 'deny', deploy: true, confirmSelfBlock: true },
    effects: [
      effect('value', [{ value: '127.0.1.1' }, { value: '127.0.1.2' }], () => page(fresh(), { from: '127.0.1.1' }), ['403', '200']),
      effect(
        'kind',
        [
          { kind: 'ip', value: '192.0.2.1' },
          { kind: 'asn', value: 'AS64500' },
        ],
        () => page(fresh(), { from: '127.0.1.1' }),
        ['200', '403'],
      ),
      effect('mode', [{ mode: 'allow' }, { mode: 'deny' }], () => page(fresh(), { from: '127.0.1.1' }), ['200', '403']),
      effect(
        'expiresAt',
        [
          { expiresAt: null },
          {
            get expiresAt() {
              return new Date(Date.now() + 1_000).toISOString();
            },
          },
        ],
        async () => {
          await wait(1_500);
          return page(fresh(), { from: '127.0.1.1' });
        },
        ['403', '200'],
      ),
      effect('deploy', [{ deploy: false, value: '127.0.1.2' }, { deploy: true }], () => page(fresh(), { from: '127.0.1.2' }), [
        '200',
        '403',
      ]),
    ],
  },
  rateLimit: {
    create: rateLimit.create,
    update: rateLimit.update,
    remove: rateLimit.delete,
    id: 'ruleId',
    base: {
      path: '/rule*',
      requestCount: 2,
      time: { value: 1, unit: 'h' },
      blockTime: { value: 1, unit: 'h' },
      action: 'block',
      deploy: true,
    },
    effects: [
      effect('path', [{ path: '/rule*' }, { path: '/elsewhere*' }], () => statuses(3, fresh('/rule')), [
        [200, 200, 429],
        [200, 200, 200],
      ]),
      effect('requestCount', [{ requestCount: 1 }, { requestCount: 2 }], () => statuses(3, fresh('/rule'), next()), [
        [200, 429, 429],
        [200, 200, 429],
      ]),
      effect(
        'time',
        [{ time: { value: 1, unit: 'h' } }, { time: { value: 1, unit: 's' } }],
        async () => {
          const visitor = next();
          const before = await statuses(2, '/rule', visitor);
          await wait(1_200);
          return [...before, await status('/rule', visitor)];
        },
        [
          [200, 200, 429],
          [200, 200, 200],
        ],
      ),
      effect(
        'blockTime',
        [{ blockTime: { value: 1, unit: 'h' } }, { blockTime: { value: 1, unit: 'm' } }],
        async () => {
          const visitor = next();
          await statuses(3, '/rule', visitor);
          return Number(await header('retry-after', '/rule', visitor)) > 60;
        },
        [true, false],
      ),
      effect('action', [{ action: 'block' }, { action: 'challenge', challengeType: 'js' }], () => third(), ['429', 'js']),
      effect(
        'challengeType',
        [
          { action: 'challenge', challengeType: 'cookie' },
          { action: 'challenge', challengeType: 'captcha' },
        ],
        () => third(),
        ['cookie', 'captcha'],
      ),
      effect('deploy', [{ deploy: false, requestCount: 1 }, { deploy: true }], () => statuses(2, '/rule', next()), [
        [200, 200],
        [200, 429],
      ]),
    ],
  },
  pageRule: {
    create: pageRule.create,
    update: pageRule.update,
    remove: pageRule.delete,
    id: 'pathId',
    base: { title: 'A rule', path: '/rule*', mode: 'apply', deploy: true, ...maintenance },
    effects: [
      effect('path', [{ path: '/rule*' }, { path: '/elsewhere*' }], () => status(fresh('/rule')), [503, 200]),
      effect(
        'mode',
        [
          { mode: 'apply', settings: {} },
          { mode: 'bypass', settings: {} },
        ],
        () => cached(fresh('/rule')),
        ['HIT', 'BYPASS'],
      ),
      effect('deploy', [{ deploy: false, path: '/later*' }, { deploy: true }], () => status(fresh('/later')), [200, 503]),
      inRule('maintenanceMode', [{ maintenanceMode: false }, { maintenanceMode: true }], () => status(fresh('/rule')), [200, 503]),
      inRule(
        'cacheTtl',
        [{ cacheTtl: { value: 1, unit: 's' } }, { cacheTtl: { value: 2, unit: 'd' } }],
        async () => {
          const path = fresh('/rule');
          await visit(path);
          await wait(1_500);
          return header('x-cache', path);
        },
        ['EXPIRED', 'HIT'],
      ),
      inRule('defaultTtl', [{}, { defaultTtl: TTL }], () => cached(fresh('/rule?control=max-age=0')), ['HIT', 'MISS']),
      inRule('hostHeader', [{}, { hostHeader: `inner.${host}` }], async () => /inner/.test(await text('/rule')), [false, true]),
      inRule('redirectUrl', [{}, { redirectUrl: '/away' }], () => status(fresh('/rule')), [200, 302]),
      inRule(
        'redirectStatus',
        [{ redirectUrl: '/away' }, { redirectUrl: '/away', redirectStatus: 308 }],
        () => status(fresh('/rule')),
        [302, 308],
      ),
      inRule(
        'redirectQuery',
        [{ redirectUrl: '/away' }, { redirectUrl: '/away', redirectQuery: true }],
        () => header('location', fresh('/rule?a=1')),
        [`http://${host}/away`, `http://${host}/away?a=1`],
      ),
      inRule('rewriteUrl', [{}, { rewriteUrl: '/missing$1' }], () => status(fresh('/rule')), [200, 404]),
      inRule(
        'requestHeaders',
        [{}, { requestHeaders: [{ action: 'set', name: 'User-Agent', value: 'the rule' }] }],
        () => header('x-agent', fresh('/rule')),
        ['none', 'the rule'],
      ),
      inRule(
        'responseHeaders',
        [{}, { responseHeaders: [{ action: 'set', name: 'X-Frame-Options', value: 'DENY' }] }],
        () => header('x-frame-options', fresh('/rule')),
        [undefined, 'DENY'],
      ),
      inRule(
        'cors',
        [{}, { cors }],
        () => header('access-control-allow-origin', fresh('/rule'), { headers: { origin: 'https://a.example' } }),
        [undefined, 'https://a.example'],
      ),
      inRule('connectionTimeout', [{}, { connectionTimeout: { value: 1, unit: 's' } }], () => status(fresh('/rule?slow')), [200, 504]),
      inRule('cspOverride', [{}, { cspOverride: "default-src 'self'" }], () => header('content-security-policy', fresh('/rule')), [
        undefined,
        "default-src 'self'",
      ]),
      inRule('ignoreCacheControl', [{}, { ignoreCacheControl: true }], () => cached(fresh('/rule?control=no-store')), ['MISS', 'HIT']),
      inRule(
        'queryString',
        [{}, { queryString: 'withoutQuery' }],
        async () => {
          const path = fresh('/rule');
          return cached(`${path}?a=1`, `${path}?a=2`);
        },
        ['MISS', 'HIT'],
      ),
      inRule('httpToHttps', [{}, { httpToHttps: true }], () => status(fresh('/rule')), [200, 301]),
      inRule('tlsVersion', [{}, { tlsVersion: '1.3' }], () => secure('/rule', { maxVersion: 'TLSv1.2' }, 'status'), ['200', '403']),
      inRule(
        'hsts',
        [{ hsts: hsts({}) }, { hsts: hsts({ maxAge: { value: 2, unit: 'd' } }) }],
        () => secure('/rule', {}, 'strict-transport-security'),
        ['max-age=86400', 'max-age=172800'],
      ),
      inRule('minify', [{}, { minify: { html: false, css: true, js: false } }], () => text('/rule.css'), [
        bodies.css?.[1](),
        'a{color:red}\n',
      ]),
      inRule('webp', [{}, { webp: true }], async () => (await second(fresh('/rule.png'), { headers: webp })).headers['content-type'], [
        'image/png',
        'image/webp',
      ]),
      inRule(
        'imageResize',
        [{}, { imageResize: true }],
        async () => (await length('/rule.png', { ...webp, 'sec-ch-width': '200' })) < image.length / 4,
        [false, true],
      ),
      inRule(
        'imageQuality',
        [
          { webp: true, imageQuality: 100 },
          { webp: true, imageQuality: 5 },
        ],
        async () => (await length('/rule.png', webp)) < image.length / 8,
        [false, true],
      ),
    ],
  },
  wafRule: {
    create: waf.createRule,
    update: waf.updateRule,
    remove: waf.deleteRule,
    id: 'ruleId',
    base: { title: 'A rule', modules: ['custom'], path: '/rule*', action: 'block', deploy: true },
    effects: [
      effect('path', [{ path: '/rule*' }, { path: '/elsewhere*' }], () => page(fresh('/rule')), ['403', '200']),
      effect('modules', [{ modules: ['custom'] }, { modules: ['scanner'] }], () => page(fresh('/rule')), ['403', '200']),
      effect(
        'conditions',
        [{ conditions: [] }, { conditions: [{ field: 'method', operator: 'equals', value: 'POST' }] }],
        () => page(fresh('/rule')),
        ['403', '200'],
      ),
      effect('action', [{ action: 'block' }, { action: 'log' }], () => page(fresh('/rule')), ['403', '200']),
      effect(
        'challengeType',
        [
          { action: 'challenge', challengeType: 'cookie' },
          { action: 'challenge', challengeType: 'captcha' },
        ],
        () => page(fresh('/rule')),
        ['cookie', 'captcha'],
      ),
      effect('deploy', [{ deploy: false, path: '/later*' }, { deploy: true }], () => page(fresh('/later')), ['200', '403']),
    ],
  },
  wafException: {
    create: waf.createException,
    update: waf.updateException,
    remove: waf.deleteException,
    id: 'exceptionId',
    base: { title: 'An exception', path: '/rule*', deploy: true },
    effects: [
      effect('path', [{ path: '/rule*' }, { path: '/elsewhere*' }], () => page(fresh('/rule') + union), ['200', '403']),
      effect('modules', [{ modules: ['sqli'] }, { modules: ['xss'] }], () => page(fresh('/rule') + union), ['200', '403']),
      effect('argument', [{ argument: 'q' }, { argument: 'other' }], () => page(fresh('/rule') + union), ['200', '403']),
      effect('patterns', [{ patterns: [] }, { patterns: ['lfi-traversal'] }], () => page(fresh('/rule') + union), ['200', '403']),
      effect('deploy', [{ deploy: false }, { deploy: true }], () => page(fresh('/rule') + union), ['403', '200']),
    ],
  },
  customPage: {
    create: customPage.create,
    update: customPage.update,
    remove: customPage.delete,
    id: 'pageId',
    base: { kind: 'error', title: 'A page', enabled: true, html: '<!doctype html><title>a</title><p>own page</p>' },
    effects: [
      flag('enabled', async () => shows('own page', await down()), [false, true]),
      effect(
        'html',
        [{ html: '<!doctype html><title>a</title><p>first</p>' }, { html: '<!doctype html><title>a</title><p>second</p>' }],
        async () => shows('second', await down()),
        [false, true],
      ),
      effect('statusCode', [{ statusCode: 502 }, { statusCode: 504 }], async () => shows('own page', await down()), [true, false]),
    ],
  },
};
