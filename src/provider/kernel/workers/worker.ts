import { constants, platform, setPriority } from 'node:os';
import { respond } from '../../../lib/node/thread.ts';
import type { TaskModule } from './task.ts';

/** A job, as sent by the pool. */
export interface Order {
  module: string;
  input: unknown;
}

// Requests come first where cores are few. Only Linux has a priority for each thread; elsewhere it would be that of the process.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// The body of a pool thread: runs one job at a time until the pool terminates it.
respond<Order>(async ({ module, input }) => {
  const { run } = (await import(module)) as TaskModule<unknown, unknown>; // `workerTask` has checked the module's type
  return run(input);
});
