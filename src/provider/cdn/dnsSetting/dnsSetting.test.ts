import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { recordingDriver, recordingEngine } from '../../../../tests/support/recordingDriver.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import type { ZoneSnapshot } from '../../drivers/dns/dns.ts';

const { domainId } = demo;

async function started(flattening = false) {
  const engine = recordingEngine<ZoneSnapshot>();
  const p = await startProvider({
    drivers: { compute: null, edge: null, dns: recordingDriver(engine, { capabilities: { engine: 'files', flattening, dnssec: false } }) },
  });
  const token = await p.signIn();
  return { p, token, engine, update: (input: object) => p.ok(dnsSetting.update, { domainId, ...input }, { token }) };
}

test('a domain starts with the defaults', async () => {
  const { p, token } = await started();
  expect(await p.ok(dnsSetting.get, { domainId }, { token })).toEqual({
    setting: { defaultTtl: 3600, soaEmail: '', proxyDefault: true, cnameFlattening: false, version: 0 },
    can: { cnameFlattening: false },
  });
});

test('absent fields keep their value, the change is logged, and the export, the records and the name servers use the settings', async () => {
  const { p, token, engine, update } = await started();
  await update({ defaultTtl: 600 });
  const { setting } = await update({ soaEmail: 'DNS.Team@Example.com', proxyDefault: false });
  expect(setting).toEqual({ defaultTtl: 600, soaEmail: 'DNS.Team@example.com', proxyDefault: false, cnameFlattening: false, version: 2 });
  const [entry] = await stored(p, 'changeLog', { group: 'dnsSetting' });
  expect([entry?.before, entry?.after].map((json) => JSON.parse(json ?? '').defaultTtl)).toEqual([3600, 600]);
  const { zone: text } = await p.ok(zone.export, { domainId }, { token });
  expect(text).toContain('$TTL 600\n');
  expect(text).toMatch(/\tSOA\tns1\.nasim\.example\. DNS\\\.Team\.example\.com\. 3 10000 2400 604800 600\n/);
  expect(text).toMatch(/^api\t600\tIN\tA\t203\.0\.113\.25 ; .*auto-ttl/m);
  expect((await p.ok(dns.list, { domainId }, { token })).defaults).toEqual({ ttl: 600, proxy: false });
  await p.provider.services.jobs.runDue();
  expect(engine.resources.get('parvaz.example')?.state).toMatchObject({
    version: 3,
    defaultTtl: 600,
    soa: { email: 'DNS.Team@example.com', minimum: 600 },
  });
});

test('a line of a zone file without a TTL uses the default of the domain', async () => {
  const { p, token, update } = await started();
  await update({ defaultTtl: 300 });
  const file = new File(['fresh IN A 203.0.113.9\n'], 'zone.txt', { type: 'text/plain' });
  await p.ok(zone.import, { domainId, usage: 'zone', proxy: false, conflict: 'skip', dryRun: false }, { token, file });
  expect((await p.ok(dns.list, { domainId, q: 'fresh' }, { token })).records[0]?.ttl).toBe(300);
});

test('says in four languages what is wrong beside the field, and stores nothing', async () => {
  const { p, token } = await started();
  for (const locale of locales) {
    const t = translator(locale);
    const { version } = (await p.ok(dnsSetting.get, { domainId }, { token })).setting;
    for (const [input, field, message] of [
      [{ defaultTtl: 59 }, 'defaultTtl', t('dnsSetting:error.defaultTtl', { min: 60, max: 604_800 })],
      [{ defaultTtl: 604_801 }, 'defaultTtl', t('dnsSetting:error.defaultTtl', { min: 60, max: 604_800 })],
      [{ defaultTtl: 1.5 }, 'defaultTtl', t('dnsSetting:error.defaultTtl', { min: 60, max: 604_800 })],
      [{ soaEmail: 'nobody' }, 'soaEmail', t('dnsSetting:error.soaEmail', { value: 'nobody' })],
      [{ soaEmail: `${'a'.repeat(64)}@example.com` }, 'soaEmail', t('dnsSetting:error.soaEmailLong', { max: 63 })],
    ] as const) {
      const { status, body } = await p.try(dnsSetting.update, { domainId, ...input }, { token, locale });
      expect([status, body.fields], locale).toEqual([422, { [field]: message }]);
    }
    expect((await p.ok(dnsSetting.get, { domainId }, { token })).setting.version, locale).toBe(version);
  }
});

test('flattening is refused where the name servers don’t support it, but can be turned off where it was on before', async () => {
  const { p, token, engine, update } = await started();
  expect(await p.try(dnsSetting.update, { domainId, cnameFlattening: true }, { token })).toMatchObject({
    status: 409,
    body: { code: 'dnsSetting:error.flattening', fields: { cnameFlattening: expect.any(String) } },
  });
  await update({ defaultTtl: 60 });
  await updateStored(p, 'dnsSetting', { domainId }, { cnameFlattening: true });
  await update({ defaultTtl: 300 });
  await update({ cnameFlattening: false });
  await p.provider.services.jobs.runDue();
  expect(engine.resources.get('parvaz.example')?.state?.flattening).toBe(false);
});

test('where the name servers support flattening, the setting is deployed to them', async () => {
  const { p, token, engine, update } = await started(true);
  expect((await p.ok(dnsSetting.get, { domainId }, { token })).can.cnameFlattening).toBe(true);
  await update({ cnameFlattening: true });
  await p.provider.services.jobs.runDue();
  expect(engine.resources.get('parvaz.example')?.state?.flattening).toBe(true);
});

test('the serial of the zone depends on what the zone serves, not on the defaults of the form', async () => {
  const { p, token, update } = await started();
  const serial = async () => Number(/\tSOA\t\S+ \S+ (\d+) /.exec((await p.ok(zone.export, { domainId }, { token })).zone)?.[1]);
  const first = await serial();
  await update({ proxyDefault: false });
  expect(await serial()).toBe(first);
  await update({ defaultTtl: 600 });
  expect(await serial()).toBe(first + 1);
  await update({ soaEmail: 'dns@example.com' });
  expect(await serial()).toBe(first + 2);
});

test('a long list, whose response is cached, shows a new default immediately', async () => {
  const { p, token, update } = await started();
  const row = await storedOne(p, 'dnsRecord', { id: demo.recordId });
  const more = Array.from({ length: 600 }, (_, i) => ({ ...row, id: `long-${i}`, name: `long-${i}` }));
  await p.store.write('test', (tx) => tx.insertInto('dnsRecord').values(more).execute());
  await updateStored(p, 'domain', { id: domainId }, { recordCount: 620 });
  const defaults = async () => (await p.ok(dns.list, { domainId }, { token })).defaults;
  expect(await defaults()).toEqual({ ttl: 3600, proxy: true });
  await update({ proxyDefault: false });
  expect(await defaults()).toEqual({ ttl: 3600, proxy: false });
});
