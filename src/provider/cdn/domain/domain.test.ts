import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { ns } from '../../../lib/contract/cdn/ns.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { domainByName } from '../../../lib/reads.ts';
import { catalog } from '../../core/catalog.ts';

const form = (name: string, plan: 'free' | 'eco' | 'pro' | 'ent' = 'free') => ({
  name,
  plan,
  acceptTerms: true as const,
  termsVersion: catalog.termsVersion,
});

async function both() {
  const running = await startProvider();
  const changes = (call: string) => stored(running, 'changeLog', { call });
  return { running, sara: await running.signIn(), omid: await running.signIn(demo.second), changes };
}

describe('reading', () => {
  test('a customer sees only their own domains, with search, filter and sort', async () => {
    const { running, sara, omid } = await both();
    const all = await running.ok(domain.list, {}, { token: sara });
    expect(all.domains.map(({ name }) => name)).toEqual([
      'atlas-shop.example',
      'ketabnama.example',
      'old-blog.example',
      'parvaz.example',
      'rosewater.example',
    ]);
    expect((await running.ok(domain.list, {}, { token: omid })).domains.map(({ name }) => name)).toEqual(['karimi.example']);
    const names = async (input: Parameters<typeof running.ok<typeof domain.list>>[1]) =>
      (await running.ok(domain.list, input, { token: sara })).domains.map(({ name }) => name);
    expect(await names({ q: 'BLOG' })).toEqual(['old-blog.example']);
    expect(await names({ q: '%' })).toEqual([]);
    expect(await names({ status: 'pendingNsChange' })).toEqual(['atlas-shop.example']);
    expect(await names({ plan: 'free', sort: 'dateAdded' })).toEqual(['rosewater.example', 'old-blog.example']);
    const page = await running.ok(domain.list, { page: 2, perPage: 2 }, { token: sara });
    // An address with Persian digits, as a reader may write it.
    const search = new URLSearchParams({ page: '۲', perPage: '٢' });
    expect((await running.request('GET', `${domain.list.path}?${search}`, { token: sara })).body).toEqual(page);
    expect([page.domains.map(({ name }) => name), page.total]).toEqual([['old-blog.example', 'parvaz.example'], 5]);
  });

  test('a domain is found by its exact name, even when many names contain it', async () => {
    const { running, sara } = await both();
    for (let i = 0; i < 21; i++) await running.ok(domain.add, form(`a${i}shop.example`), { token: sara });
    await running.ok(domain.add, form('shop.example'), { token: sara });
    const found = await running.ok(domain.list, domainByName('shop.example'), { token: sara });
    expect(found.domains.map(({ name }) => name)).toEqual(['shop.example']);
    expect((await running.ok(domain.list, domainByName('hop.example'), { token: sara })).domains).toEqual([]);
    await running.ok(domain.add, form('فروشگاه۲.ir'), { token: sara });
    const byPart = await running.ok(domain.list, { q: 'فروشگاه2' }, { token: sara });
    expect(byPart.domains.map(({ name }) => name)).toEqual([expect.stringMatching(/^xn--.*\.ir$/)]);
    expect((await running.ok(domain.list, domainByName('karimi.example'), { token: sara })).domains).toEqual([]);
  });
});

