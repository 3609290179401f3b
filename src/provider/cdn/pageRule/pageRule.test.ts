import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
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
  const { domains } = await p.ok(domain.list, {}, { token });
  const domainId = domains.find((one) => one.name === name)?.id ?? '';
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

test('a rule stored before a field existed has the default of that field, both saved and deployed', async () => {
  const { p, list } = await started();
  const [id] = demo.pathIds;
  const old = JSON.stringify({ title: 'Old', path: '/old/*' });
  await p.store.write('test', (tx) => tx.updateTable('edgeItem').set({ data: old, deployed: old }).where('id', '=', id).execute());
  const rule = (await list()).paths.find((one) => one.id === id);
  expect(rule).toMatchObject({ title: 'Old', mode: 'apply', settings: {} });
  expect(rule?.deployed).toMatchObject({ title: 'Old', mode: 'apply', settings: {} });
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
  const [entry] = await p.store.reader.selectFrom('changeLog').selectAll().where('entityId', '=', id).orderBy('id').execute();
  expect([entry?.action, entry?.group, entry?.entityName]).toEqual(['create', 'pageRule', 'Downloads']);
});

describe('a path', () => {
  test.each([
    '/',
    '/a*',
    '/search?q=*',
    '/%D8%B3/*',
    '/راه/*',
    'parvaz.example',
    'parvaz.example/shop/*',
    'PARVAZ.example/',
    '*.parvaz.example/a',
    'www.parvaz.example?x=?',
  ])('%s is taken', async (value) => expect((await (await started()).create({ path: value })).status).toBe(200));

  test.each([
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
  ] as const)('%j is refused: %s, in four languages', async (value, code) => {
    const { p, token } = await started();
    const before = await snapshot(p);
    for (const locale of locales) {
      const { status, body } = await p.try(pageRule.create, draft({ path: value }), { token, locale });
      expect([status, body.fields]).toEqual([
        422,
        {
          path: translator(locale)(code === 'pathRequired' ? 'pageRule:error.pathRequired' : `rules:error.${code}`, {
            zone: 'parvaz.example',
            domain: 'parvaz.example',
          }),
        },
      ]);
    }
    expect(await snapshot(p)).toBe(before);
  });
});

describe('settings', () => {
  test.each<[object, string, string]>([
    [{ cacheTtl: { value: 366, unit: 'd' } }, 'cacheTtl', 'The maximum is 365 days. Choose a shorter time.'],
    [{ cacheTtl: { value: 13, unit: 'M' } }, 'cacheTtl', 'The maximum is 365 days. Choose a shorter time.'],
    [{ cacheTtl: { value: 7, unit: 's' } }, 'cacheTtl', 'Choose one of the available times.'],
    [{ hostHeader: 'https://x.example' }, 'hostHeader', 'Enter a host name, such as www.example.com.'],
    [{ hostHeader: '203.0.113.1' }, 'hostHeader', 'Enter a host name, such as www.example.com.'],
    [{ hostHeader: 'a..b.example' }, 'hostHeader', 'Enter a host name, such as www.example.com.'],
    [{ hostHeader: 'localhost' }, 'hostHeader', 'Enter a host name, such as www.example.com.'],
    [{ redirectUrl: 'shop' }, 'redirectUrl', 'Enter a URL that starts with https://, or a path that starts with a slash.'],
    [{ redirectUrl: 'javascript:alert(1)' }, 'redirectUrl', 'Enter a URL that starts with https://, or a path that starts with a slash.'],
    [{ redirectUrl: '//evil.example' }, 'redirectUrl', 'Enter a URL that starts with https://, or a path that starts with a slash.'],
    [{ connectionTimeout: { value: 6, unit: 'm' } }, 'connectionTimeout', 'The maximum is 5 minutes. Choose a shorter time.'],
    [{ imageQuality: 0 }, 'imageQuality', 'Enter a whole number from 1 to 100.'],
    [{ imageQuality: 101 }, 'imageQuality', 'Enter a whole number from 1 to 100.'],
    [{ imageQuality: 1.5 }, 'imageQuality', 'Enter a whole number from 1 to 100.'],
    [
      { cspOverride: "default-src 'self'\nx: y" },
      'cspOverride',
      "Enter directives separated by semicolons, such as default-src 'self'; img-src *.",
    ],
    [{ cspOverride: '' }, 'cspOverride', "Enter directives separated by semicolons, such as default-src 'self'; img-src *."],
    [{ tlsVersion: '1.4' }, 'tlsVersion', 'Choose one of the options.'],
    [{ queryString: 'off' }, 'queryString', 'Choose one of the options.'],
  ])('%j is refused beside its field', async (settings, name, message) => {
    const { body, status } = await (await started()).create({ settings });
    expect([status, body.fields]).toEqual([422, { [`settings.${name}`]: message }]);
  });

  test.each([
    ['/shop/*', '/shop/new'],
    ['/shop/*', 'https://parvaz.example/shop/'],
    ['parvaz.example/shop/*', '/shop/x'],
    ['blog.parvaz.example/*', '/anything'],
    ['*.parvaz.example/*', 'https://www.parvaz.example/'],
  ])('%s does not redirect to %s, which it fits itself', async (value, redirectUrl) => {
    const { body, status } = await (await started()).create({ path: value, settings: { redirectUrl } });
    expect([status, body.fields?.['settings.redirectUrl']]).toEqual([422, expect.stringContaining('redirect loop')]);
  });
  test.each([
    ['/shop/*', '/new'],
    ['blog.parvaz.example/*', 'https://parvaz.example/blog'],
    ['/old', 'https://elsewhere.example/old'],
  ])('%s redirects to %s', async (value, redirectUrl) => {
    expect((await (await started()).create({ path: value, settings: { redirectUrl } })).status).toBe(200);
  });

  test('a plan has a minimum cache time', async () => {
    const basic = await started('rosewater.example');
    const { status, body } = await basic.create({ settings: { cacheTtl: { value: 29, unit: 'm' } } });
    expect([status, body.fields?.['settings.cacheTtl']]).toEqual([422, 'The minimum on your plan is 30 minutes. Choose a longer time.']);
    expect((await basic.create({ settings: { cacheTtl: { value: 30, unit: 'm' } } })).status).toBe(200);
    expect((await (await started()).create({ settings: { cacheTtl: { value: 1, unit: 's' } } })).status).toBe(200);
  });

  test('every plan can override the Content-Security-Policy', async () => {
    const { create } = await started('rosewater.example');
    expect((await create({ settings: { cspOverride: "default-src 'self'; upgrade-insecure-requests;" } })).status).toBe(200);
  });
});

