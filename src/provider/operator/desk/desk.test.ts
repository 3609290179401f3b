import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controlledEdge } from '../../../../tests/support/edgeControl.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { move, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorDesk } from '../../../lib/contract/operator/operatorDesk.ts';
import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { setAside } from '../../../lib/node/durable.ts';
import { recordStart } from '../../../lib/node/warnings.ts';
import { MINUTE } from '../../../lib/time.ts';
import { localWarnings } from '../../core/warnings.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { financeJobs } from '../../finance/jobs.ts';

async function started() {
  const p = await startProvider();
  const as = { token: await p.signInOperator() };
  const token = await p.signIn();
  const today = () => p.ok(operatorDesk.today, {}, as);
  const queue = async (kind: string) => (await today()).queue.find((part) => part.kind === kind);
  return { p, as, token, today, queue };
}

test('tickets and consulting wait in lists of their own until they are answered', async () => {
  const { p, token, queue } = await started();
  const before = (await queue('ticket'))?.total ?? 0;
  await p.ok(ticket.reply, { ticketId: demo.ticketId, message: 'Still slow.' }, { token });
  await p.ok(supportPlan.consulting, { level: 'standard', hours: 2, subject: 'Caching', message: 'Please review.' }, { token });
  expect(await queue('ticket')).toMatchObject({ total: before + 1 });
  expect(await queue('consulting')).toMatchObject({
    total: 1,
    items: [{ account: demo.email, link: expect.stringMatching(/^\/operator\/tickets\//) }],
  });
  await p.ok(ticket.close, { ticketId: demo.ticketId }, { token });
  expect((await queue('ticket'))?.total).toBe(before);
});

test('damaged files, here and on edges, and restart loops are warnings, also on /healthz, which stays healthy', async () => {
  const p = await startProvider({ env: { EDGE_DRIVER: 'node' } });
  const as = { token: await p.signInOperator() };
  const { env } = p.provider.services;
  const { warnings: none } = await p.provider.health();
  expect(none).toEqual([]);
  for (const folder of ['dns', 'objects', 'edge']) {
    mkdirSync(join(env.DATA_DIR, folder), { recursive: true });
    writeFileSync(join(env.DATA_DIR, folder, 'a.file'), 'x');
    setAside(join(env.DATA_DIR, folder, 'a.file'), new Date(p.clock.now));
  }
  const [here] = localWarnings(env, p.clock.now);
  const at = new Date(p.clock.now).toISOString();
  const elsewhere = { kind: 'damagedFile', name: 'state.json', path: '/srv/edge/state.json.damaged', count: null, at } as const;
  // The edge beside the portal reports what is found on this machine as well.
  const warnings = [elsewhere, ...(here ? [here] : [])].map(({ kind, name, path, count, at: time }) => ({
    kind,
    name,
    path,
    count,
    at: time,
  }));
  const later = { ...elsewhere, kind: 'of a later version', path: '/x' } as never;
  expect((await controlledEdge(p).report({}, {}, { warnings: [...warnings, later] })).status).toBe(200);
  for (let i = 0; i < 5; i++) await recordStart(env.DATA_DIR, 'portal', p.provider.services.log, p.clock.now);
  const shown = (await p.ok(operatorDesk.today, {}, as)).warnings;
  expect(shown.filter(({ kind }) => kind === 'damagedFile').map(({ name, host }) => [name, host])).toEqual(
    expect.arrayContaining([
      ['a.file', null],
      ['a.file', null],
      ['a.file', null],
      ['state.json', '127.0.0.1:8080'],
    ]),
  );
  expect(shown.filter(({ kind }) => kind === 'restarts')).toMatchObject([{ name: 'portal', count: 5, host: null }]);
  expect(shown).toHaveLength(5);
  expect(await p.provider.health()).toMatchObject({ ok: true, warnings: shown });
  // Deleting the file ends the warning, and ten minutes without another start end the other one.
  if (here) rmSync(here.path);
  p.clock.now += 11 * MINUTE;
  const after = (await p.provider.health()).warnings;
  expect(after.map(({ name }) => name)).toEqual(['a.file', 'a.file']);
});

test('a job that failed and a setting that wasn’t applied are shown with their reason', async () => {
  const { p, today } = await started();
  expect(await today()).toMatchObject({ jobs: { total: 0 }, faults: { total: 0 } });
  await p.store.write('t', async (tx) => {
    const job = { id: 'j1', kind: 'deliver', uniqueKey: 'j1', payload: {}, lockedUntil: 0, asked: 1, createdAt: p.clock.now };
    const failed = { attempts: 3, runAt: p.clock.now + MINUTE, lastError: `connect ECONNREFUSED ${'x'.repeat(900)}` };
    await tx
      .insertInto('job')
      .values({ ...job, ...failed })
      .execute();
    const zone = {
      id: 'zone:bad.example',
      kind: 'zone',
      entityId: 'bad.example',
      domainId: null,
      accountId: 'u',
      isRemoved: false,
    } as const;
    const observed = { wantedVersion: 2, observedVersion: 1, observedBy: null, observedAt: null, updatedAt: p.clock.now };
    const reason = { status: 'failed', reason: 'error:unavailable', reasonParams: null, attempts: 5, nextAttemptAt: null } as const;
    await tx
      .insertInto('desired')
      .values({ ...zone, ...observed, ...reason })
      .execute();
  });
  const { jobs, faults } = await today();
  expect(jobs).toMatchObject({ total: 1, items: [{ kind: 'deliver', attempts: 3 }] });
  expect(jobs.items[0]?.error.length).toBe(300);
  expect(faults).toMatchObject({ total: 1, items: [{ kind: 'zone', name: 'bad.example', nextAt: null }] });
  expect(faults.items[0]?.reason).not.toContain('error:');
});

test('the compute process is shown with what it reports; simulated servers have none', async () => {
  const { p, today } = await started();
  expect((await today()).compute).toBeNull();
  const drivers = p.provider.services.drivers as { compute: ComputeDriver }; // the default
  const problems = Array.from({ length: 12 }, (_, i) => `server ${i} was deleted in the cloud`);
  const respondedAt = p.clock.now;
  drivers.compute = { ...drivers.compute, health: () => ({ isResponding: false, respondedAt, problems }) };
  expect((await today()).compute).toEqual({
    isResponding: false,
    respondedAt: new Date(respondedAt).toISOString(),
    problems: { total: 12, items: problems.slice(0, 10) },
  });
});

test('the ledger proof says when it ran, and that it hasn’t', async () => {
  const { p, today } = await started();
  expect((await today()).checks).toEqual([{ name: 'ledger', ok: null, checkedAt: null }]);
  await runJobs(p, financeJobs.checkLedger);
  expect((await today()).checks).toEqual([{ name: 'ledger', ok: true, checkedAt: new Date(p.clock.now).toISOString() }]);
});

test('the figures are those of 24 hours, and operators are no customers', async () => {
  const p = await startProvider();
  p.clock.now += 2 * 24 * 60 * MINUTE;
  const as = { token: await p.signInOperator() };
  const today = () => p.ok(operatorDesk.today, {}, as);
  const before = (await today()).figures;
  expect(before).toMatchObject({ creditAdded: 0, charged: 0, newCustomers: 0 });
  expect(before.customers).toBe((await stored(p, 'user')).length - 1);
  const id = await readAccountId(p);
  await move(p, id, 9_000);
  await move(p, id, -4_000);
  expect((await today()).figures).toMatchObject({ creditAdded: 9_000, charged: 4_000 });
});
