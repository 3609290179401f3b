import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { started as edgeStarted } from '../../../../tests/support/edgeControl.ts';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import type { Cors, PathSettings } from '../../../lib/rules/cdn/edge/config.ts';
import { HOUR } from '../../../lib/time.ts';

const t = translator('en');

const draft = (change: Partial<Input<typeof pageRule.create>> = {}) => ({
  domainId: demo.domainId,
  title: 'Downloads',
  path: '/downloads/*',
  mode: 'apply' as const,
  settings: {},
  deploy: true,
  ...change,
});

async function started(name = 'parvaz.example') {
  const p = await startProvider();
  const token = await p.signIn();
  const { id: domainId } = await storedOne(p, 'domain', { name });
  const create = (change: Parameters<typeof draft>[0] = {}) => p.try(pageRule.create, draft({ domainId, ...change }), { token });
  const list = () => p.ok(pageRule.list, { domainId }, { token });
  return { p, token, domainId, create, list };
}

test('the demo domain has its rules in order, one held back and one with a draft', async () => {
  const { list } = await started();
  const { paths, limit, used, minTtl } = await list();
  expect(paths.map(({ id }) => id)).toEqual(demo.pathIds);
  expect(paths.map(({ priority, deploy, deployed }) => [priority, deploy, Boolean(deployed)])).toEqual([
    [1, true, false],
    [2, true, false],
    [3, true, true],
    [4, true, false],
    [5, true, false],
    [6, false, false],
  ]);
  expect({ limit, used, minTtl }).toEqual({ limit: null, used: 6, minTtl: null });
});

test('a rule is created with every option of the specification, and read back unchanged', async () => {
  const { p, token, create } = await started();
  const settings: PathSettings = {
    cacheTtl: { value: 30, unit: 'd' },
    hostHeader: 'origin.parvaz.example',
    redirectUrl: 'https://elsewhere.example/a?b=$1',
    redirectStatus: 308,
    redirectQuery: true,
    rewriteUrl: '/in/$1',
    requestHeaders: [{ action: 'set', name: 'X-Origin-Token', value: 'abc 123' }],
    responseHeaders: [
      { action: 'remove', name: 'Server' },
      { action: 'add', name: 'Link', value: '</a.css>; rel=preload' },
    ],
    connectionTimeout: { value: 30, unit: 's' },
    imageResize: true,
    imageQuality: 60,
    webp: false,
    minify: { html: false, css: true, js: true },
    cors: {
      origins: ['https://app.elsewhere.example'],
      methods: ['GET', 'PUT'],
      headers: ['Content-Type'],
      credentials: true,
      maxAge: { value: 10, unit: 'm' },
    },
    cspOverride: "default-src 'self'",
    ignoreCacheControl: true,
    queryString: 'withoutQuery',
    httpToHttps: true,
    tlsVersion: '1.3',
    hsts: { enabled: true, maxAge: { value: 12, unit: 'M' }, includeSubdomains: true, preload: false },
    maintenanceMode: false,
  };
  const { status, body } = await create({ settings, description: 'All of it', priority: 40 });
  expect(status).toBe(200);
  const { id } = body.path as { id: string };
  const got = (await p.ok(pageRule.get, { domainId: demo.domainId, pathId: id }, { token })).path;
  expect(got).toMatchObject({
    title: 'Downloads',
    description: 'All of it',
    priority: 40,
    deploy: true,
    deployed: null,
    version: 1,
    settings,
  });
  const [entry] = await stored(p, 'changeLog', { entityId: id });
  expect([entry?.action, entry?.group, entry?.entityName]).toEqual(['create', 'pageRule', 'Downloads']);
});

