import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { recordingDriver, recordingEngine } from '../../../../tests/support/recording-driver.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { demo } from '../../../lib/contract/fields.ts';
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

test('removing a domain removes its settings', async () => {
  const { p, token, update } = await started();
  await update({ defaultTtl: 60 });
  await p.ok(domain.delete, { domainId, confirm: 'parvaz.example' }, { token });
  const { domain: again } = await p.ok(
    domain.add,
    { name: 'parvaz.example', plan: 'free', acceptTerms: true, termsVersion: '2026-11' },
    { token },
  );
  expect((await p.ok(dnsSetting.get, { domainId: again.id }, { token })).setting).toMatchObject({ defaultTtl: 3600, version: 0 });
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
  await p.store.write('test', async (tx) => {
    const row = await tx.selectFrom('dnsRecord').selectAll().where('domainId', '=', domainId).executeTakeFirstOrThrow();
    const more = Array.from({ length: 600 }, (_, i) => ({ ...row, id: `long-${i}`, name: `long-${i}` }));
    await tx.insertInto('dnsRecord').values(more).execute();
    await tx.updateTable('domain').set({ recordCount: 620 }).where('id', '=', domainId).execute();
  });
  const defaults = async () => (await p.ok(dns.list, { domainId }, { token })).defaults;
  expect(await defaults()).toEqual({ ttl: 3600, proxy: true });
  await update({ proxyDefault: false });
  expect(await defaults()).toEqual({ ttl: 3600, proxy: false });
});