describe('limits', () => {
  test('of any number sent at once, the number of the plan is created', async () => {
    const { create, list } = await started('rosewater.example');
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create({ path: `/${n}`, title: `${n}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({
      status: 402,
      body: {
        code: 'pageRule:error.limit',
        requiredPlan: 'eco',
        message: 'All 5 page rules in your plan are used. Delete one, or choose Economic.',
      },
    });
    expect(await list()).toMatchObject({ used: 5, limit: 5 });
  });

  test('of twenty with one priority, one is created; the others get its owner and a free priority', async () => {
    const { create, list } = await started();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => create({ path: `/${n}`, title: `Rule ${n}`, priority: 9 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const [holder] = (await list()).paths.filter(({ priority }) => priority === 9);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'rules:error.duplicatePriority',
      params: { priority: 9, title: holder?.title, free: 10 },
      fields: { priority: `Priority 9 is used by “${holder?.title}”. Try 10.` },
    });
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
    const actions = await p.store.reader
      .selectFrom('changeLog')
      .select('action')
      .where('entityId', '=', ids.pathId)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action).sort()).toEqual(['deploy', 'undeploy', 'update', 'update']);
  });

  test('is validated as a whole: a valid redirect may be invalid on a new path', async () => {
    const { p, token } = await started();
    const { status, body } = await p.try(pageRule.update, { ...ids, path: '/shop*' }, { token });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['settings.redirectUrl']]);
  });

  test('of two tabs, the later one gets the current rule', async () => {
    const { p, token } = await started();
    await p.ok(pageRule.update, { ...ids, title: 'First', version: 1 }, { token });
    expect(await p.try(pageRule.update, { ...ids, title: 'Second', version: 1 }, { token })).toMatchObject({
      status: 409,
      body: { code: 'error:versionConflict', item: { title: 'First', version: 2 } },
    });
  });

  test('of the order is effective immediately, and needs every rule once', async () => {
    const { p, token } = await started();
    const order = [...demo.pathIds].reverse();
    const { paths } = await p.ok(pageRule.reorder, { domainId: demo.domainId, ids: order }, { token });
    expect(paths.map(({ id, priority }) => [id, priority])).toEqual(order.map((id, place) => [id, place + 1]));
    for (const wrong of [order.slice(1), [...order.slice(1), order[1]], [...order.slice(1), 'nobody']])
      expect((await p.try(pageRule.reorder, { domainId: demo.domainId, ids: wrong }, { token })).status).toBe(409);
  });

  test('a deleted rule is not found', async () => {
    const { p, token, list } = await started();
    await p.ok(pageRule.delete, ids, { token });
    expect((await list()).used).toBe(5);
    for (const call of [pageRule.delete, pageRule.get]) expect((await p.try(call, ids, { token })).status).toBe(404);
  });
});

test('a rule of another domain is not found, whether it is the caller’s or another customer’s', async () => {
  const { p, token, domainId } = await started('rosewater.example');
  const foreign = { domainId, pathId: demo.pathId };
  const stranger = await p.signIn(demo.second);
  const before = await snapshot(p);
  for (const [call, more] of [
    [pageRule.get, {}],
    [pageRule.update, { title: 'x' }],
    [pageRule.delete, {}],
    [pageRule.toggleDeploy, { deploy: false }],
  ] as const) {
    expect((await p.try(call, { ...foreign, ...more }, { token })).status).toBe(404);
    expect((await p.try(call, { ...foreign, domainId: demo.domainId, ...more }, { token: stranger })).status).toBe(404);
  }
  expect(await snapshot(p)).toBe(before);
});
