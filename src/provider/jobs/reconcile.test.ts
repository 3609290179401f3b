import { expect, test } from 'vitest';
import { name, newDomain, started } from '../../../tests/support/jobsReconcile.ts';
import { startProvider } from '../../../tests/support/provider.ts';
import { stored } from '../../../tests/support/stored.ts';
import { dns } from '../../lib/contract/cdn/dns.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import { zone } from '../../lib/contract/cdn/zone.ts';
import { provider } from '../../lib/contract/core/provider.ts';
import { demo } from '../../lib/contract/fields.ts';
import { translator } from '../../lib/i18n/server.ts';
import { coreJobs } from './coreJobs.ts';

const { domainId } = demo;

test('without an engine changes are saved, no job waits, and the provider reports that none is connected', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  expect((await p.ok(provider.capabilities, {})).capabilities.dns).toBe('none');
  await p.ok(dns.create, { domainId, name: 'x', type: 'A', content: '203.0.113.30' }, { token });
  expect((await p.ok(domain.get, { domainId }, { token })).domain.deploy).toEqual({ status: 'saved', version: 2, observedVersion: 0 });
  expect(await stored(p, 'job', { kind: 'reconcile' })).toEqual([]);
});

test('the demo zones are published completely, and the provider reports the engine', async () => {
  const { p, engine, deploy } = await started();
  expect((await p.ok(provider.capabilities, {})).capabilities.dns).toBe('files');
  expect(engine.resources.size).toBe(6);
  const state = engine.resources.get(name)?.state;
  expect(state).toMatchObject({
    id: name,
    version: 1,
    nameServers: ['ns1.nasim.example', 'ns2.nasim.example'],
    flattening: false,
    paused: false,
  });
  expect(state?.records).toHaveLength(12);
  expect(engine.resources.get('old-blog.example')?.state?.paused).toBe(true);
  expect(await deploy()).toEqual({ status: 'deployed', version: 1, observedVersion: 1, at: '2026-11-20T12:00:00.000Z' });
});

test('every change of a zone raises its version, which is deploying, then deployed', async () => {
  const { p, token, engine, run, add, deploy } = await started();
  await add('one');
  expect(await deploy()).toMatchObject({ status: 'deploying', version: 2, observedVersion: 1 });
  await run();
  expect(await deploy()).toMatchObject({ status: 'deployed', version: 2, observedVersion: 2 });
  await p.ok(dns.update, { domainId, recordId: demo.recordId, ttl: 300 }, { token });
  await p.ok(dns.delete, { domainId, recordId: demo.recordId }, { token });
  const file = new File(['two IN A 203.0.113.31\n'], 'zone.txt', { type: 'text/plain' });
  await p.ok(zone.import, { domainId, usage: 'zone', proxy: false, conflict: 'skip', dryRun: false }, { token, file });
  await run();
  // Three changes result in one call: only the state matters.
  expect(engine.calls).toEqual([`apply ${name} 2`, `apply ${name} 5`]);
  const stored = engine.resources.get(name)?.state;
  expect(stored?.records.map((record) => record.name)).toContain('two');
  expect((await p.ok(zone.export, { domainId }, { token })).zone).toMatch(/\tSOA\t.* 5 10000 /);
});

test('a refused call doesn’t change the desired state', async () => {
  const { p, token, engine, run, row } = await started();
  expect((await p.try(dns.create, { domainId, name: 'api', type: 'A', content: '203.0.113.25' }, { token })).status).toBe(409);
  await run();
  expect([engine.calls, (await row()).wantedVersion]).toEqual([[], 1]);
});

