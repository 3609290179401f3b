import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { writeAtomically } from '../control/store.ts';
import { type Copy, completed } from './copies.ts';

/** A file that can't be deleted is deleted by the next start. */
const discard = (file: string): void => void rm(file, { force: true }).catch(() => {});

/** Copies on the disk, one file each: a line of JSON, then the body. Starts empty: what an earlier run has left is deleted. */
export class DiskTier {
  readonly #folder: string;
  readonly #files: LRUCache<string, { file: string; bytes: number; crc: number }>;

  /** Copies whose files aren't complete yet. */
  readonly #writing = new Map<string, Copy>();

  constructor(folder: string, bytes: number) {
    this.#folder = folder;
    this.#files = new LRUCache({
      maxSize: Math.max(1, bytes),
      sizeCalculation: (one) => one.bytes,
      dispose: ({ file }) => discard(file),
    });
  }

  async clear(): Promise<void> {
    this.#writing.clear();
    this.#files.clear();
    // A disk that can't be written only costs copies. Files that stay aren't in the list, so they aren't served.
    await rm(this.#folder, { recursive: true, force: true }).catch(() => {});
    await this.#makeFolder();
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch(() => {});
  }

  async put(copy: Copy): Promise<void> {
    const { body, answer: _, ...rest } = copy;
    this.drop(copy.key);
    // Each copy has a file of its own, so that deleting an older one can't delete it.
    const file = join(this.#folder, randomUUID());
    this.#writing.set(copy.key, copy);
    const line = Buffer.from(`${JSON.stringify(rest)}\n`);
    const content = Buffer.concat([line, body]);
    const isWritten = await writeAtomically(file, content).then(
      () => true,
      async () => {
        await this.#makeFolder();
        return false;
      },
    );
    const isCurrent = this.#writing.get(copy.key) === copy;
    if (isCurrent) this.#writing.delete(copy.key);
    if (isWritten && isCurrent) this.#files.set(copy.key, { file, bytes: content.length, crc: crc32(content) });
    // Another copy has replaced it meanwhile, or it is larger than the limit.
    if (this.#files.get(copy.key)?.file !== file) discard(file);
  }

  has(key: string): boolean {
    return this.#writing.has(key) || this.#files.has(key);
  }

  async take(key: string): Promise<Copy | null> {
    const writing = this.#writing.get(key);
    if (writing) return writing;
    const found = this.#files.get(key);
    if (!found) return null;
    const bytes = await readFile(found.file).catch(() => null);
    if (!bytes || crc32(bytes) !== found.crc) return null;
    const end = bytes.indexOf(10);
    const copy = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<Copy, 'answer' | 'body'>; // as `put` wrote it, by its checksum
    return copy.key === key ? completed({ ...copy, body: bytes.subarray(end + 1) }) : null;
  }

  drop(key: string): void {
    this.#writing.delete(key);
    this.#files.delete(key);
  }
}
