import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blob } from './catalog.ts';

export interface Written extends Blob {
  /** MD5 in hex. */
  md5: string;
}

/**
 * The contents of objects, one file each. Blob names are random and don't depend on object keys, so a key can't refer to a file,
 * whatever it contains.
 */
export class Blobs {
  readonly #folder: string;
  readonly #durable: boolean;
  /** Existing folders, by the first two letters of a blob's name. */
  readonly #there = new Set<string>();
  constructor(folder: string, durable: boolean) {
    this.#folder = join(folder, 'blobs');
    this.#durable = durable;
  }

  newId = (): string => randomUUID();
  #folderOf = (id: string) => join(this.#folder, id.slice(0, 2));
  #path = (id: string) => join(this.#folderOf(id), id);

  async #makeFolder(id: string): Promise<string> {
    const folder = this.#folderOf(id);
    if (!this.#there.has(folder)) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (this.#durable) await syncFolder(this.#folder);
      this.#there.add(folder);
    }
    return folder;
  }

  /**
   * Streams a body to disk and returns after it is flushed. A failed body leaves no file.
   * @param limit bytes. @param tooLarge the error to throw above the limit
   */
  async write(id: string, body: AsyncIterable<Uint8Array>, limit: number, tooLarge: () => Error): Promise<Written> {
    const folder = await this.#makeFolder(id);
    const hash = createHash('md5');
    let size = 0;
    const file = await open(this.#path(id), 'wx', 0o600);
    try {
      for await (const chunk of body) {
        size += chunk.byteLength;
        if (size > limit) throw tooLarge();
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      if (this.#durable) await file.sync();
    } catch (error) {
      await file.close();
      await this.remove(id);
      throw error;
    }
    await file.close();
    if (this.#durable) await syncFolder(folder);
    return { id, size, md5: hash.digest('hex') };
  }

  /** Adds a second name for a blob: blobs never change, so nothing is copied if the file system supports hard links. */
  async link(from: string, to: string): Promise<void> {
    const folder = await this.#makeFolder(to);
    try {
      await link(this.#path(from), this.#path(to));
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (isMissing) throw error;
      await copyFile(this.#path(from), this.#path(to), constants.COPYFILE_EXCL);
    }
    if (this.#durable) await syncFolder(folder);
  }

  /** The bytes from `start` to `end` (inclusive) of consecutive blobs. */
  async *read(blobs: readonly Blob[], start: number, end: number): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { id, size } of blobs) {
      const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, size - 1)];
      offset += size;
      if (from > to) continue;
      yield* createReadStream(this.#path(id), { start: from, end: to, highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>; // no encoding is set
    }
  }

  /** Succeeds for missing blobs too. */
  remove = (id: string): Promise<void> => rm(this.#path(id), { force: true });
}

/** A new name is durable only after its folder is flushed too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
