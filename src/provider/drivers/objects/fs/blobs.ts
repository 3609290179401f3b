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
 * The contents of the objects, one file each. A blob's name is random and says nothing of the object's key, so no key can name a file,
 * whatever it contains.
 */
export class Blobs {
  readonly #folder: string;
  readonly #durable: boolean;
  /** Folders that exist, by the first two letters of a blob's name. */
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
   * Writes a body as it arrives and returns when it is on the disk. Nothing is left when the body fails.
   * @param limit bytes. @param tooLarge what is thrown beyond it
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

  /** Gives a blob a second name: blobs never change, so nothing is copied where the file system has hard links. */
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

  /** The bytes from `start` to `end` (inclusive) of blobs that follow each other. */
  async *read(blobs: readonly Blob[], start: number, end: number): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { id, size } of blobs) {
      const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, size - 1)];
      offset += size;
      if (from > to) continue;
      yield* createReadStream(this.#path(id), { start: from, end: to, highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>; // no encoding is set
    }
  }

  /** One that does not exist is removed too. */
  remove = (id: string): Promise<void> => rm(this.#path(id), { force: true });
}

/** A new name is safe only when its folder is on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
