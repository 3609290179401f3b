import { parentPort, workerData } from 'node:worker_threads';
import { makeReader } from './read.ts';
import { openLogs } from './schema.ts';
import { makeWriter } from './write.ts';

/** What a thread is started with. */
export interface ThreadData {
  file: string;
  role: 'write' | 'read';
}
export interface Request {
  id: number;
  method: string;
  args: unknown[];
}
export type Response = { id: number; output: unknown } | { id: number; error: unknown };

const { file, role } = workerData as ThreadData; // of store.ts
const db = openLogs(file, role);
const methods = (role === 'write' ? makeWriter(db) : makeReader(db)) as unknown as Record<string, (...args: unknown[]) => unknown>; // `Request` names them
// One transaction a read: counted hours and their marks belong together.
const run = db.transaction((method: string, args: unknown[]) => methods[method]?.(...args));

parentPort?.on('message', ({ id, method, args }: Request) => {
  try {
    parentPort?.postMessage({ id, output: role === 'read' ? run(method, args) : methods[method]?.(...args) } satisfies Response);
  } catch (error) {
    parentPort?.postMessage({ id, error } satisfies Response);
  }
});
