import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import type { Input, NamedCall, Output } from '../../../lib/contract/call.ts';
import { cache } from '../../../lib/contract/cdn/cache.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import type { DomainConfiguration } from '../../../lib/contract/cdn/configuration.ts';
import { customPage } from '../../../lib/contract/cdn/customPage.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { canonical } from '../../../lib/rules/core/canonical.ts';
import { areas, readArea } from './areas.ts';

const { domainId } = demo;
const head = { format: 'nasim-domain', version: 1 } as const;

async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  const ok = <C extends NamedCall>(call: C, input: Input<C>): Promise<Output<C>> => p.ok(call, input, { token });
  const file = async (id: string = domainId) => (await ok(version.export, { domainId: id })).configuration;
  const bring = (configuration: DomainConfiguration, more: { dryRun?: boolean; base?: string } = {}, id: string = domainId) =>
    ok(version.import, { domainId: id, configuration, confirmSelfBlock: true, ...more });
  const otherId: string = demo.planDomainId;
  const rows = async (id: string = domainId) => JSON.stringify(await Promise.all(areas.map((area) => readArea(p.store.reader, id, area))));
  return { p, token, ok, file, bring, otherId, rows };
}
/** The file without what differs between two exports of the same configuration. */
const content = ({ exportedAt: _, domain: __, ...rest }: DomainConfiguration): string => canonical(rest);

test('an exported configuration changes nothing when it is imported again, and a change is shown before it is made', async () => {
  const { file, bring, rows, ok } = await start();
  const exported = await file();
  const before = await rows();
  expect(await bring(exported)).toMatchObject({ total: 0, done: false, refused: [] });
  expect(await rows()).toBe(before);
  const records = exported.dns!.records!.map((one) => (one.name === 'www' ? { ...one, ttl: 600 } : one));
  const dry = await bring({ ...exported, dns: { records } }, { dryRun: true });
  expect(dry).toMatchObject({ done: false, diff: [{ op: 'update', type: 'dnsRecord', changes: [{ field: 'ttl', after: 600 }] }] });
  expect(await rows()).toBe(before);
  expect(await bring({ ...exported, dns: { records } }, { base: dry.base })).toMatchObject({ done: true, total: dry.total });
  expect(await rows()).not.toBe(before);
  const { versions } = await ok(version.list, { domainId });
  expect(versions[0]!.logs[0]).toMatchObject({ action: 'import', entity: { type: 'version' } });
  await ok(version.undo, { domainId, versionId: versions[0]!.id });
  expect(content(await file())).toBe(content(exported));
});

test('the file has no IDs, private keys or headers that checks send', async () => {
  const { p, ok, file, bring } = await start();
  const monitoring = { requestType: 'http' as const, sentHeaders: { authorization: 'Bearer do-not-export' } };
  const servers = [{ address: '203.0.113.60' }];
  const draft = { name: 'Secret', servers, port: 80, protocol: 'http', algorithm: 'roundRobin' } as const;
  await ok(cluster.create, { domainId, ...draft, monitoring });
  const text = JSON.stringify(await file());
  expect(text).not.toMatch(/do-not-export|PRIVATE KEY|privateKey|0193[0-9a-f]{4}-|sentHeaders/);
  // They stay where they are.
  const exported = await file();
  const clusters = exported.clusters!.map((one) => (one.name === 'Secret' ? { ...one, port: 8080 } : one));
  expect(await bring({ ...head, clusters })).toMatchObject({ done: true, refused: [] });
  const row = await storedOne(p, 'cluster', { name: 'Secret' });
  expect([row.port, row.monitoring]).toEqual([8080, expect.objectContaining({ sentHeaders: { authorization: 'Bearer do-not-export' } })]);
});

