import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, link, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Blob } from './catalogRows.ts';
import { Folders } from './folders.ts';
import { keyMissing, sealed, sealedSize, unsealed } from './sealing.ts';

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
  readonly #folders: Folders;
  constructor(folder: string, durable: boolean) {
    this.#folder = join(folder, 'blobs');
    this.#durable = durable;
    this.#folders = new Folders(durable);
  }

  newId = (): string => randomUUID();
  #folderOf = (id: string) => join(this.#folder, id.slice(0, 2));
  #path = (id: string) => join(this.#folderOf(id), id);

  async #makeFolder(id: string): Promise<string> {
    const folder = this.#folderOf(id);
    await this.#folders.make(folder);
    return folder;
  }

  /**
   * Streams a body to disk and returns after it is flushed. A failed body leaves no file.
   * @param limit bytes. @param tooLarge the error to throw above the limit. @param key encrypts the file; its salt is the ID
   */
  async write(
    id: string,
    body: AsyncIterable<Uint8Array>,
    limit: number,
    tooLarge: () => Error,
    key: Buffer | null = null,
  ): Promise<Written> {
    const folder = await this.#makeFolder(id);
    const hash = createHash('md5');
    let size = 0;
    async function* counted() {
      for await (const chunk of body) {
        size += chunk.byteLength;
        if (size > limit) throw tooLarge();
        hash.update(chunk);
        yield chunk;
      }
    }
    const file = await open(this.#path(id), 'wx', 0o600);
    try {
      for await (const chunk of key ? sealed(counted(), key, id) : counted()) await file.writeFile(chunk);
      if (this.#durable) await Promise.all([file.sync(), this.#folders.flush(folder)]);
    } catch (error) {
      await file.close();
      await this.remove(id);
      throw error;
    }
    await file.close();
    return { id, size, md5: hash.digest('hex'), ...(key && { salt: id }) };
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
    await this.#folders.flush(folder);
  }

  /** The bytes from `start` to `end` (inclusive) of consecutive blobs. @param key of encrypted ones */
  async *read(blobs: readonly Blob[], start: number, end: number, key: Buffer | null = null): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const { id, size, salt } of blobs) {
      const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, size - 1)];
      offset += size;
      if (from > to) continue;
      const file = (first: number, last: number) =>
        createReadStream(this.#path(id), { start: first, end: last, highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>; // no encoding is set
      if (salt === undefined) yield* file(from, to);
      else yield* unsealed(file, { size, salt }, from, to, key ?? fail(keyMissing()));
    }
  }

  /** Succeeds for missing blobs too. */
  remove = (id: string): Promise<void> => rm(this.#path(id), { force: true });

  /** Bytes of the disk. */
  async diskSpace(): Promise<{ free: number; total: number }> {
    const { bavail, blocks, bsize } = await statfs(dirname(this.#folder));
    return { free: bavail * bsize, total: blocks * bsize };
  }

  /** Whether a blob is there, with all its bytes. */
  async isWhole(blob: Blob): Promise<boolean> {
    return (await stat(this.#path(blob.id)).catch(missing))?.size === storedSize(blob);
  }

  /** The names of all blobs, one folder at a time. */
  async *names(): AsyncGenerator<string[]> {
    for (const folder of (await readdir(this.#folder).catch(missing)) ?? []) yield await readdir(join(this.#folder, folder));
  }
}

/** Bytes of a blob's file. */
export const storedSize = ({ size, salt }: Pick<Blob, 'size' | 'salt'>): number => (salt === undefined ? size : sealedSize(size));

/** For `catch`: null if there is no such file. */
export function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const fail = (error: Error): never => {
  throw error;
};
