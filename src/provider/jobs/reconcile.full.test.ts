import { expect, test, vi } from 'vitest';
import { capabilities, name, newDomain, started } from '../../../tests/support/jobsReconcile.ts';
import { recordingDriver, recordingEngine } from '../../../tests/support/recordingDriver.ts';
import { stored } from '../../../tests/support/stored.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import { zone } from '../../lib/contract/cdn/zone.ts';
import { demo } from '../../lib/contract/fields.ts';
import type { ZoneSnapshot } from '../drivers/dns/dns.ts';
import { makeProvider } from '../index.ts';
import { coreJobs } from './coreJobs.ts';

const { domainId } = demo;

test('a zone added again before the engine has removed it isn’t removed afterward', async () => {
  const { p, token, engine, run } = await started();
  await p.ok(domain.delete, { domainId, confirm: name }, { token });
  await p.ok(domain.add, { ...newDomain, name }, { token });
  await run();
  expect(engine.calls).toEqual([`apply ${name} 3`]);
  expect(engine.resources.get(name)?.state?.records).toEqual([]);
});

test('a change doesn’t wait for the next attempt of the previous version', async () => {
  const { engine, run, add, deploy } = await started();
  engine.next.push('fail');
  await add('one');
  await run();
  await add('two');
  expect(await deploy()).toMatchObject({ status: 'deploying', version: 3 });
  await run();
  expect(engine.calls).toEqual([`apply ${name} 3`]);
});

test('after the operator has fixed the cause and restarted the process, refused states are retried', async () => {
  const { p, engine, run, add } = await started();
  engine.next.push('refuse');
  await add('one');
  await run();
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, coreJobs.reconcileSweep, { isStart: true }));
  await run();
  expect(engine.calls).toEqual([`apply ${name} 2`]);
});

test('a driver that hangs times out, is reported as such, and doesn’t delay other zones', async () => {
  const { p, token, engine, run, add, deploy } = await started();
  engine.next.push('hang');
  await add('one');
  await p.ok(domain.add, { ...newDomain, name: 'other.example' }, { token });
  await run();
  expect(engine.calls).toEqual(['apply other.example 1']);
  expect(await deploy()).toMatchObject({ status: 'failed', reason: { code: 'deploy:reason.timeout' } });
});

test('a newer version saved while an older one is being applied follows at once, and the older never remains', async () => {
  const { engine, run, add, deploy } = await started();
  const { promise, resolve } = Promise.withResolvers<void>();
  engine.gate = promise;
  await add('one');
  const before = engine.started;
  const running = run();
  await vi.waitFor(() => expect(engine.started).toBe(before + 1), 5_000);
  await add('two');
  engine.gate = Promise.resolve();
  resolve();
  await running;
  await run();
  expect(engine.calls).toEqual([`apply ${name} 2`, `apply ${name} 3`]);
  expect(await deploy()).toMatchObject({ status: 'deployed', version: 3, observedVersion: 3 });
});

test('of two processes the slower one can’t restore or record an older zone', async () => {
  const { p, engine, run, add, deploy, row } = await started();
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = recordingEngine<ZoneSnapshot>();
  // The second process calls the same engine, later.
  Object.assign(slow, { resources: engine.resources, calls: engine.calls, gate: promise });
  // Its clock stands still, as in a stalled process: none of its own workers claims the job when the lock has expired.
  const stalled = p.clock.now;
  const second = await makeProvider({
    env: p.env,
    store: p.store,
    clock: () => stalled,
    drivers: { compute: null, edge: null, dns: recordingDriver(slow, { capabilities }) },
  });
  await add('one');
  const late = second.services.jobs.runDue();
  await vi.waitFor(() => expect(slow.started).toBe(1), 5_000);
  // Its lock has expired.
  p.clock.now += 21_000;
  await add('two');
  await run();
  resolve();
  await late;
  await run();
  expect(engine.resources.get(name)?.version).toBe(3);
  expect(engine.calls).toEqual([`apply ${name} 3`]);
  expect(await row()).toMatchObject({ wantedVersion: 3, observedVersion: 3, status: 'done' });
  expect(await deploy()).toMatchObject({ status: 'deployed', version: 3 });
});

test('an engine that is ahead of a restored database is overtaken, including the serial', async () => {
  const { p, token, engine, run, add, row } = await started();
  const stored = engine.resources.get(name);
  engine.resources.set(name, { version: 40, state: stored?.state ?? null });
  await add('one');
  await run();
  expect(engine.resources.get(name)).toMatchObject({ version: 41, state: { version: 41 } });
  expect(await row()).toMatchObject({ wantedVersion: 41, observedVersion: 41, status: 'done' });
  expect((await p.ok(zone.export, { domainId }, { token })).zone).toMatch(/\tSOA\t.* 41 10000 /);
});

test('a replacement engine is empty, so everything is published to it', async () => {
  const { p, token, add, run } = await started();
  await add('one');
  await run();
  const fresh = recordingEngine<ZoneSnapshot>();
  const next = await makeProvider({
    env: p.env,
    store: p.store,
    clock: () => p.clock.now,
    drivers: { compute: null, edge: null, dns: recordingDriver(fresh, { id: 'another', capabilities }) },
  });
  const sweep = () => p.store.write('test', (tx) => next.services.jobs.enqueue(tx, coreJobs.reconcileSweep, {}));
  await sweep();
  await next.services.jobs.runDue();
  await next.services.jobs.runDue();
  expect(fresh.resources.size).toBe(6);
  expect(fresh.resources.get(name)?.version).toBe(2);
  const calls = fresh.calls.length;
  await sweep();
  await next.services.jobs.runDue();
  expect(fresh.calls.length).toBe(calls);
  // The first engine is outdated and reports that.
  expect((await p.ok(domain.get, { domainId }, { token })).domain.deploy).toMatchObject({ status: 'deploying', observedVersion: 0 });
});

test('zones that an engine has lost are found when a process starts, and only those are published again', async () => {
  const { p, engine, run } = await started();
  engine.resources.delete(name);
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, coreJobs.reconcileSweep, { isStart: true }));
  await run();
  await run();
  expect(engine.calls).toEqual([`apply ${name} 1`]);
});

test('a first failure is shown in the activity tray once, with its reason; quick work isn’t shown there', async () => {
  const { p, engine, run, add } = await started();
  const tasks = () => stored(p, 'task');
  await add('one');
  await run();
  expect(await tasks()).toEqual([]);
  engine.always = 'fail';
  await add('two');
  for (let i = 0; i < 3; i++) {
    await run();
    p.clock.now += 60_000;
  }
  expect(await tasks()).toMatchObject([{ kind: 'zone.deploy', status: 'failed', entityName: name, message: 'deploy:reason.unreachable' }]);
});

test('work that takes longer than two seconds is shown in the activity tray until it is done', async () => {
  const { p, engine, run, add } = await started();
  const { promise, resolve } = Promise.withResolvers<void>();
  engine.gate = promise;
  await add('one');
  const running = run();
  const status = async () => (await stored(p, 'task')).map((task) => task.status);
  await expect.poll(status, { timeout: 4_000 }).toEqual(['running']);
  resolve();
  await running;
  expect(await status()).toEqual(['done']);
});
