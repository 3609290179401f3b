import { describe, expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { jobContext } from '../../../../tests/support/notices.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { dataExport } from '../../../lib/contract/account/dataExport.ts';
import { backup } from '../../../lib/contract/cloud/backup.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { cancelableTasks } from '../../../lib/rules/core/taskCancel.ts';
import type { TaskKind } from '../../../lib/rules/core/taskTitles.ts';
import { moveTask, startTask, type TaskStep } from '../../jobs/tasks.ts';
import { registry } from '../../manifests.ts';

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const accountId = await readAccountId(p);
  const begin = (kind: TaskKind = 'zone.deploy') =>
    p.store.write('t', (tx) =>
      startTask(tx, jobContext(p), { accountId, kind, entity: { type: 'domain', id: demo.domainId, name: 'parvaz.example' } }),
    );
  const move = (id: string, step: TaskStep) => p.store.write('t', (tx) => moveTask(tx, { now: p.clock.now }, id, step));
  return { p, token, begin, move };
}

test('a task has its name and its message in the caller’s language', async () => {
  const { p, token, begin, move } = await started();
  const id = await begin();
  await move(id, { status: 'running', percent: 40 });
  expect(await p.ok(task.get, { taskId: id }, { token })).toEqual({
    task: {
      id,
      kind: 'zone.deploy',
      title: 'DNS deployment',
      entity: { type: 'domain', id: demo.domainId, name: 'parvaz.example' },
      status: 'running',
      percent: 40,
      message: null,
      startedAt: new Date(p.clock.now).toISOString(),
      updatedAt: new Date(p.clock.now).toISOString(),
      endedAt: null,
      cancellable: false,
    },
  });
  await move(id, { status: 'failed', message: 'domain:error.notApex', params: { apex: 'a.example' } });
  // A finished task doesn't change.
  await move(id, { status: 'running', percent: 90 });
  const { body } = await p.try(task.get, { taskId: id }, { token, locale: 'es' });
  expect(body.task).toMatchObject({
    status: 'failed',
    percent: 40,
    title: 'Publicación de DNS',
    message: expect.stringContaining('a.example'),
  });
});

test('an unknown kind of task has a generic title', async () => {
  const { p, token, begin } = await started();
  const taskId = await begin('of.tomorrow' as TaskKind); // written by a newer version on the same database
  expect((await p.ok(task.get, { taskId }, { token })).task.title).toBe('Task');
});

test('the list contains tasks in progress and of the last day, or those that changed since a time', async () => {
  const { p, begin, move } = await started();
  const old = await begin();
  const slow = await begin();
  await move(old, { status: 'done' });
  p.clock.now += 25 * 3_600_000;
  const again = await p.signIn();
  const fresh = await begin();
  const ids = async (input: object) => (await p.ok(task.list, input, { token: again })).tasks.map(({ id }) => id);
  expect(await ids({})).toEqual([fresh, slow]);
  expect(await ids({ since: new Date(p.clock.now - 1000).toISOString() })).toEqual([fresh]);
  await move(fresh, { status: 'done' });
  expect(await ids({ status: 'done' })).toEqual([fresh]);
  expect((await p.try(task.list, { since: 'yesterday' }, { token: again })).status).toBe(422);
});

test('a stranger sees no task', async () => {
  const { p, begin } = await started();
  const taskId = await begin();
  const omid = await p.signIn(demo.second);
  expect((await p.ok(task.list, {}, { token: omid })).tasks).toEqual([]);
  expect((await p.try(task.get, { taskId }, { token: omid })).status).toBe(404);
});

describe('cancelling', () => {
  test('a backup that is being taken is deleted, and costs nothing', async () => {
    const { p, token } = await started();
    const { taskId, backup: created } = await p.ok(backup.create, { volumeId: demo.volumeId, name: 'nightly', type: 'full' }, { token });
    expect((await p.ok(task.get, { taskId }, { token })).task.cancellable).toBe(true);
    const both = await Promise.all([1, 2].map(() => p.try(task.cancel, { taskId }, { token })));
    expect(both.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [409, 'task:error.ended'],
    ]);
    expect((await p.ok(task.get, { taskId }, { token })).task).toMatchObject({ status: 'cancelled', cancellable: false });
    const left = async () => (await p.ok(backup.list, {}, { token })).backups.some(({ id }) => id === created.id);
    for (let i = 0; i < 20 && (await left()); i++) {
      await p.provider.services.jobs.runDue();
      p.clock.now += 3_000;
    }
    expect(await left()).toBe(false);
    // Nobody reports it as finished.
    expect((await p.ok(task.get, { taskId }, { token })).task.status).toBe('cancelled');
    expect((await p.ok(log.list, {}, { token })).logs.map(({ action, entity }) => `${entity.type} ${action}`)).toContain('task delete');
  });

  test('an export that waits is deleted and isn’t made; one that has started goes on', async () => {
    const { p, token, move } = await started();
    const first = await p.ok(dataExport.create, {}, { token });
    await p.ok(task.cancel, { taskId: first.taskId }, { token });
    await p.provider.services.jobs.runDue();
    expect((await p.ok(dataExport.list, {}, { token })).exports).toEqual([]);
    const { taskId } = await p.ok(dataExport.create, {}, { token });
    await move(taskId, { status: 'running', percent: 10 });
    const { status, body } = await p.try(task.cancel, { taskId }, { token });
    expect([status, body.code]).toEqual([409, 'task:error.started']);
  });

  test('other kinds are refused with the reason, and a stranger’s task doesn’t exist', async () => {
    const { p, token, begin } = await started();
    const taskId = await begin();
    const { status, body } = await p.try(task.cancel, { taskId }, { token, locale: 'es' });
    expect([status, body.code]).toEqual([409, 'task:error.kind']);
    expect(body.message).toContain('no se puede cancelar');
    expect((await p.try(task.cancel, { taskId }, { token: await p.signIn(demo.second) })).status).toBe(404);
  });

  test('every kind in the table has its work undone', () => {
    const handled = registry.lines.flatMap(({ cancels }) => Object.keys(cancels ?? {}));
    expect(handled.sort()).toEqual(Object.keys(cancelableTasks).sort());
  });
});