test('a configuration follows the domain that it is imported into', async () => {
  const { ok, file, bring, otherId } = await start();
  await ok(dns.create, { domainId, name: 'alias', type: 'CNAME', content: 'www.parvaz.example', ttl: 'auto', proxy: false });
  await ok(pageRule.create, { domainId, title: 'Here', path: 'parvaz.example/here/*', mode: 'apply', settings: {}, deploy: true });
  const exported = await file();
  expect(exported.dns!.records).toContainEqual(expect.objectContaining({ name: 'alias', content: 'www.{domain}' }));
  const { diff: _, ...result } = await bring(exported, {}, otherId);
  expect(result.refused).toEqual([]);
  expect(result.done).toBe(true);
  const { records } = await ok(dns.list, { domainId: otherId });
  expect(records).toContainEqual(expect.objectContaining({ name: 'alias', content: 'www.ketabnama.example' }));
  const { paths } = await ok(pageRule.list, { domainId: otherId });
  expect(paths).toContainEqual(expect.objectContaining({ title: 'Here', path: 'ketabnama.example/here/*' }));
  const { firewallGroups: _groups, rules: copied, ...rest } = await file(otherId);
  const { firewallGroups: __groups, rules: own, ...origin } = exported;
  expect(content(rest as DomainConfiguration)).toBe(content(origin as DomainConfiguration));
  expect(copied!.pageRule).toEqual(own!.pageRule);
  expect(await bring(exported, { dryRun: true }, otherId)).toMatchObject({ total: 0, refused: [] });
});