describe('a path', () => {
  test('a path may have wildcards, a query and a host of the domain', async () => {
    const { create } = await started();
    const hosts = ['parvaz.example', 'parvaz.example/shop/*', 'PARVAZ.example/', '*.parvaz.example/a', 'www.parvaz.example?x=?'];
    for (const value of ['/', '/a*', '/search?q=*', '/%D8%B3/*', '/راه/*', ...hosts])
      expect((await create({ path: value })).status, value).toBe(200);
  });

  test('a wrong path is refused, in four languages', async () => {
    const { p, token } = await started();
    const before = await snapshot(p);
    for (const [value, code] of [
      ['', 'pathRequired'],
      ['shop/*', 'pattern'],
      ['other.example/', 'pattern'],
      ['notparvaz.example/', 'pattern'],
      ['https://parvaz.example/a', 'pathScheme'],
      ['/a b', 'pathSpace'],
      ['/a#top', 'pathHash'],
      ['/a"b', 'pathFormat'],
      ['/a%zz', 'pathFormat'],
      ['ab_c.parvaz.example/', 'pathFormat'],
      ['parvaz.example:8080/', 'pattern'],
    ] as const) {
      for (const locale of locales) {
        const { status, body } = await p.try(pageRule.create, draft({ path: value }), { token, locale });
        const key = code === 'pathRequired' ? ('pageRule:error.pathRequired' as const) : (`rules:error.${code}` as const);
        const path = translator(locale)(key, { zone: 'parvaz.example', domain: 'parvaz.example' });
        expect([status, body.fields], value).toEqual([422, { path }]);
      }
    }
    expect(await snapshot(p)).toBe(before);
  });
});

