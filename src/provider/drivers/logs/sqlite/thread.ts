import { workerData } from 'node:worker_threads';
import { respond } from '../../../../lib/node/thread.ts';
import { makeReader } from './read.ts';
import { openLogs } from './schema.ts';
import { makeWriter } from './write.ts';

/** What a thread is started with. */
export interface ThreadData {
  file: string;
  role: 'write' | 'read';
}
export interface Request {
  method: string;
  args: unknown[];
}

const { file, role } = workerData as ThreadData; // of store.ts
const db = openLogs(file, role);
const methods = (role === 'write' ? makeWriter(db) : makeReader(db)) as unknown as Record<string, (...args: unknown[]) => unknown>; // `Request` names them
// One transaction a read: counted hours and their marks belong together.
const run = db.transaction((method: string, args: unknown[]) => methods[method]?.(...args));

respond<Request>(({ method, args }) => (role === 'read' ? run(method, args) : methods[method]?.(...args)));
