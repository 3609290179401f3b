import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Thread } from '../../../../lib/node/thread.ts';
import type { LogStore } from '../logs.ts';
import { toLogRow } from '../rows.ts';
import type { Reader } from './read.ts';
import type { Request, ThreadData } from './thread.ts';
import type { IngestedBatch, Writer } from './write.ts';

/** A thread of its own on the file. It starts on the first request, and again after a crash, which fails what it was asked. */
function threadOn(workerData: ThreadData) {
  let running: Thread | null = null;
  const start = () => {
    const thread: Thread = new Thread(new URL('./thread.ts', import.meta.url), { workerData }, () => {
      if (running === thread) running = null;
    });
    return thread;
  };
  return {
    request(method: string, ...args: unknown[]): Promise<unknown> {
      running ??= start();
      return running.request({ method, args } satisfies Request);
    },
    async end(): Promise<void> {
      const thread = running;
      running = null;
      await thread?.end(new Error('the log store is closed'));
    },
  };
}

/** Lines that one transaction stores at most, so that reads of what was stored never wait for long. */
const MAX_TOGETHER = 20_000;

/** The embedded log store: one SQLite file, with a thread that writes and one that reads. */
export function sqliteLogs(file: string): LogStore & { crash(): Promise<void> } {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const writing = threadOn({ file, role: 'write' });
  const reading = threadOn({ file, role: 'read' });
  const write = <K extends keyof Writer>(method: K, ...args: Parameters<Writer[K]>) =>
    writing.request(method, ...args) as Promise<ReturnType<Writer[K]>>; // the thread calls this method
  // A reader can't create the file.
  let ready: Promise<void> | null = null;
  const read = async <K extends keyof Reader>(method: K, ...args: Parameters<Reader[K]>) => {
    ready ??= write('forget', '');
    await ready.catch((error: unknown) => {
      ready = null;
      throw error;
    });
    return reading.request(method, ...args) as Promise<ReturnType<Reader[K]>>; // as above
  };
  /** Batches that arrive while others are stored: a fleet sends hundreds a second, and each commit waits for the disk. */
  const waiting: { batch: IngestedBatch; done: (accepted: number) => void; fail: (error: unknown) => void }[] = [];
  let isStoring = false;
  async function store(): Promise<void> {
    isStoring = true;
    while (waiting.length > 0) {
      let [lines, count] = [0, 0];
      for (const { batch } of waiting) {
        lines += batch.rows.length;
        if (count > 0 && lines > MAX_TOGETHER) break;
        count++;
      }
      const together = waiting.splice(0, count);
      try {
        const results = await write(
          'ingest',
          together.map(({ batch }) => batch),
        );
        for (const [i, { done, fail }] of together.entries()) {
          const result = results[i];
          if (typeof result === 'number') done(result);
          else fail(result);
        }
      } catch (error) {
        for (const { fail } of together) fail(error);
      }
    }
    isStoring = false;
  }
  return {
    ingest: ({ id, lines, receivedAt }) =>
      new Promise((done, fail) => {
        const batch = { id, receivedAt, rows: lines.map(toLogRow) };
        waiting.push({ batch, done: (accepted) => done({ accepted }), fail });
        if (!isStoring) void store();
      }),
    // The panel asks for these on its first pages: without an edge there is no file, and no thread is started.
    sums: async (range, step, filters = []) => (existsSync(file) ? read('sums', range, step, filters) : []),
    hours: async (range) => (existsSync(file) ? read('hours', range) : []),
    top: (range, dim, limit, filters = []) => read('top', range, dim, limit, filters),
    countries: async (range, filters = [], dim = 'client') => (existsSync(file) ? read('countries', range, filters, dim) : []),
    events: (query) => read('events', query),
    find: (id, domainId) => read('find', id, domainId),
    // Without an edge there is no file, and no thread is started for it.
    prune: async (now) => void (existsSync(file) && (await write('prune', now))),
    forget: async (domainId) => void (existsSync(file) && (await write('forget', domainId))),
    size: () => read('size'),
    /** Ends the writing thread in the middle of its work, as a crash would. For tests. */
    crash: () => writing.end(),
    async close() {
      await Promise.all([writing.end(), reading.end()]);
    },
  };
}
