import type { Catalog } from './catalog.ts';
import { NULL_VERSION, type ObjectRow, type SpaceRow } from './catalogRows.ts';
import type { Contents } from './contents.ts';
import { noSuchSpace, overQuota } from './limits.ts';
import type { Sealing } from './sealing.ts';
import { newVersionId } from './versionIds.ts';

/** Throws if the existing object, if any, must not be replaced. */
export type Condition = (existing: ObjectRow | undefined) => void;
export type NewVersion = Omit<ObjectRow, 'version' | 'isMarker'>;

/** Adds versions to spaces, as their size, versioning and encryption say. */
export class SpaceWriter {
  readonly #catalog: Catalog;
  readonly #contents: Contents;
  readonly #sealingKey: Buffer;
  constructor(catalog: Catalog, contents: Contents, sealingKey: Buffer) {
    this.#catalog = catalog;
    this.#contents = contents;
    this.#sealingKey = sealingKey;
  }

  /** @throws S3Error NoSuchBucket */
  space(name: string): SpaceRow {
    const space = this.#catalog.space(name);
    if (!space) throw noSuchSpace();
    return space;
  }

  /** How the space encrypts what comes without a wish; null: not at all. */
  defaultSealing(space: string): Sealing | null {
    return this.space(space).encryption === null ? null : { encryption: { mode: 'SSE-S3' }, key: this.#sealingKey };
  }

  /** Bytes available in the space if `freed` bytes are replaced. */
  room(space: string, freed: number): number {
    const { quota, bytes } = this.space(space);
    return quota - bytes + freed;
  }

  /**
   * Runs in a transaction. @param counted bytes of the new object that the space already counts, as parts
   * @param fresh blobs that were written for it
   */
  replace(
    space: string,
    object: NewVersion,
    counted: number,
    fresh: readonly string[],
    condition?: Condition,
  ): { result: ObjectRow; gone: string[] } {
    condition?.(this.#catalog.object(space, object.key));
    if (object.size - counted > this.room(space, this.replaced(space, object.key)?.size ?? 0)) throw overQuota();
    const added = this.add(space, object, false, counted);
    for (const id of fresh) this.#contents.claim(id);
    return added;
  }
  /** Adds the newest version of a key, which may replace one. */
  add(space: string, input: NewVersion, isMarker: boolean, counted: number): { result: ObjectRow; gone: string[] } {
    const replaced = this.replaced(space, input.key);
    const newest = this.#catalog.newest(space, input.key);
    // Caches and backups compare times: a clock that was set back must not make a newer version look older.
    const earliest = newest && newest.version !== replaced?.version ? newest.modified + 1 : (newest?.modified ?? 0);
    const modified = Math.max(input.modified, earliest);
    const version = this.space(space).versioning === 'Enabled' ? newVersionId(modified) : NULL_VERSION;
    const result = { ...input, modified, version, isMarker };
    this.#catalog.setObject(space, result);
    this.#catalog.count(space, result.size - counted - (replaced?.size ?? 0), replaced ? 0 : 1);
    return { result, gone: replaced ? this.#contents.loosen(replaced.blobs) : [] };
  }
  /** The version that the next one of this key replaces. */
  replaced(space: string, key: string): ObjectRow | undefined {
    return this.space(space).versioning === 'Enabled' ? undefined : this.#catalog.version(space, key, NULL_VERSION);
  }
}
