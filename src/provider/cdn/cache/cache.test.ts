import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { trace } from '../../../../tests/support/edgeSample.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { cache } from '../../../lib/contract/cdn/cache.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { HOUR } from '../../../lib/time.ts';
import { ownedDomain } from '../../db/owned.ts';
import { makeProvider } from '../../index.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import { loadEdgeConfig } from '../policy/config.ts';

const domainId: string = demo.domainId;

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const named = async (name: string) => (await storedOne(p, 'domain', { name })).id;
  // Signed in again: the clock moves in these tests, and a session expires after an hour.
  const get = async (id = domainId) => (await p.ok(cache.get, { domainId: id }, { token: await p.signIn() })).cache;
  const history = async () => (await p.ok(cache.deleteHistory, { domainId }, { token })).items;
  const changes = () => stored(p, 'changeLog', { group: 'cache' });
  return { p, token, named, get, history, changes };
}

test('absent fields keep their value, and a TTL can be handed back to the origin', async () => {
  const { p, token, get } = await started();
  expect(await get()).toEqual({
    level: 'withQuery',
    ttl: { value: 4, unit: 'h' },
    defaultTtl: null,
    clientErrorTtl: { value: 3, unit: 'm' },
    serverErrorTtl: null,
    heuristicFreshness: false,
    browserTtl: null,
    ignoreCacheControl: false,
    alwaysOnline: false,
    mergeSlashes: true,
    developmentMode: false,
    developmentUntil: null,
    minTtl: null,
    version: 1,
  });
  await p.ok(cache.update, { domainId, level: 'withoutQuery', browserTtl: { value: 10, unit: 's' } }, { token });
  await p.ok(cache.update, { domainId, ttl: null, alwaysOnline: true, mergeSlashes: false }, { token });
  expect(await get()).toMatchObject({
    level: 'withoutQuery',
    ttl: null,
    browserTtl: { value: 10, unit: 's' },
    alwaysOnline: true,
    mergeSlashes: false,
    version: 3,
  });
});

test('the cache TTL is at least the minimum of the plan, and at most 365 days', async () => {
  const { p, token, named, get } = await started();
  const free = await named('rosewater.example');
  const set = (id: string, ttl: object) => p.try(cache.update, { domainId: id, ttl }, { token });
  expect((await get(free)).minTtl).toBe(1800);
  expect(await set(free, { value: 29, unit: 'm' })).toMatchObject({
    status: 422,
    body: { fields: { ttl: 'The minimum on your plan is 30 minutes. Choose a longer time.' } },
  });
  expect((await set(free, { value: 30, unit: 'm' })).status).toBe(200);
  expect((await set(await named('atlas-shop.example'), { value: 1, unit: 's' })).status).toBe(200);
  expect((await set(free, { value: 365, unit: 'd' })).status).toBe(200);
  expect(await set(free, { value: 366, unit: 'd' })).toMatchObject({ status: 422, body: { fields: { ttl: expect.any(String) } } });
  expect(await set(free, { value: 13, unit: 'M' })).toMatchObject({ status: 422 });
  // The default TTL has the same limits.
  const setDefault = (defaultTtl: object) => p.try(cache.update, { domainId: free, defaultTtl }, { token });
  expect(await setDefault({ value: 29, unit: 'm' })).toMatchObject({ status: 422, body: { fields: { defaultTtl: expect.any(String) } } });
  expect([(await setDefault({ value: 30, unit: 'm' })).status, (await setDefault({ value: 366, unit: 'd' })).status]).toEqual([200, 422]);
  // Errors may live shorter than the minimum of the plan, and at most a day.
  const setError = async (value: number, unit: string) =>
    (await p.try(cache.update, { domainId: free, clientErrorTtl: { value, unit }, serverErrorTtl: { value, unit } }, { token })).status;
  expect([await setError(1, 's'), await setError(24, 'h'), await setError(2, 'd')]).toEqual([200, 200, 422]);
  // The browser TTL doesn't depend on the plan.
  expect((await p.try(cache.update, { domainId: free, browserTtl: { value: 1, unit: 's' } }, { token })).status).toBe(200);
});

test('development mode turns itself off when it expires, once, and the change log records it', async () => {
  const { p, token, get, changes } = await started();
  const at = p.clock.now;
  await p.ok(cache.developmentMode, { domainId, enabled: true }, { token });
  expect(await get()).toMatchObject({ developmentMode: true, developmentUntil: new Date(at + 3 * HOUR).toISOString() });
  p.clock.now = at + 3 * HOUR - 1;
  await p.provider.services.jobs.runDue();
  expect((await get()).developmentMode).toBe(true);
  p.clock.now = at + 3 * HOUR;
  // It counts as off once expired, even before the job has run.
  expect(await get()).toMatchObject({ developmentMode: false, developmentUntil: null });
  await p.provider.services.jobs.runDue();
  await p.provider.services.jobs.runDue();
  expect(await changes()).toMatchObject([
    { actorType: 'user', call: 'cache.developmentMode' },
    { actorType: 'system', call: 'cache.development' },
  ]);
  expect(await get()).toMatchObject({ developmentMode: false, version: 3 });
});

