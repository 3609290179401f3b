import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** A file that a process has written completely, under a name of its own. */
export interface NewFile {
  /** Its name in the cache, and the one under which it was written. */
  name: string;
  part: string;
  bytes: number;
  /** Epoch ms when its copy was requested from the origin. */
  requestedAt: number;
  /** Whether it has the header names that the copies of a key vary with, instead of a copy. */
  isVariants: boolean;
}

/** Who decides which files are in the folder of the disk cache. */
export interface FileOwner {
  /** False: there is no such file. */
  mayHave(name: string): boolean;
  /** @returns whether the file is in the cache now; if not, it is deleted */
  store(file: NewFile): Promise<boolean>;
  /**
   * A newer copy, requested at this time, is in the memory of a process: an older file is deleted, and none is stored any more.
   * @param isVariants it has variants, so a file of their header names stays
   */
  replace(name: string, requestedAt: number, isVariants: boolean): void;
  /** A file was read: those that weren't for the longest time make room. */
  use(name: string): void;
}

const maxReplaced = 100_000;

/**
 * The files of the disk cache, which all processes of an edge read and one owns: the newest copy of a key is the one in the folder,
 * whatever the order in which processes write. Starts empty: what an earlier run has left is deleted.
 */
export class CacheFiles implements FileOwner {
  readonly #folder: string;
  readonly #files: LRUCache<string, NewFile>;
  /** When the newest copy of a name was requested. */
  readonly #newest = new LRUCache<string, number>({ max: maxReplaced });
  /** Changes of the folder, one after another: what deletes a file can't delete the one that follows it. */
  #changes: Promise<unknown> = Promise.resolve();
  #isClearing = false;

  constructor(folder: string, bytes: number) {
    this.#folder = folder;
    this.#files = new LRUCache({
      maxSize: Math.max(1, bytes),
      sizeCalculation: (file) => file.bytes,
      dispose: ({ name }, _, reason) => void (reason === 'set' || this.#isClearing || this.#delete(name)),
    });
  }

  /** Bytes on the disk. */
  get bytes(): number {
    return this.#files.calculatedSize;
  }

  async clear(): Promise<void> {
    this.#isClearing = true;
    this.#files.clear();
    this.#isClearing = false;
    // A disk that can't be written only costs copies. Files that stay aren't in the list.
    await this.#change(async () => {
      await rm(this.#folder, { recursive: true, force: true }).catch(() => {});
      await this.#makeFolder();
    });
  }

  mayHave(name: string): boolean {
    return this.#files.has(name);
  }

  async store(file: NewFile): Promise<boolean> {
    const { name, part, requestedAt } = file;
    const path = join(this.#folder, part);
    return this.#change(async () => {
      const isNewest = requestedAt >= (this.#newest.get(name) ?? 0);
      const isStored =
        isNewest &&
        (await rename(path, join(this.#folder, name)).then(
          () => true,
          () => false,
        ));
      if (!isStored) {
        await rm(path, { force: true }).catch(() => {});
        if (isNewest) await this.#makeFolder();
        return false;
      }
      this.#newest.set(name, requestedAt);
      this.#files.set(name, file);
      // Larger than the limit.
      if (!this.#files.has(name)) this.#delete(name);
      return this.#files.has(name);
    });
  }

  replace(name: string, requestedAt: number, isVariants: boolean): void {
    if (requestedAt < (this.#newest.get(name) ?? 0)) return;
    this.#newest.set(name, requestedAt);
    if (!isVariants || !this.#files.peek(name)?.isVariants) this.#files.delete(name);
  }

  use(name: string): void {
    this.#files.get(name);
  }

  /** Deletes what a process that has ended hasn't completed. */
  async sweep(pid: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(partSuffix(pid))))
      await rm(join(this.#folder, name), { force: true }).catch(() => {});
  }

  #delete(name: string): void {
    // A file that can't be deleted is deleted by the next start.
    void this.#change(async () => {
      if (!this.#files.has(name)) await rm(join(this.#folder, name), { force: true }).catch(() => {});
    });
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch(() => {});
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#changes.then(work);
    this.#changes = done.catch(() => {});
    return done;
  }
}

/** How the names of files end that a process hasn't completed. */
export const partSuffix = (pid: number): string => `.${pid}.part`;
