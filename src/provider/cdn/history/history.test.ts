import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import type { Input, NamedCall, Output } from '../../../lib/contract/call.ts';
import { cache } from '../../../lib/contract/cdn/cache.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import { cdnJobs } from '../jobs.ts';
import { areas, readArea } from './areas.ts';

const { domainId } = demo;

async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  const ok = <C extends NamedCall>(call: C, input: Input<C>): Promise<Output<C>> => p.ok(call, input, { token });
  const settle = async () => {
    p.clock.now += 1000;
    await runJobs(p, cdnJobs.captureDomains);
  };
  await settle();
  const versions = async () => (await ok(version.list, { domainId })).versions;
  const record = (name: string, content = '203.0.113.5') =>
    ok(dns.create, { domainId, name, type: 'A', content, ttl: 'auto', proxy: false });
  return { p, token, ok, settle, versions, record };
}

/** The configuration of the domain in canonical form. */
const configuration = async (p: TestProvider) =>
  JSON.stringify(await Promise.all(areas.map((area) => readArea(p.store.reader, domainId, area))));
const names = async (p: TestProvider) => (await stored(p, 'dnsRecord', { domainId })).map(({ name }) => name);

test('each change is a version that says who did what, and nothing is stored when nothing changed', async () => {
  const { settle, versions, record } = await start();
  const before = (await versions()).length;
  await record('shop');
  await settle();
  await settle();
  const list = await versions();
  expect(list).toHaveLength(before + 1);
  expect(list[0]).toMatchObject({
    current: true,
    first: false,
    total: 1,
    logs: [{ action: 'create', entity: { name: 'A shop' }, actor: { name: demo.email } }],
  });
  expect(list.at(-1)).toMatchObject({ first: true });
});

test('a deleted record comes back by undo, which can be undone too', async () => {
  const { p, ok, settle, versions, record } = await start();
  const { record: made } = await record('shop');
  await settle();
  await ok(dns.delete, { domainId, recordId: made.id });
  await settle();
  const [deletion] = await versions();
  const serial = () => storedOne(p, 'domain', { id: domainId });
  const { zoneVersion, recordCount } = await serial();
  const dry = await ok(version.undo, { domainId, versionId: deletion!.id, dryRun: true });
  expect(dry).toMatchObject({ done: false, total: 1, diff: [{ op: 'create', type: 'dnsRecord', name: 'A shop' }] });
  expect(await names(p)).not.toContain('shop');
  expect(await ok(version.undo, { domainId, versionId: deletion!.id })).toMatchObject({ done: true, total: 1 });
  expect(await names(p)).toContain('shop');
  expect(await serial()).toMatchObject({ recordCount: recordCount + 1 });
  expect((await serial()).zoneVersion).toBeGreaterThan(zoneVersion);
  const [undo] = await versions();
  expect(undo).toMatchObject({ logs: [{ action: 'undo', entity: { type: 'version' } }] });
  await ok(version.undo, { domainId, versionId: undo!.id });
  expect(await names(p)).not.toContain('shop');
});

test('an undo is refused where something has changed since, and changes nothing', async () => {
  const { p, token, ok, settle, versions, record } = await start();
  const { record: made } = await record('shop');
  await settle();
  const [creation] = await versions();
  await ok(dns.update, { domainId, recordId: made.id, content: '203.0.113.9' });
  await settle();
  const before = await configuration(p);
  expect(await p.try(version.undo, { domainId, versionId: creation!.id }, { token })).toMatchObject({
    status: 409,
    body: { code: 'version:error.conflict' },
  });
  // A CNAME in place of a deleted record.
  await ok(dns.delete, { domainId, recordId: made.id });
  await settle();
  const [deletion] = await versions();
  await ok(dns.create, { domainId, name: 'shop', type: 'CNAME', content: 'other.example', ttl: 'auto', proxy: false });
  expect(await p.try(version.undo, { domainId, versionId: deletion!.id }, { token })).toMatchObject({ status: 409 });
  expect(before).not.toBe(await configuration(p));
  const first = (await versions()).at(-1);
  expect(await p.try(version.undo, { domainId, versionId: first!.id }, { token })).toMatchObject({ body: { code: 'version:error.first' } });
});

test('a state of a larger plan isn’t restored, and not through another domain', async () => {
  const { p, token, settle, versions, record } = await start();
  await record('shop');
  await settle();
  const [, earlier] = await versions();
  await updateStored(p, 'domain', { id: domainId }, { plan: 'free' });
  await updateStored(p, 'domainVersion', { domainId }, { plan: 'ent' });
  expect(await p.try(version.restore, { domainId, versionId: earlier!.id }, { token })).toMatchObject({
    body: { code: 'version:error.plan' },
  });
  const other = await p.signIn(demo.second);
  const { domains } = await p.ok(domain.list, {}, { token: other });
  const foreign = await p.try(version.restore, { domainId: domains[0]!.id, versionId: earlier!.id }, { token: other });
  expect(foreign.status).toBe(404);
});

test('versions are deleted after their retention, and the state of each area stays', async () => {
  const { p, settle, record } = await start();
  await record('one');
  await settle();
  p.clock.now += 91 * 86_400_000;
  await runJobs(p, coreJobs.sweep);
  const versions = await stored(p, 'domainVersion', { domainId });
  expect(versions.filter(({ at }) => Number(at) < p.clock.now - 90 * 86_400_000)).toEqual([]);
  const states = await stored(p, 'domainState', { domainId });
  expect(new Set(states.map(({ area }) => area))).toEqual(new Set(areas));
});

test('restoring any state gives the configuration back exactly, whatever was changed in between', async () => {
  const { p, ok, settle, versions, record } = await start();
  const rules = async () => (await ok(rateLimit.list, { domainId })).rules;
  const acts = [
    async (n: number) => void (await record(`r${n}`)),
    async () => {
      const { records } = await ok(dns.list, { domainId });
      const plain = records.find(({ name, type }) => /^r\d/.test(name) && type === 'A');
      if (plain) await ok(dns.delete, { domainId, recordId: plain.id });
    },
    async (n: number) =>
      void (await ok(cache.update, { domainId, level: n % 2 ? 'withoutQuery' : 'withQuery', alwaysOnline: n % 3 === 0 })),
    async () => {
      const ids = (await rules()).map(({ id }) => id);
      if (ids.length > 1) await ok(rateLimit.reorder, { domainId, ids: ids.reverse() });
    },
    async () => {
      const [rule] = await rules();
      if (rule) await ok(rateLimit.delete, { domainId, ruleId: rule.id });
    },
    async () => {
      const { paths } = await ok(pageRule.list, { domainId });
      if (paths[0]) await ok(pageRule.delete, { domainId, pathId: paths[0].id });
    },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: acts.length - 1 }), { minLength: 1, maxLength: 6 }), fc.nat(), async (steps, pick) => {
      const states: { id: string; json: string }[] = [];
      const remember = async () => {
        await settle();
        const [latest] = await versions();
        states.push({ id: latest!.id, json: await configuration(p) });
      };
      await remember();
      for (const step of steps) {
        await acts[step]!(p.clock.now % 100_000);
        await remember();
      }
      const chosen = states[pick % states.length]!;
      await ok(version.restore, { domainId, versionId: chosen.id });
      expect(await configuration(p)).toBe(chosen.json);
    }),
    { numRuns: 12 },
  );
});
