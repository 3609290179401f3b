import { DAY } from '../../../../lib/time.ts';
import { S3Error } from '../s3Error.ts';
import type { Blobs, Written } from './blobs.ts';
import { type Body, bodyChecksum } from './body.ts';
import type { Catalog } from './catalog.ts';
import { type Blob, type Meta, NULL_VERSION, type ObjectRow, type SpaceRow } from './catalogRows.ts';
import type { Checksum } from './checksums.ts';
import { Contents } from './contents.ts';
import { computeEtag } from './etags.ts';
import { limits, noSuchKey, overQuota, tooLarge } from './limits.ts';
import type { Manifests } from './manifests.ts';
import { Publisher } from './publisher.ts';
import type { Sealing } from './sealing.ts';
import { type Condition, SpaceWriter } from './spaceWriter.ts';
import { Uploads } from './uploads.ts';
import { checkVersionId } from './versionIds.ts';

const markerHeaders = ({ version }: ObjectRow) => ({ 'x-amz-delete-marker': 'true', 'x-amz-version-id': version });

/** What to delete. @property version undefined: what clients get without naming one */
export interface Target {
  key: string;
  version?: string | undefined;
}
/** @property version the one that was deleted; if none was named, that of the new delete marker, or undefined */
export interface Removed {
  target: Target;
  version?: string | undefined;
  /** Whether that version is a delete marker. */
  isMarker: boolean;
}

export interface CopyOptions {
  condition?: Condition | undefined;
  /** Throws if this source must not be copied. */
  inspect?: (source: ObjectRow) => Promise<Copied>;
}

/** How a copy differs from its source. */
export interface Copied {
  /** Null: that of the source. */
  checksum: Checksum | null;
  /** Undefined: as the source is. */
  sealing?: Sealing | null | undefined;
  /** Of the source. */
  key?: Buffer | null;
}

/** The objects of all spaces, and all ways to create and delete them. Independent of HTTP. */
export class Objects {
  readonly catalog: Catalog;
  readonly uploads: Uploads;
  readonly #contents: Contents;
  readonly #writer: SpaceWriter;
  readonly #manifests: Manifests;
  readonly #publisher: Publisher;
  readonly #clock: () => number;
  /** Of the installation, for SSE-S3. */
  readonly sealingKey: Buffer;

