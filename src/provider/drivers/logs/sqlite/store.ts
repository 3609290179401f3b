import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LogStore } from '../logs.ts';
import type { Reader } from './read.ts';
import { rowOf } from './schema.ts';
import type { Request, Response, ThreadData } from './thread.ts';
import type { Writer } from './write.ts';

/** A thread of its own on the file. It starts on the first request, and again after a crash, which fails what it was asked. */
class Thread {
  readonly #data: ThreadData;
  readonly #waiting = new Map<number, { resolve(output: unknown): void; reject(error: unknown): void }>();
  #worker: Worker | null = null;
  #last = 0;
  constructor(data: ThreadData) {
    this.#data = data;
  }

  ask(method: string, ...args: unknown[]): Promise<unknown> {
    const worker = this.#start();
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // The process must not end while something is asked, and may while nothing is.
      worker.ref();
      worker.postMessage({ id, method, args } satisfies Request);
    });
  }

  async end(): Promise<void> {
    const worker = this.#worker;
    this.#fail(new Error('the log store is closed'));
    await worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(join(import.meta.dirname, 'thread.ts'), { workerData: this.#data });
    this.#worker = worker;
    worker.on('message', (response: Response) => {
      const asked = this.#waiting.get(response.id);
      this.#waiting.delete(response.id);
      if (this.#waiting.size === 0) worker.unref();
      if ('error' in response) asked?.reject(response.error);
      else asked?.resolve(response.output);
    });
    const lost = (error: unknown) => this.#worker === worker && this.#fail(error);
    worker.on('error', lost);
    worker.on('exit', (code) => lost(new Error(`the thread of the log store ended with code ${code}`)));
    return worker;
  }

  #fail(error: unknown): void {
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** The embedded log store: one SQLite file, with a thread that writes and one that reads. */
export function sqliteLogs(file: string): LogStore & { crash(): Promise<void> } {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const writing = new Thread({ file, role: 'write' });
  const reading = new Thread({ file, role: 'read' });
  const write = <K extends keyof Writer>(method: K, ...args: Parameters<Writer[K]>) =>
    writing.ask(method, ...args) as Promise<ReturnType<Writer[K]>>; // the thread calls this method
  // A reader can't create the file.
  let ready: Promise<void> | null = null;
  const read = async <K extends keyof Reader>(method: K, ...args: Parameters<Reader[K]>) => {
    ready ??= write('forget', '');
    await ready.catch((error: unknown) => {
      ready = null;
      throw error;
    });
    return reading.ask(method, ...args) as Promise<ReturnType<Reader[K]>>; // as above
  };
  return {
    async ingest({ id, lines, receivedAt }) {
      return { accepted: await write('ingest', id, receivedAt, lines.map(rowOf)) };
    },
    // The panel asks for these on its first pages: without an edge there is no file, and no thread is started.
    sums: async (range, step, filters = []) => (existsSync(file) ? read('sums', range, step, filters) : []),
    hours: async (range) => (existsSync(file) ? read('hours', range) : []),
    top: (range, dim, limit, filters = []) => read('top', range, dim, limit, filters),
    countries: async (range, filters = [], dim = 'client') => (existsSync(file) ? read('countries', range, filters, dim) : []),
    events: (query) => read('events', query),
    find: (id, domainId) => read('find', id, domainId),
    // Without an edge there is no file, and no thread is started for it.
    keep: async (now) => void (existsSync(file) && (await write('keep', now))),
    forget: async (domainId) => void (existsSync(file) && (await write('forget', domainId))),
    size: () => read('size'),
    /** Ends the writing thread in the middle of its work, as a crash would. For tests. */
    crash: () => writing.end(),
    async close() {
      await Promise.all([writing.end(), reading.end()]);
    },
  };
}
