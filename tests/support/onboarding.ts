import { onTestFinished } from 'vitest';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { catalog } from '../../src/provider/core/catalog.ts';
import { addresses, startDns, type TestRecord } from './dns.ts';
import { startProvider } from './provider.ts';

export const t = translator('en');
export const NAME = 'my-shop.example';
export const { old, registry } = addresses;
export const otherNameServers = { 'ns1.old-dns.test': old, 'ns2.old-dns.test': old };
export const ownNameServers = { 'ns1.nasim.example': null, 'ns2.nasim.example': null };

/** A customer who just added a domain, which is hosted elsewhere on a simulated internet. */
export async function added({
  plan = 'free',
  lines = [] as TestRecord[],
  env = {},
}: {
  plan?: 'free' | 'eco';
  lines?: TestRecord[];
  env?: Record<string, string>;
} = {}) {
  const dns = await startDns();
  onTestFinished(() => dns[Symbol.asyncDispose]());
  dns.delegate(NAME, otherNameServers);
  dns.zone(old, NAME, [[NAME, 'NS', 'ns1.old-dns.test'], [NAME, 'NS', 'ns2.old-dns.test'], ...lines]);
  const p = await startProvider({ env: { ...dns.env, ...env } });
  const token = await p.signIn();
  const form = { name: NAME, plan, acceptTerms: true as const, termsVersion: catalog.termsVersion };
  const { domain: made } = await p.ok(domain.add, form, { token });
  const domainId = made.id;
  // A day passes between checks, and sessions expire.
  const status = async () => (await p.ok(domain.nsStatus, { domainId }, { token: await p.signIn() })).nsStatus;
  const run = () => p.provider.services.jobs.runDue();
  const later = async (ms: number) => {
    p.clock.now += ms;
    return run();
  };
  const row = () => p.store.reader.selectFrom('domain').selectAll().where('id', '=', domainId).executeTakeFirstOrThrow();
  const notices = () => p.store.reader.selectFrom('notification').selectAll().orderBy('id').execute();
  const changes = () => p.store.reader.selectFrom('changeLog').selectAll().where('entityId', '=', domainId).orderBy('id').execute();
  return { p, dns, token, domainId, status, run, later, row, notices, changes };
}
