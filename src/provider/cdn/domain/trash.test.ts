import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { jobContext } from '../../../../tests/support/notices.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import type { Input, NamedCall, Output } from '../../../lib/contract/call.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { trashDays } from '../../../lib/rules/cdn/domain/trash.ts';
import { DAY } from '../../../lib/time.ts';
import { catalog } from '../../core/catalog.ts';
import { domainForJob } from '../../db/owned.ts';
import type { JobKind } from '../../jobs/kind.ts';
import { areas, readArea } from '../history/areas.ts';
import { cdnJobs } from '../jobs.ts';
import { applyObservation } from './lifecycle.ts';

const { domainId, planDomainId, removedDomainId } = demo;

async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  const ok = <C extends NamedCall>(call: C, input: Input<C>): Promise<Output<C>> => p.ok(call, input, { token });
  const remove = (id: string = domainId, confirm = 'parvaz.example') => ok(domain.delete, { domainId: id, confirm });
  const trash = async () => (await ok(domain.trash, {})).domains;
  const run = (kind: JobKind) => runJobs(p, kind);
  return { p, token, ok, remove, trash, run };
}

const add = (name: string) => ({ name, plan: 'free' as const, acceptTerms: true as const, termsVersion: catalog.termsVersion });
/** The configuration of the demo domain in canonical form. */
const configuration = async (p: TestProvider) =>
  JSON.stringify(await Promise.all(areas.map((area) => readArea(p.store.reader, domainId, area))));
const zones = async (p: TestProvider) => (await stored(p, 'domain', { id: domainId }))[0];

test('a removed domain comes back with every area as it was, waits for its name servers, and its log continues', async () => {
  const { p, ok, remove, trash, run } = await start();
  await run(cdnJobs.captureDomains);
  const before = await configuration(p);
  const records = (await zones(p))?.recordCount;
  expect(before.length).toBeGreaterThan(5_000);
  await remove();
  expect((await trash())[0]).toMatchObject({ id: domainId, name: 'parvaz.example', records, plan: 'ent', state: 'restorable' });
  expect(await zones(p)).toBeUndefined();

  const answer = await ok(domain.restore, { domainId });
  expect(answer.domain).toMatchObject({ id: domainId, status: 'pendingNsChange', plan: 'ent', records });
  expect(await configuration(p)).toBe(before);
  expect(await zones(p)).toMatchObject({ recordCount: records });
  expect((await trash()).map(({ id }) => id)).toEqual([removedDomainId]);
  // The numbers of the entries before the removal aren't used again.
  await run(cdnJobs.captureDomains);
  const places = (await stored(p, 'changeLog', { domainId })).flatMap(({ place }) => place ?? []);
  expect(new Set(places).size).toBe(places.length);
  expect((await ok(version.list, { domainId })).versions[0]?.logs[0]).toMatchObject({ action: 'restore' });
});

test('its free certificates are requested again once it is active', async () => {
  const { p, ok, remove } = await start();
  const hosts = (await ok(ssl.list, { domainId })).ssl.filter(({ kind }) => kind === 'free').map((one) => one.hosts);
  await remove();
  await ok(domain.restore, { domainId });
  const waiting = (await ok(ssl.list, { domainId })).ssl;
  expect(waiting.map((one) => [one.kind, one.status, one.hosts])).toEqual(hosts.map((names) => ['free', 'failed', names]));
  expect(waiting[0]?.reason?.code).toBe('ssl:reason.inactive');
  await p.store.write('test', async (tx) => {
    const row = await domainForJob(tx, domainId);
    if (!row) throw new Error('not restored');
    const observed = { seen: 'matched', source: 'parent', signed: false, ds: [] } as const;
    await applyObservation(tx, jobContext(p), row, { ...observed, current: [...p.env.NAME_SERVERS] });
  });
  expect((await zones(p))?.status).toBe('active');
  expect((await ok(ssl.list, { domainId })).ssl.map(({ status }) => status)).toEqual(hosts.map(() => 'pending'));
});