describe('settings', () => {
  test('a wrong setting is refused beside its field', async () => {
    const { create } = await started();
    const csp = "Enter directives separated by semicolons, such as default-src 'self'; img-src *.";
    const url = 'Enter a URL that starts with https://, or a path that starts with a slash.';
    const rewrite = t('pageRule:error.rewriteUrl');
    const yearAndDay = { value: 366, unit: 'd' };
    for (const [name, message, ...values] of [
      ['cacheTtl', 'The maximum is 365 days. Choose a shorter time.', yearAndDay, { value: 13, unit: 'M' }],
      ['cacheTtl', 'Choose one of the available times.', { value: 7, unit: 's' }],
      ['hostHeader', 'Enter a host name, such as www.example.com.', 'https://x.example', '203.0.113.1', 'a..b.example', 'localhost'],
      ['redirectUrl', url, 'shop', 'javascript:alert(1)', '//evil.example'],
      ['connectionTimeout', 'The maximum is 5 minutes. Choose a shorter time.', { value: 6, unit: 'm' }],
      ['imageQuality', 'Enter a whole number from 1 to 100.', 0, 101, 1.5],
      ['cspOverride', csp, "default-src 'self'\nx: y", ''],
      ['tlsVersion', 'Choose one of the options.', '1.4'],
      ['queryString', 'Choose one of the options.', 'off'],
      ['redirectStatus', 'Choose one of the options.', 303, 200, '301'],
      ['rewriteUrl', rewrite, 'app', '//app', 'https://x.example/', '/a b', '/a#b', '/a\\b', '/../a', '/a/./b', '/a%2F..%2Fb', '/a%zz'],
    ] as [string, string, ...unknown[]][])
      for (const value of values) {
        const { body, status } = await create({ settings: { [name]: value } });
        expect([value, status, body.fields]).toEqual([value, 422, { [`settings.${name}`]: message }]);
      }
  });

  test('a path redirects elsewhere, but not to what it fits itself', async () => {
    const { create } = await started();
    for (const [value, redirectUrl] of [
      ['/shop/*', '/shop/new'],
      ['/shop/*', 'https://parvaz.example/shop/'],
      ['parvaz.example/shop/*', '/shop/x'],
      ['blog.parvaz.example/*', '/anything'],
      ['*.parvaz.example/*', 'https://www.parvaz.example/'],
      ['/shop/*', '/shop/new/$1'],
      ['*.parvaz.example/*', 'https://$1.parvaz.example/new/$2'],
    ] as const) {
      const { body, status } = await create({ path: value, settings: { redirectUrl } });
      expect([status, body.fields?.['settings.redirectUrl']], String(value)).toEqual([422, expect.stringContaining('redirect loop')]);
    }
    for (const [value, redirectUrl] of [
      ['/shop/*', '/new'],
      ['blog.parvaz.example/*', 'https://parvaz.example/blog'],
      ['/old', 'https://elsewhere.example/old'],
      ['/shop/*', '/store/$1'],
      ['www.parvaz.example/*', 'https://parvaz.example/$1'],
    ] as const) {
      expect((await create({ path: value, settings: { redirectUrl } })).status, String(value)).toBe(200);
    }
  });

  test('a target refers only to wildcards of the path, and to those of the host in its own host', async () => {
    const { create } = await started();
    const refused = async (path: string, settings: PathSettings) => (await create({ path, settings })).body.fields;
    const missing = (capture: string, path: string) => t('pageRule:error.capture', { capture, path });
    for (const [path, target, capture] of [
      ['/old/*', '/new/$2', '$2'],
      ['/old', '/new/$1', '$1'],
      ['/old/*', '/new/$0', '$0'],
      ['*.parvaz.example/*', '/new/$3', '$3'],
    ] as const) {
      expect(await refused(path, { redirectUrl: target })).toEqual({ 'settings.redirectUrl': missing(capture, path) });
      expect(await refused(path, { rewriteUrl: target })).toEqual({ 'settings.rewriteUrl': missing(capture, path) });
    }
    for (const redirectUrl of ['https://elsewhere.example$1', 'https://$1.elsewhere.example/', 'https://elsewhere.example:$1/'])
      expect(await refused('/old/*', { redirectUrl })).toEqual({
        'settings.redirectUrl': t('pageRule:error.captureHost', { capture: '$1' }),
      });
    expect((await create({ path: '*.parvaz.example/*', settings: { redirectUrl: 'https://$1.elsewhere.example/$2' } })).status).toBe(200);
    expect((await create({ path: '/pay/*', settings: { redirectUrl: '/price/%245/$1', rewriteUrl: '/$1' } })).status).toBe(200);
  });

  test('the status and the query of a redirect need its target', async () => {
    const { create } = await started();
    for (const settings of [{ redirectStatus: 301 }, { redirectQuery: true }] as PathSettings[])
      expect((await create({ settings })).body.fields).toEqual({ 'settings.redirectUrl': t('pageRule:error.redirectUrl') });
  });

  test('changes of headers are refused at the part that is wrong', async () => {
    const { create } = await started();
    const set = (name: string, value: string | undefined = 'a') => ({ action: 'set' as const, name, value });
    const add = (name: string, value = 'a') => ({ action: 'add' as const, name, value });
    const own = (name: string) => t('pageRule:error.headerReserved', { name });
    for (const [settings, field, message] of [
      [{ requestHeaders: [] }, 'requestHeaders', t('error:required')],
      [{ requestHeaders: Array.from({ length: 21 }, (_, n) => set(`x-${n}`)) }, 'requestHeaders', t('error:tooMany', { max: '20' })],
      ...['', 'a b', 'a:b', 'é', 'a\r\nb', 'x'.repeat(101)].map(
        (name) => [{ responseHeaders: [set(name)] }, 'responseHeaders.0.name', t('pageRule:error.headerName')] as const,
      ),
      ...[undefined, '', 'a\r\nb: c', 'é'].map(
        (value) => [{ responseHeaders: [{ ...set('x-a'), value }] }, 'responseHeaders.0.value', t('pageRule:error.headerValue')] as const,
      ),
      ...[
        'Host',
        'Connection',
        'Content-Length',
        'Transfer-Encoding',
        'X-Request-ID',
        'X-Cache',
        'CDN-Loop',
        'X-Forwarded-For',
        'X_Forwarded_For',
      ].map((name) => [{ requestHeaders: [set('x-a'), set(name)] }, 'requestHeaders.1.name', own(name)] as const),
      ...['Forwarded', 'X-Real-IP', 'Accept-Encoding', 'Range', 'If-None-Match', 'Upgrade', 'TE', 'Sec-WebSocket-Key'].map(
        (name) => [{ requestHeaders: [{ action: 'remove', name }] }, 'requestHeaders.0.name', own(name)] as const,
      ),
      ...[
        'Vary',
        'Strict-Transport-Security',
        'Content-Encoding',
        'Content-Length',
        'Age',
        'X-Cache',
        'X-Request-ID',
        'Proxy-Status',
        'Trailer',
      ].map((name) => [{ responseHeaders: [set(name)] }, 'responseHeaders.0.name', own(name)] as const),
      [{ responseHeaders: [add('Content-Type')] }, 'responseHeaders.0.name', t('pageRule:error.headerSingle', { name: 'Content-Type' })],
      [
        { responseHeaders: [add('Link'), add('link'), set('LINK')] },
        'responseHeaders.2.name',
        t('pageRule:error.headerTwice', { name: 'LINK' }),
      ],
      [
        { responseHeaders: [set('x-a', 'a'.repeat(4_000)), set('x-b', 'b'.repeat(2_000))] },
        'responseHeaders.1.value',
        t('pageRule:error.headerLength', { max: '6000' }),
      ],
    ] as [PathSettings, string, string][]) {
      const { status, body } = await create({ settings });
      expect([status, body.fields], JSON.stringify(settings).slice(0, 200)).toEqual([422, { [`settings.${field}`]: message }]);
    }
    expect((await create({ settings: { responseHeaders: [add('Link'), add('link'), set('Vary2')] } })).status).toBe(200);
  });

  test('CORS names origins, methods and headers, and credentials only with them', async () => {
    const { create } = await started();
    const cors = { origins: ['https://a.example'], methods: ['GET'], headers: [], credentials: false, maxAge: { value: 1, unit: 'h' } };
    const origin = (value: string) => t('pageRule:error.corsOrigin', { origin: value });
    for (const [change, field, message] of [
      [{ origins: [] }, 'origins', t('error:required')],
      [{ methods: [] }, 'methods', t('error:required')],
      [{ methods: ['OPTIONS'] }, 'methods.0', t('error:choice')],
      [{ headers: ['a b'] }, 'headers', t('pageRule:error.headerName')],
      [{ headers: ['*', 'a'] }, 'headers', t('pageRule:error.headerName')],
      [{ origins: ['*'], credentials: true }, 'credentials', t('pageRule:error.corsCredentials')],
      [{ headers: ['*'], credentials: true }, 'credentials', t('pageRule:error.corsCredentials')],
      [{ maxAge: { value: 2, unit: 'd' } }, 'maxAge', t('pageRule:error.corsAge')],
      ...['a.example', 'https://a.example/', 'https://A.example', 'https://*.example', 'null', '*', 'ftp://a.example'].map(
        (one) => [{ origins: ['https://b.example', one] }, 'origins', origin(one)] as const,
      ),
    ] as [object, string, string][]) {
      const { status, body } = await create({ settings: { cors: { ...cors, ...change } as Cors } });
      expect([status, body.fields], JSON.stringify(change)).toEqual([422, { [`settings.cors.${field}`]: message }]);
    }
    expect((await create({ settings: { cors: { ...cors, origins: ['*'], headers: ['*'] } as Cors } })).status).toBe(200);
  });

  test('a plan has a minimum cache time; every plan can override the Content-Security-Policy', async () => {
    const basic = await started('rosewater.example');
    const { status, body } = await basic.create({ settings: { cacheTtl: { value: 29, unit: 'm' } } });
    expect([status, body.fields?.['settings.cacheTtl']]).toEqual([422, 'The minimum on your plan is 30 minutes. Choose a longer time.']);
    expect((await basic.create({ settings: { cacheTtl: { value: 30, unit: 'm' } } })).status).toBe(200);
    expect((await (await started()).create({ settings: { cacheTtl: { value: 1, unit: 's' } } })).status).toBe(200);
    expect((await basic.create({ settings: { defaultTtl: { value: 29, unit: 'm' } } })).body.fields).toHaveProperty([
      'settings.defaultTtl',
    ]);
    expect((await basic.create({ settings: { defaultTtl: { value: 30, unit: 'm' } } })).status).toBe(200);
    expect((await basic.create({ settings: { cspOverride: "default-src 'self'; upgrade-insecure-requests;" } })).status).toBe(200);
  });
});

