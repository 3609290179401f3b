import { constants, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { TaskModule } from './task.ts';

/** A job, as sent by the pool. */
export interface Order {
  module: string;
  input: unknown;
}
export type Reply = { output: unknown } | { error: unknown };

// Requests come first where cores are few. Only Linux has a priority for each thread; elsewhere it would be that of the process.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// The body of a pool thread: runs one job at a time until the pool terminates it.
parentPort?.on('message', async ({ module, input }: Order) => {
  const reply = (message: Reply) => parentPort?.postMessage(message);
  try {
    const { run } = (await import(module)) as TaskModule<unknown, unknown>; // `workerTask` has checked the module's type
    reply({ output: await run(input) });
  } catch (error) {
    reply({ error });
  }
});
