import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import type { PathSettings } from '../../../lib/rules/cdn/edge/config.ts';

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
    redirectUrl: 'https://elsewhere.example/a?b=c',
    connectionTimeout: { value: 30, unit: 's' },
    imageResize: true,
    imageQuality: 60,
    webp: false,
    minify: { html: false, css: true, js: true },
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
    ] as const) {
      const { body, status } = await create({ path: value, settings: { redirectUrl } });
      expect([status, body.fields?.['settings.redirectUrl']], String(value)).toEqual([422, expect.stringContaining('redirect loop')]);
    }
    for (const [value, redirectUrl] of [
      ['/shop/*', '/new'],
      ['blog.parvaz.example/*', 'https://parvaz.example/blog'],
      ['/old', 'https://elsewhere.example/old'],
    ] as const) {
      expect((await create({ path: value, settings: { redirectUrl } })).status, String(value)).toBe(200);
    }
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
