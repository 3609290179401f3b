import { threadId } from 'node:worker_threads';

/** The tasks that pool.test.ts runs in a thread. */
export type Deed = { do: 'echo'; value: unknown } | { do: 'threadId' | 'hang' | 'throw' | 'exit' | 'uncaught' };

export function run(deed: Deed): unknown {
  switch (deed.do) {
    case 'echo':
      return deed.value;
    case 'threadId':
      return threadId;
    case 'hang':
      for (;;);
    case 'throw':
      throw new RangeError('thrown by the task');
    case 'exit':
      return process.exit(3);
    case 'uncaught':
      // Outside the promise that `run` returns, like an error in a library.
      setTimeout(() => {
        throw new Error('uncaught in the thread');
      });
      return new Promise(() => {});
  }
}
