import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import CachePolicy from 'http-cache-semantics';
import type { Copy } from './cache.ts';
import { Lru } from './lru.ts';
import { writeAtomically } from './store.ts';

/** Copies on the disk, one file each: a line of JSON, then the body. Starts empty: what an earlier run has left is deleted. */
export class DiskTier {
  readonly #folder: string;
  readonly #files: Lru<{ file: string; bytes: number }>;

  /** Copies whose files aren't complete yet. */
  readonly #writing = new Map<string, Copy>();

  constructor(folder: string, bytes: number) {
    this.#folder = folder;
    this.#files = new Lru(
      bytes,
      (one) => one.bytes,
      (_, { file }) => void rm(file, { force: true }),
    );
  }

  async clear(): Promise<void> {
    this.#writing.clear();
    for (const { file } of this.#files.values()) this.#files.delete(file);
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  async put(copy: Copy): Promise<void> {
    const { body, policy, ...rest } = copy;
    this.drop(copy.key);
    // Each copy has a file of its own, so that deleting an older one can't delete it.
    const file = join(this.#folder, randomUUID());
    this.#writing.set(copy.key, copy);
    const line = Buffer.from(`${JSON.stringify({ ...rest, policy: policy.toObject() })}\n`);
    // A full disk only costs copies.
    const isWritten = await writeAtomically(file, Buffer.concat([line, body])).then(
      () => true,
      () => false,
    );
    const isCurrent = this.#writing.get(copy.key) === copy;
    if (isCurrent) this.#writing.delete(copy.key);
    if (isWritten && isCurrent) this.#files.set(copy.key, { file, bytes: line.length + body.length });
    else await rm(file, { force: true });
  }

  async take(key: string): Promise<Copy | null> {
    const writing = this.#writing.get(key);
    if (writing) return writing;
    const found = this.#files.get(key);
    if (!found) return null;
    const bytes = await readFile(found.file).catch(() => null);
    const end = bytes?.indexOf(10) ?? -1;
    if (!bytes || end < 0) return null;
    const { policy, ...copy } = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<Copy, 'policy' | 'body'> & {
      policy: CachePolicy.CachePolicyObject;
    }; // written above
    return copy.key === key ? { ...copy, policy: CachePolicy.fromObject(policy), body: bytes.subarray(end + 1) } : null;
  }

  drop(key: string): void {
    this.#writing.delete(key);
    const found = this.#files.get(key);
    if (!found) return;
    this.#files.delete(key);
    void rm(found.file, { force: true });
  }
}
