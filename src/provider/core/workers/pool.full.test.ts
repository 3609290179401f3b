import { expect, onTestFinished, test } from 'vitest';
import type * as fixture from './fixture.task.ts';
import { makeWorkerPool, type PoolOptions } from './pool.ts';
import { workerTask } from './task.ts';

const module = new URL('./fixture.task.ts', import.meta.url);
const task = workerTask<typeof fixture>({ name: 'test', module, deadlineMs: 60_000 });

function pool(options: PoolOptions = {}) {
  const made = makeWorkerPool({ threads: 1, ...options });
  onTestFinished(() => made.close());
  const echo = (value: unknown, customer = 'a', signal?: AbortSignal) =>
    made.run(task, { do: 'echo', value }, { customer, ...(signal && { signal }) });
  return { ...made, echo };
}

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