test('the edge fetches from the origin while development mode is on', async () => {
  const { p, token } = await started();
  await p.ok(cache.developmentMode, { domainId, enabled: true }, { token });
  const { id } = await storedOne(p, 'user', { email: demo.email });
  const config = await loadEdgeConfig(p.store.reader, await ownedDomain(p.store.reader, { id }, domainId));
  const reasons = (at: number) => trace(config, { url: 'https://parvaz.example/a.css', now: at }).steps.map(({ reasonKey }) => reasonKey);
  expect(reasons(p.clock.now)).toContain('edge:reason.cacheDevelopment');
  expect(reasons(p.clock.now + 3 * HOUR)).not.toContain('edge:reason.cacheDevelopment');
});

test('a purge request is stored and waits for an edge; nothing reports it as done', async () => {
  const { p, token, history, changes } = await started();
  const seeded = (await history()).length;
  const items = ['https://parvaz.example/a.css#x', ' https://PARVAZ.example/a.css ', 'https://www.parvaz.example/b?c=1'];
  const { done, deletion } = await p.ok(cache.delete, { domainId, scope: 'urls', items }, { token });
  expect(done).toBe(false);
  expect(deletion).toMatchObject({
    scope: 'urls',
    items: ['https://parvaz.example/a.css', 'https://www.parvaz.example/b?c=1'],
    state: 'waiting',
    doneAt: null,
  });
  const all = await p.ok(cache.delete, { domainId, scope: 'all' }, { token });
  expect((await history()).map(({ id }) => id).slice(0, 2)).toEqual([all.deletion.id, deletion.id]);
  expect(await history()).toHaveLength(seeded + 2);
  expect(await changes()).toMatchObject(Array(2).fill({ action: 'request', entityType: 'cacheDeletion' }));
});

test('each line is validated separately, in four languages, and nothing is stored when one is invalid', async () => {
  const { p, token } = await started();
  for (const locale of locales) {
    const t = translator(locale);
    const before = await snapshot(p);
    const items = ['https://parvaz.example/ok', 'https://ketabnama.example/a', 'nonsense'];
    const { status, body } = await p.try(cache.delete, { domainId, scope: 'urls', items }, { token, locale });
    expect([status, body.fields], locale).toEqual([
      422,
      {
        'items.1': t('cache:error.otherHost', { host: 'ketabnama.example', domain: 'parvaz.example' }),
        'items.2': t('cache:error.url', { value: 'nonsense' }),
      },
    ]);
    for (const [input, message] of [
      [{ scope: 'paths', items: [] }, t('cache:error.nothing')],
      [{ scope: 'all', items: ['/'] }, t('cache:error.allItems')],
      [{ scope: 'paths', items: Array.from({ length: 101 }, (_, index) => `/${index}`) }, t('cache:error.tooMany', { max: 100 })],
    ] as const)
      expect((await p.try(cache.delete, { domainId, ...input }, { token, locale })).body.fields, locale).toEqual({ items: message });
    expect(await snapshot(p), locale).toBe(before);
  }
});

test('clearing the cache is rate limited per domain; invalid input doesn’t count', async () => {
  const { p, token, named } = await started();
  const clear = (id = domainId, scope = 'all') => p.try(cache.delete, { domainId: id, scope }, { token });
  for (let count = 0; count < 40; count++) expect((await clear(domainId, 'urls')).status).toBe(422);
  for (let count = 0; count < 30; count++) expect((await clear()).status).toBe(200);
  const slowed = await clear();
  expect([slowed.status, slowed.body.code, slowed.headers.get('retry-after')]).toEqual([429, 'error:tooManyRequests', '300']);
  expect((await clear(await named('ketabnama.example'))).status).toBe(200);
  p.clock.now += 300_000;
  expect((await clear()).status).toBe(200);
});

test('purge requests are deleted after a year', async () => {
  const { p, token } = await started();
  await p.ok(cache.delete, { domainId, scope: 'all' }, { token });
  p.clock.now += 366 * 24 * HOUR;
  await runJobs(p, coreJobs.sweep);
  expect((await p.ok(cache.deleteHistory, { domainId }, { token: await p.signIn() })).items).toEqual([]);
});

test('turned on again, only the new end time counts, whether it is earlier or later', async () => {
  const { p, get } = await started();
  const at = p.clock.now;
  const turn = async (enabled: boolean, hours: 1 | 3 | 12 = 1) =>
    p.ok(cache.developmentMode, { domainId, enabled, for: { value: hours, unit: 'h' } }, { token: await p.signIn() });
  await turn(true, 3);
  await turn(true, 12);
  p.clock.now = at + 4 * HOUR;
  await p.provider.services.jobs.runDue();
  expect((await get()).developmentMode).toBe(true);
  await turn(true, 1);
  p.clock.now = at + 5 * HOUR;
  await p.provider.services.jobs.runDue();
  expect((await get()).developmentMode).toBe(false);
  await turn(true, 1);
  await turn(false);
  await turn(true, 3);
  p.clock.now = at + 7 * HOUR;
  await p.provider.services.jobs.runDue();
  expect((await get()).developmentMode).toBe(true);
  expect(await stored(p, 'job', { kind: 'cache.development' })).toHaveLength(1);
});

test('the end of development mode survives a restart of the process', async () => {
  const { p, token, get } = await started();
  await p.ok(cache.developmentMode, { domainId, enabled: true, for: { value: 1, unit: 'h' } }, { token });
  p.clock.now += HOUR;
  const next = await makeProvider({ env: p.env, store: p.store, clock: () => p.clock.now });
  await next.services.jobs.runDue();
  expect(await get()).toMatchObject({ developmentMode: false, version: 3 });
});