test('a domain is added, removed and added again: the removal is reconciled too, and serials continue', async () => {
  const { p, token, engine, run } = await started();
  const { domain: added } = await p.ok(domain.add, { ...newDomain, name: 'comes.example' }, { token });
  expect(added.deploy).toMatchObject({ status: 'deploying', version: 1 });
  await run();
  engine.always = 'fail';
  await p.ok(domain.delete, { domainId: added.id, confirm: 'comes.example' }, { token });
  await run();
  expect(engine.resources.get('comes.example')?.state).not.toBeNull();
  engine.always = null;
  p.clock.now += 10_000;
  await run();
  expect(engine.resources.get('comes.example')).toEqual({ version: 2, state: null });
  // Another customer can add it now; for secondaries, the serial still increases.
  const omid = await p.signIn(demo.second);
  const { domain: again } = await p.ok(domain.add, { ...newDomain, name: 'comes.example' }, { token: omid });
  await run();
  expect(engine.resources.get('comes.example')?.state).toMatchObject({ version: 3, records: [] });
  expect((await p.ok(domain.get, { domainId: again.id }, { token: omid })).domain.deploy).toMatchObject({ status: 'deployed', version: 3 });
  expect(engine.calls).toEqual(['apply comes.example 1', 'remove comes.example 2', 'apply comes.example 3']);
});

test('a temporary fault is shown with the time of the next attempt, with growing delays, until the engine is back', async () => {
  const { p, engine, run, add, deploy, row } = await started();
  engine.always = 'fail';
  await add('one');
  await run();
  const first = await row();
  expect(first).toMatchObject({ status: 'failed', attempts: 1, observedVersion: 1 });
  expect((first.nextAttemptAt ?? 0) - p.clock.now).toBeGreaterThanOrEqual(5_000);
  expect((first.nextAttemptAt ?? 0) - p.clock.now).toBeLessThanOrEqual(6_250);
  expect(await deploy()).toMatchObject({
    status: 'failed',
    reason: { code: 'deploy:reason.unreachable', message: 'The name servers couldn’t be reached.' },
    nextAttemptAt: new Date(first.nextAttemptAt ?? 0).toISOString(),
  });
  await run();
  expect((await row()).attempts).toBe(1);
  for (let expected = 2; expected <= 14; expected++) {
    p.clock.now = (await row()).nextAttemptAt ?? 0;
    await run();
    const { attempts, nextAttemptAt } = await row();
    expect(attempts).toBe(expected);
    const wait = (nextAttemptAt ?? 0) - p.clock.now;
    expect(wait).toBeGreaterThanOrEqual(Math.min(5_000 * 2 ** (expected - 1), 3_600_000));
    expect(wait).toBeLessThanOrEqual(Math.min(5_000 * 2 ** (expected - 1), 3_600_000) * 1.25);
  }
  engine.always = null;
  p.clock.now += 4_600_000;
  await run();
  expect(await deploy()).toEqual({ status: 'deployed', version: 2, observedVersion: 2, at: new Date(p.clock.now).toISOString() });
  expect((await row()).attempts).toBe(0);
});

test('a permanent refusal is shown in the language of the reader, and the next change is tried again', async () => {
  const { p, token, engine, run, add, row } = await started();
  engine.next.push('refuse');
  await add('one');
  await run();
  expect(await row()).toMatchObject({ status: 'failed', nextAttemptAt: null });
  const { body } = await p.try(domain.get, { domainId }, { token, locale: 'es' });
  const { deploy } = body.domain as { deploy: { reason: { message: string }; nextAttemptAt?: string } };
  expect(deploy.reason.message).toBe(translator('es')('deploy:reason.flattening'));
  expect(deploy.nextAttemptAt).toBeUndefined();
  p.clock.now += 86_400_000;
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, coreJobs.reconcileSweep, {}));
  await run();
  expect(engine.calls).toEqual([]);
  await add('two');
  await run();
  expect(engine.calls).toEqual([`apply ${name} 3`]);
});

test('after a crash between the engine and the record, the same version is applied once more and then recorded', async () => {
  const { p, engine, run, add, row } = await started();
  engine.next.push('workThenFail');
  await add('one');
  await run();
  expect([engine.resources.get(name)?.version, (await row()).observedVersion]).toEqual([2, 1]);
  p.clock.now += 6_250;
  await run();
  expect(engine.calls).toEqual([`apply ${name} 2`, `apply ${name} 2`]);
  expect(await row()).toMatchObject({ observedVersion: 2, status: 'done' });
});
