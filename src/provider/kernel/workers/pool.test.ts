import { expect, onTestFinished, test } from 'vitest';
import type * as fixture from './fixture.task.ts';
import { makeWorkerPool, type PoolOptions, WorkerLimit } from './pool.ts';
import { workerTask } from './task.ts';

const module = new URL('./fixture.task.ts', import.meta.url);
const task = workerTask<typeof fixture>({ name: 'test', module, deadlineMs: 60_000 });
const brief = { ...task, deadlineMs: 50 };

function pool(options: PoolOptions = {}) {
  const made = makeWorkerPool({ threads: 1, ...options });
  onTestFinished(() => made.close());
  const echo = (value: unknown, customer = 'a', signal?: AbortSignal) =>
    made.run(task, { do: 'echo', value }, { customer, ...(signal && { signal }) });
  return { ...made, echo };
}

/** Occupies the only thread until it is cancelled. */
function occupy({ run }: ReturnType<typeof pool>) {
  const stop = new AbortController();
  const done = run(task, { do: 'hang' }, { customer: 'other', signal: stop.signal }).catch(() => {});
  return async () => {
    stop.abort();
    await done;
  };
}

test('returns the output of a task and rethrows its error, in the same thread', async () => {
  const { run, echo } = pool();
  expect(await echo({ at: new Date(0) })).toEqual({ at: new Date(0) });
  await expect(run(task, { do: 'throw' }, { customer: 'a' })).rejects.toThrow(RangeError);
  expect(await echo(2)).toBe(2);
});

test('customers take turns: a long queue of one does not delay the other', async () => {
  const p = pool();
  const release = occupy(p);
  const order: string[] = [];
  const jobs = ['a1', 'a2', 'a3', 'b1', 'b2', 'a4'].map((name) =>
    p.echo(name, name[0]).then(() => {
      order.push(name);
    }),
  );
  await release();
  await Promise.all(jobs);
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

test('a job past its deadline is terminated, and the pool continues', async () => {
  const { run, echo } = pool();
  await expect(run(brief, { do: 'hang' }, { customer: 'a' })).rejects.toThrow(new WorkerLimit('test took longer than 50 ms'));
  expect(await echo('after')).toBe('after');
});

test('the queue is limited, per customer and in total; a refusal contains the retry time', async () => {
  const p = pool({ maxWaiting: 3, maxWaitingOfOne: 2 });
  const release = occupy(p);
  const accepted = [p.echo(1), p.echo(2)];
  const busy = { status: 503, code: 'error:busy', details: { retryAfter: 5 } };
  await expect(p.echo(3)).rejects.toMatchObject(busy);
  accepted.push(p.echo(4, 'b'));
  await expect(p.echo(5, 'c')).rejects.toMatchObject(busy);
  await release();
  expect(await Promise.all(accepted)).toEqual([1, 2, 4]);
  expect(await p.echo(6, 'c')).toBe(6);
});

test('an abort removes a waiting job and terminates a running one', async () => {
  const p = pool();
  const release = occupy(p);
  const leaving = new AbortController();
  const left = p.echo('never', 'a', leaving.signal);
  const stays = p.echo('stays');
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await release();
  expect(await stays).toBe('stays');
  await expect(p.echo('late', 'a', AbortSignal.abort(new Error('gone before')))).rejects.toThrow('gone before');
});

test.each([
  ['exit', /exited with code 3/],
  ['uncaught', /uncaught in the thread/],
] as const)('a crash of a thread (%s) fails its own job only', async (deed, message) => {
  const { run, echo } = pool();
  const crashed = run(task, { do: deed }, { customer: 'a' });
  const waiting = [echo(1), echo(2, 'b')];
  await expect(crashed).rejects.toThrow(message);
  expect(await Promise.all(waiting)).toEqual([1, 2]);
});

test('closing rejects running, waiting and later jobs', async () => {
  const { run, echo, close } = pool();
  const jobs = [run(task, { do: 'hang' }, { customer: 'a' }), echo(1)];
  const outcomes = Promise.allSettled(jobs);
  await close();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(echo(2)).rejects.toThrow('the worker pool is closed');
});

test('an idle thread ends, and the next job starts another', async () => {
  const { run } = pool({ idleMs: 0 });
  const thread = () => run(task, { do: 'threadId' }, { customer: 'a' });
  const first = await thread();
  // Timers of the same duration fire in the order they were set: that of the idle thread first.
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(await thread()).not.toBe(first);
});