test('the list has the requests of the last 24 hours by rule, once every edge reports them', async () => {
  const { p, token, report } = await edgeStarted();
  const [first = '', second = ''] = demo.pathIds;
  const requests = async () => (await p.ok(pageRule.list, { domainId: demo.domainId }, { token })).requests;
  const entry = (id: string, hours: number, pageRuleId?: string) =>
    createLogEntry({ id, at: p.clock.now - hours * HOUR, domainId: demo.domainId, ...(pageRuleId !== undefined && { pageRuleId }) });
  const lines = [entry('a', 0, first), entry('b', 5, first), entry('c', 23, second), entry('d', 1, ''), entry('e', 1)];
  await p.provider.services.logs.ingest({ id: 'first', lines, receivedAt: p.clock.now });
  await report({}, {}, { abilities: [] });
  expect(await requests()).toBeNull();
  await report({}, {}, { abilities: ['pageRuleActions'] });
  expect(await requests()).toEqual({ [first]: 2, [second]: 1 });
  // Also from hours that have been counted.
  await p.provider.services.logs.prune(p.clock.now);
  expect(await requests()).toEqual({ [first]: 2, [second]: 1 });
  p.clock.now += 2 * HOUR;
  await report({}, {}, { abilities: ['pageRuleActions'] });
  expect(await requests()).toEqual({ [first]: 2 });
});