  constructor(catalog: Catalog, blobs: Blobs, manifests: Manifests, clock: () => number, sealingKey: Buffer) {
    this.sealingKey = sealingKey;
    this.catalog = catalog;
    this.#manifests = manifests;
    this.#publisher = new Publisher(catalog, manifests);
    this.#clock = clock;
    this.#contents = new Contents(catalog, blobs, this.#publisher, clock, sealingKey);
    this.#writer = new SpaceWriter(catalog, this.#contents, sealingKey);
    this.uploads = new Uploads(catalog, this.#contents, this.#writer, clock, sealingKey);
  }

  now = (): number => this.#clock();

  space = (name: string): SpaceRow => this.#writer.space(name);

  /** Changes a space, but not its objects. */
  async changeSpace<T>(space: string, work: (catalog: Catalog) => T): Promise<T> {
    const result = this.catalog.transaction(() => work(this.catalog));
    // Also the deletions that emptied a removed space: a rebuild must not find one of its objects.
    await this.#publisher.publishSpace(space);
    return result;
  }

  /** Removes a space without objects; unfinished uploads end with it, as at AWS. @throws S3Error NoSuchBucket, BucketNotEmpty */
  async removeSpace(space: string): Promise<void> {
    const gone = await this.changeSpace(space, (catalog) => {
      if (catalog.hasContent(space)) throw new S3Error('BucketNotEmpty', 'The bucket you tried to delete is not empty');
      const blobs = this.uploads.dropAll(space);
      catalog.removeSpace(space);
      return blobs;
    });
    await this.#contents.discard(gone);
  }

  /**
   * A version, or without one the current object. @param version as the client wrote it
   * @throws S3Error InvalidArgument, NoSuchVersion, NoSuchKey; MethodNotAllowed if it is a delete marker
   */
  find(space: string, key: string, version: string | undefined): ObjectRow {
    if (version === undefined) {
      const newest = this.catalog.newest(space, key) ?? fail(noSuchKey());
      return newest.isMarker ? fail(noSuchKey(markerHeaders(newest))) : newest;
    }
    const row =
      this.catalog.version(space, key, checkVersionId(version)) ??
      fail(new S3Error('NoSuchVersion', 'The specified version does not exist.', { VersionId: version }));
    if (!row.isMarker) return row;
    const headers = { ...markerHeaders(row), allow: 'DELETE', 'last-modified': new Date(row.modified).toUTCString() };
    throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.', {}, headers);
  }

  /** @param length the length according to the client, so that a body that is too large is refused before it is read */
  async put(
    space: string,
    key: string,
    body: Body,
    length: number | null,
    meta: Meta,
    condition?: Condition,
    input: Sealing | null = null,
  ): Promise<ObjectRow> {
    const sealing = input ?? this.#writer.defaultSealing(space);
    const room = () => this.#writer.room(space, this.#writer.replaced(space, key)?.size ?? 0);
    if (length !== null && length > limits.put) throw tooLarge();
    if (length !== null && length > room()) throw overQuota();
    const tooMuch = () => (room() < limits.put ? overQuota() : tooLarge());
    const written = await this.#contents.write(body, length, Math.min(limits.put, room()), tooMuch, sealing);
    return this.#contents.commit(space, [key], [written.id], () => {
      const object = {
        key,
        size: written.size,
        etag: computeEtag(written, sealing),
        modified: this.#clock(),
        meta,
        blobs: [toBlob(written)],
        checksum: bodyChecksum(body),
        encryption: sealing?.encryption ?? null,
      };
      return this.#writer.replace(space, object, 0, [written.id], condition);
    });
  }

  /** @param meta replaces that of the source */
  async copy(
    from: Target & { space: string },
    to: { space: string; key: string },
    meta: Meta | null,
    { condition, inspect }: CopyOptions = {},
  ): Promise<ObjectRow> {
    const source = this.find(from.space, from.key, from.version);
    if (source.size > this.#writer.room(to.space, this.#writer.replaced(to.space, to.key)?.size ?? 0)) throw overQuota();
    const done = this.#contents.use(source.blobs);
    try {
      const { checksum = null, sealing: wanted, key = null } = (await inspect?.(source)) ?? {};
      // What is encrypted stays so, also where the client's key isn't known.
      const staysSealed = wanted === undefined && source.encryption;
      const sealing = wanted ?? this.#writer.defaultSealing(to.space);
      const mode = sealing?.encryption.mode;
      const isAsStored = staysSealed || (mode === source.encryption?.mode && mode !== 'SSE-C');
      const copied = { ...source, key: to.key, meta: meta ?? source.meta };
      if (isAsStored) return await this.#link(to.space, copied, checksum, condition);
      const copiedChecksum = checksum ?? (source.checksum?.type === 'FULL_OBJECT' ? source.checksum : null);
      const bytes = this.read(source, 0, source.size - 1, key);
      const body = { [Symbol.asyncIterator]: () => bytes[Symbol.asyncIterator](), checksum: () => copiedChecksum };
      return await this.put(to.space, to.key, body, source.size, copied.meta, condition, sealing);
    } finally {
      done();
    }
  }

  /** Copies without reading. @param source with the key of the copy. @param checksum of the whole; null: those of the source stay */
  async #link(space: string, source: ObjectRow, checksum: Checksum | null, condition: Condition | undefined): Promise<ObjectRow> {
    const ids = await this.#contents.link(source.blobs);
    const blobs = source.blobs.map(({ checksum: own, ...blob }, index) => ({
      ...blob,
      id: ids[index] ?? '',
      ...(own && !checksum && { checksum: own }),
    }));
    const object = { ...source, modified: this.#clock(), blobs, checksum: checksum ?? source.checksum ?? null, upload: null };
    return this.#contents.commit(space, [source.key], ids, () => this.#writer.replace(space, object, 0, ids, condition));
  }

  /**
   * Deletes versions for good, and objects: with versioning, they get a delete marker and their versions stay. Missing ones are
   * ignored. @param may whether a target may be deleted, which can be missing or a delete marker; if it throws, none is
   * @throws S3Error InvalidArgument
   */
  async remove(
    space: string,
    targets: readonly Target[],
    may: (row: ObjectRow | undefined, target: Target) => boolean = () => true,
  ): Promise<Removed[]> {
    for (const { version } of targets) if (version !== undefined) checkVersionId(version);
    const keys = [...new Set(targets.map(({ key }) => key))];
    return this.#contents.commit(space, keys, [], () => {
      const gone: string[] = [];
      const result = targets.flatMap((target): Removed[] => {
        const { key, version } = target;
        const row = version === undefined ? this.catalog.newest(space, key) : this.catalog.version(space, key, version);
        if (!may(row, target)) return [];
        const removed = version === undefined ? this.#removeCurrent(space, key) : this.#removeVersion(space, row, version);
        gone.push(...removed.gone);
        return [{ ...removed.result, target }];
      });
      return { result, gone };
    });
  }
  #removeCurrent(space: string, key: string): { result: Omit<Removed, 'target'>; gone: string[] } {
    if (this.space(space).versioning === null) {
      const { gone } = this.#removeVersion(space, this.catalog.version(space, key, NULL_VERSION), NULL_VERSION);
      return { result: { isMarker: false }, gone };
    }
    const marker = { key, size: 0, etag: '', modified: this.#clock(), meta: { contentType: '', headers: {}, user: {} }, blobs: [] };
    const { result, gone } = this.#writer.add(space, marker, true, 0);
    return { result: { version: result.version, isMarker: true }, gone };
  }
  #removeVersion(space: string, row: ObjectRow | undefined, version: string): { result: Omit<Removed, 'target'>; gone: string[] } {
    const result = { version, isMarker: row?.isMarker ?? false };
    if (!row) return { result, gone: [] };
    this.catalog.removeVersion(space, row);
    this.catalog.count(space, -row.size, -1);
    return { result, gone: this.#contents.loosen(row.blobs) };
  }

  /** The bytes from `start` to `end` (inclusive), as `Contents.read`. */
  read(object: Pick<ObjectRow, 'blobs' | 'encryption'>, start: number, end: number, key: Buffer | null = null): Body {
    return this.#contents.read(object, start, end, key);
  }

  /** Deletes the remains of crashed processes. */
  async sweep(): Promise<void> {
    const now = this.#clock();
    // Blobs that another process is writing are loose too, so only old ones are deleted; those to be deleted have the time 0.
    const old = this.catalog.transaction(() => {
      const blobs = this.catalog.looseBefore(now - DAY, 10_000);
      for (const blob of blobs) this.catalog.addLoose(blob, 0);
      return blobs;
    });
    // Until their manifests are published, a rebuild needs the blobs of replaced and deleted objects.
    await this.publish();
    await this.#contents.discard(old);
    await this.#manifests.sweep(now);
  }

  /** Publishes the manifests that aren't on the disk. */
  publish = (isStopped: () => boolean = () => false): Promise<void> => this.#publisher.drain(isStopped);
}

const toBlob = ({ md5: _md5, ...blob }: Written): Blob => blob;
const fail = (error: Error): never => {
  throw error;
};
