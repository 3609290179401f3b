import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

interface Flush {
  running: Promise<void>;
  /** Of those that asked while it ran: what they wrote may not be part of it. */
  next: Promise<void> | null;
}

/** Makes folders and flushes their entries. Callers that wait for the same folder share a flush. */
export class Folders {
  readonly #durable: boolean;
  readonly #there = new Set<string>();
  readonly #flushes = new Map<string, Flush>();
  constructor(durable: boolean) {
    this.#durable = durable;
  }

  async make(folder: string): Promise<void> {
    if (this.#there.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const parent of [dirname(folder), dirname(dirname(folder))]) await this.flush(parent);
    this.#there.add(folder);
  }

  /** A new, replaced or deleted name is durable only after this. */
  flush(folder: string): Promise<void> {
    if (!this.#durable) return Promise.resolve();
    const current = this.#flushes.get(folder);
    if (!current) return this.#start(folder);
    current.next ??= current.running.catch(() => {}).then(() => this.#start(folder));
    return current.next;
  }

  #start(folder: string): Promise<void> {
    const flush: Flush = { running: sync(folder), next: null };
    this.#flushes.set(folder, flush);
    const done = () => {
      if (flush.next === null) this.#flushes.delete(folder);
    };
    flush.running.then(done, done);
    return flush.running;
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