test('one refused entry refuses all, with its place and reason, in four languages', async () => {
  const { p, token, rows } = await start();
  const before = await rows();
  const configuration = {
    ...head,
    dns: {
      records: [
        { name: 'good', type: 'A', content: '203.0.113.4' },
        { name: 'bad', type: 'A', content: '203.0.113.256' },
      ],
    },
    rules: {
      pageRule: [{ title: 'Elsewhere', path: 'other.example/*', mode: 'apply', settings: {} }],
      firewall: [{ kind: 'group', value: 'No such group', mode: 'deny' }],
      rateLimit: [{ state: 'perhaps', requestCount: 5, time: { value: 1, unit: 'm' }, blockTime: { value: 1, unit: 'm' } }],
    },
    settings: { optimization: { imageQuality: 500 } },
    customPages: [{ kind: 'captcha', title: 'No box', html: '<p>nothing</p>', enabled: true }],
  };
  for (const locale of locales) {
    const result = await p.ok(version.import, { domainId, configuration }, { token, headers: { 'accept-language': locale } });
    expect(result.done, locale).toBe(false);
    const found = result.refused.map(({ part, index, field }) => [part, index, field]);
    expect(found, locale).toEqual([
      ['dns.records', 1, 'content'],
      ['rules.pageRule', 0, 'path'],
      ['rules.firewall', 0, 'value'],
      ['rules.rateLimit', 0, 'state'],
      ['settings.optimization', null, 'imageQuality'],
      ['customPages', 0, 'html'],
    ]);
    expect(result.refused[3]!.message, locale).toBe(translator(locale)('error:choice'));
    for (const { message } of result.refused) expect(message, locale).not.toMatch(/\{\{|^\w+:/);
    expect(await rows(), locale).toBe(before);
  }
});

test('another version of the format, a foreign file and a change in between are refused', async () => {
  const { p, token, ok, bring, file } = await start();
  const send = (configuration: object, more: object = {}) =>
    p.try(version.import, { domainId, configuration, ...more } as never, { token });
  expect((await send({ ...head, version: 2 })).body.fields).toHaveProperty('configuration.version');
  expect((await send({ ...head, surprise: [] })).status).toBe(422);
  const exported = await file();
  const configuration = { ...head, settings: { cache: { level: exported.settings!.cache!.level === 'off' ? 'withQuery' : 'off' } } };
  const { base } = await bring(configuration, { dryRun: true });
  await ok(dns.create, { domainId, name: 'meanwhile', type: 'A', content: '203.0.113.7', ttl: 'auto', proxy: false });
  expect(await send(configuration, { base })).toMatchObject({ status: 409, body: { code: 'version:error.changed' } });
  // Of two imports at once from the same preview, one is made.
  const preview = await bring(configuration, { dryRun: true });
  const both = await Promise.all([send(configuration, { base: preview.base }), send(configuration, { base: preview.base })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('an import that would block the caller needs a confirmation', async () => {
  const { p, token, file } = await start();
  const { rules } = await file();
  const configuration = { ...head, settings: { firewall: { defaultMode: 'deny' } }, rules: { firewall: [] } };
  const blocked = await p.try(version.import, { domainId, configuration } as never, { token });
  expect(blocked).toMatchObject({ status: 409, body: { code: 'firewall:error.selfBlock' } });
  expect((await file()).rules).toEqual(rules);
});

test('exporting and importing gives the same configuration, whatever was changed before', async () => {
  const { ok, file, bring } = await start();
  let n = 0;
  const time = { value: 1, unit: 'm' } as const;
  const acts = [
    async () =>
      void (await ok(dns.create, { domainId, name: `r${++n}`, type: 'A', content: '203.0.113.5', ttl: 'auto', proxy: n % 2 === 0 })),
    async () => void (await ok(dns.create, { domainId, name: `t${++n}`, type: 'TXT', content: `v=spf1 "x" ${n}`, ttl: 300, proxy: false })),
    async () => void (await ok(cache.update, { domainId, level: n++ % 2 ? 'withoutQuery' : 'withQuery', alwaysOnline: n % 3 === 0 })),
    async () => {
      const limit = { title: `L${++n}`, requestCount: n, time, blockTime: time, action: 'block', deploy: true } as const;
      const { rule } = await ok(rateLimit.create, { domainId, ...limit });
      if (n % 2) await ok(rateLimit.update, { domainId, ruleId: rule.id, requestCount: n + 1, deploy: false });
    },
    async () => {
      const page = { title: `P${++n}`, path: `/p${n}/*`, mode: 'apply', settings: { webp: true }, deploy: n % 2 === 0 } as const;
      const { path } = await ok(pageRule.create, { domainId, ...page });
      if (n % 3 === 0) await ok(pageRule.toggleDeploy, { domainId, pathId: path.id, deploy: false });
    },
    async () => {
      const { rules } = await ok(rateLimit.list, { domainId });
      if (rules.length > 1) await ok(rateLimit.reorder, { domainId, ids: rules.map(({ id }) => id).reverse() });
      if (rules[2]) await ok(rateLimit.delete, { domainId, ruleId: rules[2].id });
    },
    async () => {
      const title = `G${++n}`;
      await ok(firewallGroup.addWithRule, { domainId, title, ipAddresses: [`198.51.100.${n % 200}`], mode: 'deny', deploy: true });
    },
    async () =>
      void (await ok(firewall.create, { domainId, kind: 'ip', value: `192.0.2.${++n % 200}`, mode: 'allow', deploy: n % 2 === 0 })),
    async () => void (await ok(waf.createException, { domainId, title: `E${++n}`, path: `/e${n}`, deploy: true })),
    async () => void (await ok(https.tls, { domainId, tlsVersions: n++ % 2 ? ['1.3'] : ['1.2', '1.3'] })),
    async () =>
      void (await ok(customPage.create, { domainId, kind: 'block', title: `B${++n}`, html: '<h1>no</h1>', enabled: true, replace: true })),
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: acts.length - 1 }), { minLength: 1, maxLength: 4 }), async (steps) => {
      const first = await file();
      for (const step of steps) await acts[step]!();
      const second = await file();
      for (const wanted of [first, second]) {
        const result = await bring(wanted);
        expect(result.refused).toEqual([]);
        expect(content(await file())).toBe(content(wanted));
      }
    }),
    { numRuns: 8 },
  );
});