describe('checking a name', () => {
  test('reports the status of a name', async () => {
    const { running, sara } = await both();
    const check = async (name: string) => (await running.ok(domain.check, { name }, { token: sara })).check;
    expect(await check('https://New-Shop.example/path')).toMatchObject({ valid: true, apex: 'new-shop.example', unsupportedFeatures: [] });
    expect(await check('parvaz.example')).toMatchObject({ valid: false, exists: true });
    expect(await check('karimi.example')).toMatchObject({ valid: false, ownedByOther: true });
    expect(await check('www.shop.co.uk')).toMatchObject({ valid: false, apex: 'shop.co.uk' });
    expect(await check('فروشگاه.ir')).toMatchObject({
      valid: true,
      apex: 'xn--mgbtj4c7ad63e.ir',
      unsupportedFeatures: ['dnssec', 'customNs'],
    });
    expect(await check('no domain')).toMatchObject({ valid: false, message: translator('en')('domain:error.name') });
  });

  test('a public suffix is neither reported as available nor added', async () => {
    const { running, sara } = await both();
    for (const name of ['co.uk', 'github.io', 'co.ir']) {
      const message = translator('en')('domain:error.publicSuffix', { name });
      expect((await running.ok(domain.check, { name }, { token: sara })).check, name).toMatchObject({ valid: false, message });
      expect((await running.try(domain.add, form(name), { token: sara })).body.fields, name).toEqual({ name: message });
    }
  });

  test('a name of the provider is neither checked as free nor added', async () => {
    const running = await startProvider({
      env: {
        NAME_SERVERS: 'ns1.breeze.example,ns2.breeze.example',
        EDGE_ZONE: 'cdn.edge-zone.example',
        ORIGIN: 'https://portal.example',
        MAIL_FROM: 'Nasim <no-reply@post.example>',
        DEMO: '1',
      },
    });
    const token = await running.signIn();
    const before = await snapshot(running);
    for (const name of ['breeze.example', 'edge-zone.example', 'cdn.edge-zone.example', 'portal.example', 'post.example']) {
      expect((await running.ok(domain.check, { name }, { token })).check.valid, name).toBe(false);
      const { status, body } = await running.try(domain.add, form(name), { token });
      expect([status, body.code, Object.keys(body.fields ?? {})], name).toEqual([422, 'domain:error.reserved', ['name']]);
      expect(await snapshot(running), name).toBe(before);
    }
  });

  test('is rate limited, because it reveals something about other customers', async () => {
    const { running, sara } = await both();
    const answers = [];
    for (let i = 0; i < 61; i++) answers.push(await running.try(domain.check, { name: `shop-${i}.example` }, { token: sara }));
    expect(answers.slice(0, 60).every(({ status }) => status === 200)).toBe(true);
    expect(answers[60]).toMatchObject({ status: 429, body: { code: 'error:tooManyRequests' } });
  });
});

describe('adding', () => {
  test('a domain is added, waits for its name servers, and is logged', async () => {
    const { running, sara, changes } = await both();
    const { domain: added } = await running.ok(domain.add, form('Neue-Seite.example'), { token: sara });
    expect(added).toMatchObject({
      name: 'neue-seite.example',
      status: 'pendingNsChange',
      plan: 'free',
      records: 0,
      nameServers: ['ns1.nasim.example', 'ns2.nasim.example'],
    });
    expect(await changes('domain.add')).toMatchObject([{ action: 'create', entityName: 'neue-seite.example', domainId: added.id }]);
  });

  test('says in four languages what is wrong with a field', async () => {
    const { running, sara } = await both();
    for (const locale of locales) {
      const t = translator(locale);
      const before = await snapshot(running);
      const fields = async (input: object) =>
        (await running.try(domain.add, { ...form('x.example'), ...input }, { token: sara, locale })).body.fields;
      expect(await fields({ name: '' }), locale).toEqual({ name: t('error:required') });
      expect(await fields({ name: 'localhost' }), locale).toEqual({ name: t('domain:error.name') });
      expect(await fields({ name: 'a.shop.example' }), locale).toEqual({ name: t('domain:error.notApex', { apex: 'shop.example' }) });
      expect(await fields({ name: 'parvaz.example' }), locale).toEqual({ name: t('domain:error.exists') });
      expect(await fields({ name: 'karimi.example' }), locale).toEqual({ name: t('domain:error.taken') });
      expect(await fields({ acceptTerms: false }), locale).toEqual({ acceptTerms: t('domain:error.terms') });
      expect(await fields({ plan: 'gold' }), locale).toEqual({ plan: t('error:choice') });
      expect(await snapshot(running), locale).toBe(before);
    }
  });

  test('refuses outdated terms and a contract plan', async () => {
    const { running, sara } = await both();
    expect(await running.try(domain.add, { ...form('x.example'), termsVersion: '2020-01' }, { token: sara })).toMatchObject({
      status: 409,
      body: { code: 'domain:error.termsVersion' },
    });
    expect(await running.try(domain.add, form('x.example', 'ent'), { token: sara })).toMatchObject({
      status: 409,
      body: { code: 'domain:error.planByContact' },
    });
  });

  test('two customers add one name at the same moment: one succeeds', async () => {
    const { running, sara, omid } = await both();
    const answers = await Promise.all([sara, omid, sara, omid].map((token) => running.try(domain.add, form('wanted.example'), { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, Object.keys(body.fields ?? {})]).toEqual([409, ['name']]);
    }
    expect(await stored(running, 'domain', { name: 'wanted.example' })).toHaveLength(1);
  });

  test('20 attempts at one purchase charge once', async () => {
    const { running, sara, changes } = await both();
    const balance = async () => (await running.ok(wallet.balance, {}, { token: sara })).balance;
    const before = await balance();
    const headers = { 'idempotency-key': 'the-same-intent' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => running.try(domain.add, form('paid.example', 'eco'), { token: sara, headers })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => (body.domain as { id: string }).id)).size).toBe(1);
    expect(await balance()).toBe(before - 20_000);
    expect(await changes('domain.add')).toHaveLength(1);
    // The idempotency key is bound to that purchase.
    expect(await running.try(domain.add, form('other.example', 'eco'), { token: sara, headers })).toMatchObject({
      status: 409,
      body: { code: 'error:idempotency' },
    });
    expect(await balance()).toBe(before - 20_000);
  });

  test('an empty wallet can’t pay, and the response has the missing amount', async () => {
    const { running, omid } = await both();
    const before = await snapshot(running);
    expect(await running.try(domain.add, form('dear.example', 'pro'), { token: omid })).toMatchObject({
      status: 402,
      body: { code: 'domain:error.balance', needed: 200_000 },
    });
    expect(await snapshot(running)).toBe(before);
  });
});

