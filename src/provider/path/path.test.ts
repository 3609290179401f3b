import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../tests/support/calls.ts';
import { startProvider } from '../../../tests/support/provider.ts';
import type { Input } from '../../lib/contract/call.ts';
import { domain } from '../../lib/contract/domain.ts';
import { demo } from '../../lib/contract/fields.ts';
import { path } from '../../lib/contract/path.ts';
import { locales } from '../../lib/i18n/locales.ts';
import { translator } from '../../lib/i18n/server.ts';
import type { PathSettings } from '../../lib/rules/edge/config.ts';

const draft = (change: Partial<Input<typeof path.create>> = {}) => ({
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
  const create = (change: Parameters<typeof draft>[0] = {}) => p.try(path.create, draft({ domainId, ...change }), { token });
  const list = () => p.ok(path.list, { domainId }, { token });
  return { p, token, domainId, create, list };
}

test('the demo domain has its rules in their order, one kept back and one with a draft', async () => {
  const { list } = await started();
  const { paths, limit, used, minTtl, gates } = await list();
  expect(paths.map(({ id }) => id)).toEqual(demo.pathIds);
  expect(paths.map(({ priority, deploy, deployed }) => [priority, deploy, Boolean(deployed)])).toEqual([
    [1, true, false],
    [2, true, false],
    [3, true, true],
    [4, true, false],
    [5, true, false],
    [6, false, false],
  ]);
  expect({ limit, used, minTtl, gates }).toEqual({ limit: null, used: 6, minTtl: null, gates: { cspOverride: { allowed: true } } });
});

test('a rule is made with all that the specification names, and read again as it was written', async () => {
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
  const got = (await p.ok(path.get, { domainId: demo.domainId, pathId: id }, { token })).path;
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
  expect([entry?.action, entry?.area, entry?.entityName]).toEqual(['create', 'path', 'Downloads']);
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
    ['ab_c.parvaz.example/', 'pathFormat'],
    ['parvaz.example:8080/', 'pattern'],
  ] as const)('%j is refused: %s, in four languages', async (value, code) => {
    const { p, token } = await started();
    const before = await snapshot(p);
    for (const locale of locales) {
      const { status, body } = await p.try(path.create, draft({ path: value }), { token, locale });
      expect([status, body.fields]).toEqual([
        422,
        {
          path: translator(locale)(code === 'pattern' ? 'rules:error.pattern' : `path:error.${code}`, {
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
  const day = { value: 1, unit: 'd' } as const;
  test.each<[object, string, string]>([
    [{ cacheTtl: { value: 366, unit: 'd' } }, 'cacheTtl', 'Copies are kept for 365 days at most. Choose a shorter time.'],
    [{ cacheTtl: { value: 13, unit: 'M' } }, 'cacheTtl', 'Copies are kept for 365 days at most. Choose a shorter time.'],
    [{ cacheTtl: { value: 7, unit: 's' } }, 'cacheTtl', 'Choose one of the times that are offered.'],
    [{ hostHeader: 'https://x.example' }, 'hostHeader', 'Enter a host name, as in www.example.com.'],
    [{ hostHeader: '203.0.113.1' }, 'hostHeader', 'Enter a host name, as in www.example.com.'],
    [{ hostHeader: 'a..b.example' }, 'hostHeader', 'Enter a host name, as in www.example.com.'],
    [{ hostHeader: 'localhost' }, 'hostHeader', 'Enter a host name, as in www.example.com.'],
    [{ redirectUrl: 'shop' }, 'redirectUrl', 'Enter an address that starts with https://, or a path that starts with a slash.'],
    [
      { redirectUrl: 'javascript:alert(1)' },
      'redirectUrl',
      'Enter an address that starts with https://, or a path that starts with a slash.',
    ],
    [{ redirectUrl: '//evil.example' }, 'redirectUrl', 'Enter an address that starts with https://, or a path that starts with a slash.'],
    [{ connectionTimeout: { value: 6, unit: 'm' } }, 'connectionTimeout', 'The origin gets 5 minutes at most. Choose a shorter time.'],
    [{ imageQuality: 0 }, 'imageQuality', 'Enter a whole number from 1 to 100.'],
    [{ imageQuality: 101 }, 'imageQuality', 'Enter a whole number from 1 to 100.'],
    [{ imageQuality: 1.5 }, 'imageQuality', 'Enter a whole number from 1 to 100.'],
    [
      { cspOverride: "default-src 'self'\nx: y" },
      'cspOverride',
      "Enter directives divided by semicolons, as in default-src 'self'; img-src *.",
    ],
    [{ cspOverride: '' }, 'cspOverride', "Enter directives divided by semicolons, as in default-src 'self'; img-src *."],
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
    expect([status, body.fields?.['settings.redirectUrl']]).toEqual([422, expect.stringContaining('round in circles')]);
  });
  test.each([
    ['/shop/*', '/new'],
    ['blog.parvaz.example/*', 'https://parvaz.example/blog'],
    ['/old', 'https://elsewhere.example/old'],
  ])('%s redirects to %s', async (value, redirectUrl) => {
    expect((await (await started()).create({ path: value, settings: { redirectUrl } })).status).toBe(200);
  });

  test('a plan has a shortest cache time', async () => {
    const basic = await started('rosewater.example');
    const { status, body } = await basic.create({ settings: { cacheTtl: { value: 29, unit: 'm' } } });
    expect([status, body.fields?.['settings.cacheTtl']]).toEqual([
      422,
      'Your plan keeps copies for at least 30 minutes. Choose a longer time.',
    ]);
    expect((await basic.create({ settings: { cacheTtl: { value: 30, unit: 'm' } } })).status).toBe(200);
    expect((await (await started()).create({ settings: { cacheTtl: { value: 1, unit: 's' } } })).status).toBe(200);
  });

  test('an own Content-Security-Policy needs its plan, and may stay where it was before', async () => {
    const basic = await started('rosewater.example');
    const settings = { cspOverride: "default-src 'self'; upgrade-insecure-requests;" };
    expect(await basic.create({ settings })).toMatchObject({ status: 402, body: { code: 'plan:required', requiredPlan: 'ent' } });
    const { body } = await basic.create({ settings: { cacheTtl: day } });
    const { id: pathId } = body.path as { id: string };
    const data = JSON.stringify({ title: 'x', path: '/x', mode: 'apply', settings });
    await basic.p.store.write('test', (tx) => tx.updateTable('edgeItem').set({ data }).where('id', '=', pathId).execute());
    const { domainId, token, p } = basic;
    expect((await p.try(path.update, { domainId, pathId, settings: { ...settings, webp: true } }, { token })).status).toBe(200);
    expect((await p.try(path.update, { domainId, pathId, settings: { cspOverride: 'img-src *' } }, { token })).status).toBe(402);
  });
});

describe('limits', () => {
  test('of as many at once as one likes, the plan’s number is made', async () => {
    const { create, list } = await started('rosewater.example');
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create({ path: `/${n}`, title: `${n}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({
      status: 402,
      body: {
        code: 'path:error.limit',
        requiredPlan: 'eco',
        message: 'Your plan has 5 page rules, and all are used. Delete one, or choose Economic.',
      },
    });
    expect(await list()).toMatchObject({ used: 5, limit: 5, gates: { cspOverride: { allowed: false, requiredPlan: 'ent' } } });
  });

  test('of twenty with one priority one is made; the others learn who has it and what is free', async () => {
    const { create, list } = await started();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => create({ path: `/${n}`, title: `Rule ${n}`, priority: 9 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const [holder] = (await list()).paths.filter(({ priority }) => priority === 9);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'rules:error.duplicatePriority',
      params: { priority: 9, title: holder?.title, free: 10 },
      fields: { priority: `Priority 9 belongs to “${holder?.title}”. Try 10.` },
    });
  });
});

describe('a change', () => {
  const ids = { domainId: demo.domainId, pathId: demo.pathIds[1] };
  test('without deploying stands beside what is deployed; deploying brings it there', async () => {
    const { p, token } = await started();
    const { path: saved } = await p.ok(path.update, { ...ids, title: 'Old shop', settings: { redirectUrl: '/new' } }, { token });
    expect(saved).toMatchObject({
      title: 'Old shop',
      deploy: true,
      deployed: { title: 'Redirect old shop', settings: { redirectUrl: '/shop' } },
      version: 2,
    });
    const { path: live } = await p.ok(path.toggleDeploy, { ...ids, deploy: true }, { token });
    expect(live).toMatchObject({ title: 'Old shop', deploy: true, deployed: null });
    const { path: again } = await p.ok(path.update, { ...ids, title: 'Shop', deploy: true }, { token });
    expect(again).toMatchObject({ title: 'Shop', settings: { redirectUrl: '/new' }, deployed: null });
    const { path: off } = await p.ok(path.toggleDeploy, { ...ids, deploy: false }, { token });
    expect(off).toMatchObject({ deploy: false, deployed: null });
    const actions = await p.store.reader
      .selectFrom('changeLog')
      .select('action')
      .where('entityId', '=', ids.pathId)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action).sort()).toEqual(['deploy', 'undeploy', 'update', 'update']);
  });

  test('is checked as a whole: a redirect that was fine is not any more on another path', async () => {
    const { p, token } = await started();
    const { status, body } = await p.try(path.update, { ...ids, path: '/shop*' }, { token });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['settings.redirectUrl']]);
  });

  test('of two tabs, the later one is told what is there now', async () => {
    const { p, token } = await started();
    await p.ok(path.update, { ...ids, title: 'First', version: 1 }, { token });
    expect(await p.try(path.update, { ...ids, title: 'Second', version: 1 }, { token })).toMatchObject({
      status: 409,
      body: { code: 'error:versionConflict', item: { title: 'First', version: 2 } },
    });
  });

  test('of the order holds at once, and needs every rule once', async () => {
    const { p, token } = await started();
    const order = [...demo.pathIds].reverse();
    const { paths } = await p.ok(path.reorder, { domainId: demo.domainId, ids: order }, { token });
    expect(paths.map(({ id, priority }) => [id, priority])).toEqual(order.map((id, place) => [id, place + 1]));
    for (const wrong of [order.slice(1), [...order.slice(1), order[1]], [...order.slice(1), 'nobody']])
      expect((await p.try(path.reorder, { domainId: demo.domainId, ids: wrong }, { token })).status).toBe(409);
  });

  test('a deleted rule is gone', async () => {
    const { p, token, list } = await started();
    await p.ok(path.delete, ids, { token });
    expect((await list()).used).toBe(5);
    for (const call of [path.delete, path.get]) expect((await p.try(call, ids, { token })).status).toBe(404);
  });
});

test('a rule of another domain of the same customer is unknown here, and a stranger has none', async () => {
  const { p, token, domainId } = await started('rosewater.example');
  const foreign = { domainId, pathId: demo.pathId };
  const stranger = await p.signIn(demo.second);
  const before = await snapshot(p);
  for (const [call, more] of [
    [path.get, {}],
    [path.update, { title: 'x' }],
    [path.delete, {}],
    [path.toggleDeploy, { deploy: false }],
  ] as const) {
    expect((await p.try(call, { ...foreign, ...more }, { token })).status).toBe(404);
    expect((await p.try(call, { ...foreign, domainId: demo.domainId, ...more }, { token: stranger })).status).toBe(404);
  }
  expect(await snapshot(p)).toBe(before);
});
