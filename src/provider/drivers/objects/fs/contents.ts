import { S3Error } from '../s3Error.ts';
import type { Blobs, Written } from './blobs.ts';
import type { Body } from './body.ts';
import type { Catalog } from './catalog.ts';
import type { Blob, ObjectRow } from './catalogRows.ts';
import { diskFull } from './failure.ts';
import type { Publisher } from './publisher.ts';
import type { Sealing } from './sealing.ts';

/** Bytes of the disk that uploads leave free, or 2 % of a small disk. */
const RESERVE = 64 * 1024 ** 2;

/**
 * The contents of objects and parts on the disk: written before the rows that refer to them, and deleted after those rows and the last
 * reader are gone.
 */
export class Contents {
  readonly #catalog: Catalog;
  readonly #blobs: Blobs;
  readonly #publisher: Publisher;
  readonly #clock: () => number;
  readonly #sealingKey: Buffer;
  /** Readers by blob: a blob in use is deleted after the last reader has finished. */
  readonly #readers = new Map<string, number>();
  readonly #pending = new Set<string>();

  /** @param sealingKey of the installation, for SSE-S3 */
  constructor(catalog: Catalog, blobs: Blobs, publisher: Publisher, clock: () => number, sealingKey: Buffer) {
    this.#catalog = catalog;
    this.#blobs = blobs;
    this.#publisher = publisher;
    this.#clock = clock;
    this.#sealingKey = sealingKey;
  }

  /** The bytes from `start` to `end` (inclusive). Reads to the end even if the object is deleted in the meantime. @param key of SSE-C */
  read({ blobs, encryption }: Pick<ObjectRow, 'blobs' | 'encryption'>, start: number, end: number, key: Buffer | null = null): Body {
    const done = this.use(blobs);
    const bytes = this.#blobs.read(blobs, start, end, encryption?.mode === 'SSE-S3' ? this.#sealingKey : key);
    return (async function* () {
      try {
        yield* bytes;
      } finally {
        done();
      }
    })();
  }

  /**
   * The last free space is for the index and for deletions, so that customers and operators can make room again.
   * @param length bytes. @throws S3Error InsufficientStorage
   */
  async ensureSpace(length: number): Promise<void> {
    const { free, total } = await this.#blobs.diskSpace();
    if (free - length < Math.min(RESERVE, total / 50)) throw diskFull();
  }

  async write(body: Body, length: number | null, limit: number, tooMuch: () => Error, sealing: Sealing | null): Promise<Written> {
    await this.ensureSpace(length ?? 0);
    const id = this.#blobs.newId();
    this.#catalog.relaxed(() => this.#catalog.addLoose(id, this.#clock()));
    try {
      return await this.#blobs.write(id, body, limit, tooMuch, sealing?.key);
    } catch (error) {
      await this.discard([id]);
      throw error;
    }
  }

  /** Copies of blobs without reading them. @returns theirs, in the same order */
  async link(blobs: readonly Blob[]): Promise<string[]> {
    await this.ensureSpace(0);
    const ids = blobs.map(() => this.#blobs.newId());
    try {
      this.#catalog.relaxed(() => {
        for (const id of ids) this.#catalog.addLoose(id, this.#clock());
      });
      for (const [index, { id }] of blobs.entries()) await this.#blobs.link(id, ids[index] ?? '');
    } catch (error) {
      await this.discard(ids);
      throw error;
    }
    return ids;
  }

  /** Takes a written blob for an object or a part, in a transaction. @throws S3Error SlowDown */
  claim(blob: string): void {
    if (!this.#catalog.claim(blob)) throw new S3Error('SlowDown', 'The upload took too long. Please try again.');
  }

  /**
   * Commits, publishes the manifests of `keys`, then deletes unreferenced blobs; if the commit fails, deletes the new blobs instead.
   * @throws also when the commit succeeded and a manifest can't be written: the outcome isn't acknowledged, as after a lost connection
   */
  async commit<T>(space: string, keys: readonly string[], fresh: readonly string[], work: () => { result: T; gone: string[] }): Promise<T> {
    let done: { result: T; gone: string[] };
    try {
      done = this.#catalog.transaction(work);
    } catch (error) {
      await this.discard(fresh);
      throw error;
    }
    await this.#publisher.publish(space, keys);
    await this.discard(done.gone);
    return done.result;
  }

  /** Marks blobs to be deleted, in a transaction. @returns their names, for `commit` */
  loosen(blobs: readonly Blob[]): string[] {
    for (const { id } of blobs) this.#catalog.addLoose(id, 0);
    return blobs.map(({ id }) => id);
  }

  /** If this fails, the sweep deletes them. */
  async discard(ids: readonly string[]): Promise<void> {
    for (const id of ids)
      try {
        if (this.#readers.has(id)) this.#pending.add(id);
        else {
          await this.#blobs.remove(id);
          this.#catalog.relaxed(() => this.#catalog.removeLoose(id));
        }
      } catch {}
  }

  /** Keeps blobs until the returned function is called. */
  use(blobs: readonly Blob[]): () => void {
    for (const { id } of blobs) this.#readers.set(id, (this.#readers.get(id) ?? 0) + 1);
    return () => {
      const free: string[] = [];
      for (const { id } of blobs) {
        const left = (this.#readers.get(id) ?? 1) - 1;
        if (left > 0) this.#readers.set(id, left);
        else {
          this.#readers.delete(id);
          if (this.#pending.delete(id)) free.push(id);
        }
      }
      void this.discard(free);
    };
  }
}