describe('removing', () => {
  test('requires the name, deletes the records, and keeps them in the change log', async () => {
    const { running, sara, changes } = await both();
    const refused = await running.try(domain.delete, { domainId: demo.domainId, confirm: 'parvaz' }, { token: sara });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['confirm']]);
    await running.ok(domain.delete, { domainId: demo.domainId, confirm: 'Parvaz.Example' }, { token: sara });
    expect((await running.try(dns.list, { domainId: demo.domainId }, { token: sara })).status).toBe(404);
    const [entry] = await changes('domain.delete');
    expect(JSON.parse(entry?.before ?? '').records).toHaveLength(12);
  });

  test('deletes what belongs to the domain in every table; the log, the charged traffic and the state to remove elsewhere stay', async () => {
    const { running, sara } = await both();
    const domainId: string = demo.domainId;
    for (const call of [dnsSetting.update, ns.update, cluster.edit, ssl.request])
      expect((await running.try(call, call.example, { token: sara })).status).toBe(200);
    const tables = (await running.store.reader.introspection.getTables())
      .filter(({ columns }) => columns.some(({ name }) => name === 'domainId'))
      .map(({ name }) => name as 'dnsRecord'); // one of those that have the column
    const holding = async () => {
      const rows = await Promise.all(tables.map(async (table) => [table, (await stored(running, table, { domainId })).length] as const));
      return rows.flatMap(([table, count]) => (count > 0 ? table : []));
    };
    const owned = 'cacheDeletion cluster clusterRoute customNs customPage dnsRecord dnsSetting edgeItem edgeSetting logTarget ssl';
    expect(await holding()).toEqual(expect.arrayContaining(owned.split(' ')));
    await running.ok(domain.delete, { domainId, confirm: 'parvaz.example' }, { token: sara });
    await running.provider.services.jobs.runDue();
    expect(await holding()).toEqual(['changeLog', 'desired', 'domainTraffic']);
    expect(await stored(running, 'clusterServer')).toEqual([]);
    expect(await stored(running, 'task', { kind: 'ssl.issue' })).toMatchObject([{ status: 'cancelled' }]);
  });
});