test('a rule has either a cache TTL or a default TTL', async () => {
  const { create } = await started();
  const { status, body } = await create({ settings: { cacheTtl: { value: 1, unit: 'd' }, defaultTtl: { value: 1, unit: 'd' } } });
  expect([status, body.fields]).toEqual([422, { 'settings.defaultTtl': translator('en')('pageRule:error.defaultTtl') }]);
});

describe('limits', () => {
  test('of any number sent at once, the number of the plan is created', async () => {
    const { create, list } = await started('rosewater.example');
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create({ path: `/${n}`, title: `${n}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const message = 'All 5 page rules in your plan are used. Delete one, or choose Economic.';
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 402, body: { code: 'pageRule:error.limit', requiredPlan: 'eco', message } });
    expect(await list()).toMatchObject({ used: 5, limit: 5 });
  });
});

describe('a change', () => {
  const ids = { domainId: demo.domainId, pathId: demo.pathIds[1] };
  test('without deploying is kept beside the deployed form; deploying replaces it', async () => {
    const { p, token } = await started();
    const { path: saved } = await p.ok(pageRule.update, { ...ids, title: 'Old shop', settings: { redirectUrl: '/new' } }, { token });
    expect(saved).toMatchObject({
      title: 'Old shop',
      deploy: true,
      deployed: { title: 'Redirect old shop', settings: { redirectUrl: '/shop' } },
      version: 2,
    });
    const { path: live } = await p.ok(pageRule.toggleDeploy, { ...ids, deploy: true }, { token });
    expect(live).toMatchObject({ title: 'Old shop', deploy: true, deployed: null });
    const { path: again } = await p.ok(pageRule.update, { ...ids, title: 'Shop', deploy: true }, { token });
    expect(again).toMatchObject({ title: 'Shop', settings: { redirectUrl: '/new' }, deployed: null });
    const { path: off } = await p.ok(pageRule.toggleDeploy, { ...ids, deploy: false }, { token });
    expect(off).toMatchObject({ deploy: false, deployed: null });
    const actions = await stored(p, 'changeLog', { entityId: ids.pathId });
    expect(actions.map(({ action }) => action).sort()).toEqual(['deploy', 'undeploy', 'update', 'update']);
  });

  test('is validated as a whole: a valid redirect may be invalid on a new path', async () => {
    const { p, token } = await started();
    const { status, body } = await p.try(pageRule.update, { ...ids, path: '/shop*' }, { token });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['settings.redirectUrl']]);
  });

  test('a deleted rule is not found', async () => {
    const { p, token, list } = await started();
    await p.ok(pageRule.delete, ids, { token });
    expect((await list()).used).toBe(5);
    for (const call of [pageRule.delete, pageRule.get]) expect((await p.try(call, ids, { token })).status).toBe(404);
  });
});

test('a rule stored before a field existed has the default of that field, both saved and deployed', async () => {
  const { p, list } = await started();
  const [id] = demo.pathIds;
  const old = JSON.stringify({ title: 'Old', path: '/old/*' });
  await updateStored(p, 'edgeItem', { id }, { data: old, deployed: old });
  const rule = (await list()).paths.find((one) => one.id === id);
  expect(rule).toMatchObject({ title: 'Old', mode: 'apply', settings: {} });
  expect(rule?.deployed).toMatchObject({ title: 'Old', mode: 'apply', settings: {} });
});