test('a purchased plan comes back for the rest of its period, then Basic does; restoring charges nothing', async () => {
  const { p, ok, remove, trash } = await start();
  const balance = async () => (await ok(wallet.balance, {})).balance;
  const before = await balance();
  const term = await storedOne(p, 'domainPlan', { domainId: planDomainId });
  await remove(planDomainId, 'ketabnama.example');
  expect((await trash())[0]).toMatchObject({ plan: 'eco', paidUntil: new Date(term.endsAt).toISOString() });
  await ok(domain.restore, { domainId: planDomainId });
  expect(await storedOne(p, 'domainPlan', { domainId: planDomainId })).toEqual(term);

  await remove(planDomainId, 'ketabnama.example');
  // The period ends while it is removed.
  await updateStored(p, 'removedDomain', { id: planDomainId }, { term: { ...term, endsAt: p.clock.now - 1 } });
  expect((await trash()).find(({ id }) => id === planDomainId)).toMatchObject({ plan: 'free', paidUntil: null });
  expect((await ok(domain.restore, { domainId: planDomainId })).domain.plan).toBe('free');
  expect(await balance()).toBe(before);
});

test('a refunded plan isn’t restored, and removing the domain again refunds nothing more', async () => {
  const { p, token, ok, remove } = await start();
  const balance = async () => (await ok(wallet.balance, {})).balance;
  const before = await balance();
  const made = await p.ok(domain.add, { ...add('new-shop.example'), plan: 'eco' }, { token });
  await remove(made.domain.id, 'new-shop.example');
  expect(await balance()).toBe(before);
  expect((await ok(domain.restore, { domainId: made.domain.id })).domain.plan).toBe('free');
  expect((await ok(domain.delete, { domainId: made.domain.id, confirm: 'new-shop.example' })).refunded).toBe(0);
});

test('a name that was added again isn’t restored: by another account, or by the same', async () => {
  const { p, token, ok, trash } = await start();
  const other = await p.signIn(demo.second);
  expect((await p.ok(domain.trash, {}, { token: other })).domains).toEqual([]);
  await p.ok(domain.add, add('winter-sale.example'), { token: other });
  expect((await trash())[0]).toMatchObject({ id: removedDomainId, state: 'taken' });
  const restore = () => p.try(domain.restore, { domainId: removedDomainId }, { token });
  expect(await restore()).toMatchObject({ status: 409, body: { code: 'domain:error.taken' } });
  const theirs = await storedOne(p, 'domain', { name: 'winter-sale.example' });
  await p.ok(domain.delete, { domainId: theirs.id, confirm: 'winter-sale.example' }, { token: other });
  await ok(domain.add, add('winter-sale.example'));
  expect((await trash())[0]).toMatchObject({ id: removedDomainId, state: 'exists' });
  expect(await restore()).toMatchObject({ status: 409, body: { code: 'domain:error.exists' } });
});

test('restored twice at once, it exists once', async () => {
  const { p, token } = await start();
  const answers = await Promise.all([1, 2].map(() => p.try(domain.restore, { domainId: removedDomainId }, { token })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await stored(p, 'dnsRecord', { domainId: removedDomainId })).toHaveLength(3);
});

test('a rule for a group of the account that was deleted since is left out', async () => {
  const { p, ok, remove } = await start();
  const groups = (await ok(firewallGroup.list, {})).groups;
  const used = groups.find((group) => group.domainId === null && group.usedBy.some((rule) => rule.domainId === domainId));
  expect(used).toBeDefined();
  await remove();
  await ok(firewallGroup.delete, { groupId: used?.id ?? '' });
  await ok(domain.restore, { domainId });
  const rules = await stored(p, 'edgeItem', { domainId, group: 'firewall' });
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.some(({ data }) => data.includes(used?.id ?? ''))).toBe(false);
});

test(`after ${trashDays} days it is deleted for good, with its lines in the edge’s log`, async () => {
  const { p, remove, run } = await start();
  const { logs } = p.provider.services;
  await logs.ingest({ id: 'batch', receivedAt: p.clock.now, lines: [createLogEntry({ id: 'r1', at: p.clock.now, domainId })] });
  await remove();
  await run(cdnJobs.deleteRemoved);
  expect(await logs.find('r1', domainId)).toBeDefined();
  p.clock.now += trashDays * DAY + 1000;
  expect((await p.ok(domain.trash, {}, { token: await p.signIn() })).domains).toEqual([]);
  await run(cdnJobs.deleteRemoved);
  expect(await logs.find('r1', domainId)).toBeUndefined();
  expect(await stored(p, 'removedDomain')).toEqual([]);
});
