import { createHash, createHmac, randomUUID } from 'node:crypto';
import { S3Error } from '../s3-error.ts';
import type { Blobs, Written } from './blobs.ts';
import type { Catalog } from './catalog.ts';
import { type Blob, type Meta, NULL_VERSION, type ObjectRow, type PartRow, type SpaceRow, type UploadRow } from './catalogRows.ts';
import { type Algorithm, type Checksum, type ChecksumKind, joined, wrongChecksum } from './checksums.ts';
import { diskFull } from './failure.ts';
import type { Manifests } from './manifests.ts';
import { Publisher } from './publisher.ts';
import { type Encryption, keyMissing, type Sealing } from './sealing.ts';
import { checkVersionId, newVersionId } from './versionIds.ts';

const GIB = 1024 ** 3;
/** Limits of S3 ("Multipart upload limits", Amazon S3 user guide). */
export const limits = { put: 5 * GIB, part: 5 * GIB, minPart: 5 * 1024 ** 2, parts: 10_000, keyBytes: 1024, metaBytes: 2048 };

const DAY = 86_400_000;
/** Bytes of the disk that uploads leave free, or 2 % of a small disk. */
const RESERVE = 64 * 1024 ** 2;

export const noSuchSpace = () => new S3Error('NoSuchBucket', 'The specified bucket does not exist');
export const noSuchKey = (headers = {}) => new S3Error('NoSuchKey', 'The specified key does not exist.', {}, headers);
const markerHeaders = ({ version }: ObjectRow) => ({ 'x-amz-delete-marker': 'true', 'x-amz-version-id': version });
const noSuchUpload = () =>
  new S3Error(
    'NoSuchUpload',
    'The specified multipart upload does not exist. The upload ID might be invalid, or it was aborted or completed.',
  );
const tooLarge = () => new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size.');
const overQuota = () => new S3Error('QuotaExceeded', 'The space has not enough room left for this object.');

export interface Body extends AsyncIterable<Uint8Array> {
  /** The checksum of the content, after it was read to its end; null: none. */
  checksum?: () => Checksum | null;
}
/** Throws if the existing object, if any, must not be replaced. */
export type Condition = (existing: ObjectRow | undefined) => void;

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
type NewVersion = Omit<ObjectRow, 'version' | 'isMarker'>;

/** A part listed in a request to complete an upload. */
export interface NamedPart {
  number: number;
  etag: string;
  /** Base64, by algorithm. */
  checksums?: Partial<Record<Algorithm, string | undefined>>;
}

/** What a client says about the object that an upload becomes; undefined: nothing. */
export interface Expected {
  checksum?: { algorithm: Algorithm; value: string } | null;
  type?: string | undefined;
  /** Bytes. */
  size?: string | undefined;
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
  readonly #blobs: Blobs;
  readonly #manifests: Manifests;
  readonly #publisher: Publisher;
  readonly #clock: () => number;
  /** Readers by blob: a blob in use is deleted after the last reader has finished. */
  readonly #readers = new Map<string, number>();
  readonly #pending = new Set<string>();

  /** Of the installation, for SSE-S3. */
  readonly sealingKey: Buffer;

  constructor(catalog: Catalog, blobs: Blobs, manifests: Manifests, clock: () => number, sealingKey: Buffer) {
    this.sealingKey = sealingKey;
    this.catalog = catalog;
    this.#blobs = blobs;
    this.#manifests = manifests;
    this.#publisher = new Publisher(catalog, manifests);
    this.#clock = clock;
  }

  now = (): number => this.#clock();

  space(name: string): SpaceRow {
    return this.catalog.space(name) ?? fail(noSuchSpace());
  }

  /** Changes a space, but not its objects. */
  async changeSpace<T>(space: string, work: (catalog: Catalog) => T): Promise<T> {
    const result = this.catalog.transaction(() => work(this.catalog));
    // Also the deletions that emptied a removed space: a rebuild must not find one of its objects.
    await this.#publisher.publishSpace(space);
    return result;
  }

  /** @throws S3Error NoSuchBucket, BucketNotEmpty */
  removeSpace(space: string): Promise<void> {
    return this.changeSpace(space, (catalog) => {
      if (catalog.hasContent(space)) throw new S3Error('BucketNotEmpty', 'The bucket you tried to delete is not empty');
      catalog.removeSpace(space);
    });
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
    given: Sealing | null = null,
  ): Promise<ObjectRow> {
    const sealing = given ?? this.#defaultSealing(space);
    const room = () => this.#room(space, this.#replaced(space, key)?.size ?? 0);
    if (length !== null && length > limits.put) throw tooLarge();
    if (length !== null && length > room()) throw overQuota();
    const tooMuch = () => (room() < limits.put ? overQuota() : tooLarge());
    const written = await this.#write(body, length, Math.min(limits.put, room()), tooMuch, sealing);
    return this.#commit(space, [key], [written.id], () => {
      const object = {
        key,
        size: written.size,
        etag: etagOf(written, sealing),
        modified: this.#clock(),
        meta,
        blobs: [blobOf(written)],
        checksum: sumOf(body),
        encryption: sealing?.encryption ?? null,
      };
      return this.#replace(space, object, 0, [written.id], condition);
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
    if (source.size > this.#room(to.space, this.#replaced(to.space, to.key)?.size ?? 0)) throw overQuota();
    const done = this.#use(source.blobs);
    try {
      const { checksum = null, sealing: wanted, key = null } = (await inspect?.(source)) ?? {};
      // What is encrypted stays so, also where the client's key isn't known.
      const staysSealed = wanted === undefined && source.encryption;
      const sealing = wanted ?? this.#defaultSealing(to.space);
      const mode = sealing?.encryption.mode;
      const isAsStored = staysSealed || (mode === source.encryption?.mode && mode !== 'SSE-C');
      const copied = { ...source, key: to.key, meta: meta ?? source.meta };
      if (isAsStored) return await this.#link(to.space, copied, checksum, condition);
      const kept = checksum ?? (source.checksum?.type === 'FULL_OBJECT' ? source.checksum : null);
      const bytes = this.read(source, 0, source.size - 1, key);
      const body = { [Symbol.asyncIterator]: () => bytes[Symbol.asyncIterator](), checksum: () => kept };
      return await this.put(to.space, to.key, body, source.size, copied.meta, condition, sealing);
    } finally {
      done();
    }
  }

  /** Copies without reading. @param source with the key of the copy. @param checksum of the whole; null: those of the source stay */
  async #link(space: string, source: ObjectRow, checksum: Checksum | null, condition: Condition | undefined): Promise<ObjectRow> {
    await this.#ensureSpace(0);
    const ids = source.blobs.map(() => this.#blobs.newId());
    try {
      this.catalog.relaxed(() => {
        for (const id of ids) this.catalog.addLoose(id, this.#clock());
      });
      for (const [index, { id }] of source.blobs.entries()) await this.#blobs.link(id, ids[index] ?? '');
    } catch (error) {
      await this.#discard(ids);
      throw error;
    }
    const blobs = source.blobs.map(({ checksum: own, ...blob }, index) => ({
      ...blob,
      id: ids[index] ?? '',
      ...(own && !checksum && { checksum: own }),
    }));
    const object = { ...source, modified: this.#clock(), blobs, checksum: checksum ?? source.checksum ?? null, upload: null };
    return this.#commit(space, [source.key], ids, () => this.#replace(space, object, 0, ids, condition));
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
    return this.#commit(space, keys, [], () => {
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
    const { result, gone } = this.#add(space, marker, true, 0);
    return { result: { version: result.version, isMarker: true }, gone };
  }
  #removeVersion(space: string, row: ObjectRow | undefined, version: string): { result: Omit<Removed, 'target'>; gone: string[] } {
    const result = { version, isMarker: row?.isMarker ?? false };
    if (!row) return { result, gone: [] };
    this.catalog.removeVersion(space, row);
    this.catalog.count(space, -row.size, -1);
    return { result, gone: this.#loosen(row.blobs) };
  }

  /** The bytes from `start` to `end` (inclusive). Reads to the end even if the object is deleted in the meantime. @param key of SSE-C */
  read({ blobs, encryption }: Pick<ObjectRow, 'blobs' | 'encryption'>, start: number, end: number, key: Buffer | null = null): Body {
    const done = this.#use(blobs);
    const bytes = this.#blobs.read(blobs, start, end, encryption?.mode === 'SSE-S3' ? this.sealingKey : key);
    return (async function* () {
      try {
        yield* bytes;
      } finally {
        done();
      }
    })();
  }

  async startUpload(
    space: string,
    key: string,
    meta: Meta,
    checksum: ChecksumKind | null = null,
    wanted: Encryption | null = null,
  ): Promise<UploadRow> {
    await this.#ensureSpace(0);
    const id = randomUUID().replaceAll('-', '');
    return this.catalog.transaction(() => {
      const encryption = wanted ?? this.#defaultSealing(space)?.encryption ?? null;
      const upload = { id, space, key, meta, createdAt: this.#clock(), checksum, encryption };
      this.catalog.addUpload(upload);
      return upload;
    });
  }

  upload(space: string, key: string, id: string) {
    const upload = this.catalog.upload(id);
    return upload?.space === space && upload.key === key ? upload : fail(noSuchUpload());
  }

  async putPart(
    space: string,
    key: string,
    uploadId: string,
    number: number,
    body: Body,
    length: number | null,
    given: Sealing | null = null,
  ): Promise<PartRow> {
    if (!(number >= 1 && number <= limits.parts))
      throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${limits.parts}, inclusive`);
    const { encryption } = this.upload(space, key, uploadId);
    const sealing = given ?? (encryption?.mode === 'SSE-S3' ? { encryption, key: this.sealingKey } : null);
    // The object has one key for all parts.
    if ((encryption === null) !== (sealing === null)) throw keyMissing();
    const room = () => this.#room(space, this.catalog.part(uploadId, number)?.size ?? 0);
    if (length !== null && length > limits.part) throw tooLarge();
    if (length !== null && length > room()) throw overQuota();
    const tooMuch = () => (room() < limits.part ? overQuota() : tooLarge());
    const written = await this.#write(body, length, Math.min(limits.part, room()), tooMuch, sealing);
    return this.#commit(space, [], [written.id], () => {
      this.upload(space, key, uploadId);
      const before = this.catalog.part(uploadId, number);
      if (written.size > this.#room(space, before?.size ?? 0)) throw overQuota();
      const part = {
        number,
        size: written.size,
        etag: etagOf(written, sealing),
        modified: this.#clock(),
        blob: written.id,
        checksum: sumOf(body),
      };
      this.catalog.setPart(uploadId, part);
      this.catalog.count(space, written.size - (before?.size ?? 0), 0);
      this.#claim(written.id);
      return { result: part, gone: before ? this.#loosen([{ id: before.blob, size: before.size }]) : [] };
    });
  }

  /**
   * Joins parts without copying them: an object is a list of blobs. Clients that have missed the answer ask again: the same parts get
   * the same answer as long as the object is there.
   * @throws S3Error BadDigest or InvalidRequest if the result isn't what the client expects
   */
  async completeUpload(
    space: string,
    key: string,
    uploadId: string,
    named: readonly NamedPart[],
    condition?: Condition,
    expected: Expected = {},
  ): Promise<ObjectRow> {
    await this.#ensureSpace(0);
    return this.#commit(space, [key], [], () => {
      const existing = this.catalog.object(space, key);
      if (existing?.upload === uploadId && existing.etag === joinedEtag(named)) return { result: existing, gone: [] };
      const upload = this.upload(space, key, uploadId);
      const parts = new Map(this.catalog.parts(uploadId).map((part) => [part.number, part]));
      if (named.some(({ number }, index) => index > 0 && number <= (named[index - 1]?.number ?? 0)))
        throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
      const used = named.map(({ number, etag, checksums = {} }, index) => {
        const part = parts.get(number);
        const isOther = ([algorithm, value]: [string, string | undefined]) =>
          value !== undefined && (part?.checksum?.algorithm !== algorithm || part.checksum.value !== value);
        if (!part || part.etag !== etag || Object.entries(checksums).some(isOther))
          throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found, or its entity tag did not match.');
        if (index < named.length - 1 && part.size < limits.minPart)
          throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
        parts.delete(number);
        return part;
      });
      const size = used.reduce((sum, part) => sum + part.size, 0);
      const checksum = upload.checksum && joinedChecksum(upload.checksum, used);
      verify(expected, checksum, size);
      const blobs = used.map((part) => ({
        id: part.blob,
        size: part.size,
        ...(checksum && part.checksum && { checksum: part.checksum.value }),
        ...(upload.encryption && { salt: part.blob }),
      }));
      const left = [...parts.values()].map((part) => ({ id: part.blob, size: part.size }));
      const leftSize = left.reduce((sum, part) => sum + part.size, 0);
      this.catalog.removeUpload(uploadId);
      this.catalog.count(space, -leftSize, 0);
      const object = {
        key,
        size,
        etag: joinedEtag(used),
        modified: this.#clock(),
        meta: upload.meta,
        blobs,
        checksum,
        upload: uploadId,
        encryption: upload.encryption,
      };
      const { result, gone } = this.#replace(space, object, size, [], condition);
      return { result, gone: [...gone, ...this.#loosen(left)] };
    });
  }

  async abortUpload(space: string, key: string, uploadId: string): Promise<void> {
    await this.#commit(space, [], [], () => {
      this.upload(space, key, uploadId);
      return { result: undefined, gone: this.#dropUpload(space, uploadId) };
    });
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
    await this.#discard(old);
    await this.#manifests.sweep(now);
  }

  /** Publishes the manifests that aren't on the disk. */
  publish = (isStopped: () => boolean = () => false): Promise<void> => this.#publisher.drain(isStopped);

  #dropUpload(space: string, id: string): string[] {
    const parts = this.catalog.parts(id);
    this.catalog.removeUpload(id);
    this.catalog.count(space, -parts.reduce((sum, part) => sum + part.size, 0), 0);
    return this.#loosen(parts.map((part) => ({ id: part.blob, size: part.size })));
  }

  /** How the space encrypts what comes without a wish; null: not at all. */
  #defaultSealing(space: string): Sealing | null {
    return this.space(space).encryption === null ? null : { encryption: { mode: 'SSE-S3' }, key: this.sealingKey };
  }

  /** Bytes available in the space if `freed` bytes are replaced. */
  #room(space: string, freed: number): number {
    const { quota, bytes } = this.space(space);
    return quota - bytes + freed;
  }

  /**
   * The last free space is for the index and for deletions, so that customers and operators can make room again.
   * @param length bytes. @throws S3Error InsufficientStorage
   */
  async #ensureSpace(length: number): Promise<void> {
    const { free, total } = await this.#blobs.diskSpace();
    if (free - length < Math.min(RESERVE, total / 50)) throw diskFull();
  }

  async #write(body: Body, length: number | null, limit: number, tooMuch: () => Error, sealing: Sealing | null): Promise<Written> {
    await this.#ensureSpace(length ?? 0);
    const id = this.#blobs.newId();
    this.catalog.relaxed(() => this.catalog.addLoose(id, this.#clock()));
    try {
      return await this.#blobs.write(id, body, limit, tooMuch, sealing?.key);
    } catch (error) {
      await this.#discard([id]);
      throw error;
    }
  }

  /**
   * Runs in a transaction. @param counted bytes of the new object that the space already counts, as parts
   * @param fresh blobs that were written for it
   */
  #replace(
    space: string,
    object: NewVersion,
    counted: number,
    fresh: readonly string[],
    condition?: Condition,
  ): { result: ObjectRow; gone: string[] } {
    condition?.(this.catalog.object(space, object.key));
    if (object.size - counted > this.#room(space, this.#replaced(space, object.key)?.size ?? 0)) throw overQuota();
    const added = this.#add(space, object, false, counted);
    for (const id of fresh) this.#claim(id);
    return added;
  }
  /** Adds the newest version of a key, which may replace one. */
  #add(space: string, given: NewVersion, isMarker: boolean, counted: number): { result: ObjectRow; gone: string[] } {
    const replaced = this.#replaced(space, given.key);
    const newest = this.catalog.newest(space, given.key);
    // Caches and backups compare times: a clock that was set back must not make a newer version look older.
    const earliest = newest && newest.version !== replaced?.version ? newest.modified + 1 : (newest?.modified ?? 0);
    const modified = Math.max(given.modified, earliest);
    const version = this.space(space).versioning === 'Enabled' ? newVersionId(modified) : NULL_VERSION;
    const result = { ...given, modified, version, isMarker };
    this.catalog.setObject(space, result);
    this.catalog.count(space, result.size - counted - (replaced?.size ?? 0), replaced ? 0 : 1);
    return { result, gone: replaced ? this.#loosen(replaced.blobs) : [] };
  }
  /** The version that the next one of this key replaces. */
  #replaced(space: string, key: string): ObjectRow | undefined {
    return this.space(space).versioning === 'Enabled' ? undefined : this.catalog.version(space, key, NULL_VERSION);
  }

  #claim(blob: string): void {
    if (!this.catalog.claim(blob)) throw new S3Error('SlowDown', 'The upload took too long. Please try again.');
  }

  /**
   * Commits, publishes the manifests of `keys`, then deletes unreferenced blobs; if the commit fails, deletes the new blobs instead.
   * @throws also when the commit succeeded and a manifest can't be written: the outcome isn't acknowledged, as after a lost connection
   */
  async #commit<T>(
    space: string,
    keys: readonly string[],
    fresh: readonly string[],
    work: () => { result: T; gone: string[] },
  ): Promise<T> {
    let done: { result: T; gone: string[] };
    try {
      done = this.catalog.transaction(work);
    } catch (error) {
      await this.#discard(fresh);
      throw error;
    }
    await this.#publisher.publish(space, keys);
    await this.#discard(done.gone);
    return done.result;
  }

  #loosen(blobs: readonly Blob[]): string[] {
    for (const { id } of blobs) this.catalog.addLoose(id, 0);
    return blobs.map(({ id }) => id);
  }

  /** If this fails, the sweep deletes them. */
  async #discard(ids: readonly string[]): Promise<void> {
    for (const id of ids)
      try {
        if (this.#readers.has(id)) this.#pending.add(id);
        else {
          await this.#blobs.remove(id);
          this.catalog.relaxed(() => this.catalog.removeLoose(id));
        }
      } catch {}
  }

  #use(blobs: readonly Blob[]): () => void {
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
      void this.#discard(free);
    };
  }
}

const sumOf = (body: Body): Checksum | null => body.checksum?.() ?? null;

/** The ETag of a multipart object: the MD5 of those of its parts, and their number. */
function joinedEtag(parts: readonly { etag: string }[]): string {
  const hash = createHash('md5');
  for (const { etag } of parts) hash.update(Buffer.from(etag, 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}

/** All parts have the checksum that their upload was started with. */
const joinedChecksum = (kind: ChecksumKind, parts: readonly PartRow[]): Checksum =>
  joined(
    kind,
    parts.map(({ size, checksum }) => ({ size, value: checksum?.value ?? '' })),
  );

/** @throws S3Error BadDigest, InvalidRequest */
function verify({ checksum, type, size: given }: Expected, computed: Checksum | null, size: number): void {
  if (given !== undefined && given !== String(size))
    throw new S3Error('InvalidRequest', 'The provided x-amz-mp-object-size header value does not match what was computed.');
  const isOther = (checksum && checksum.algorithm !== computed?.algorithm) || (type !== undefined && type !== computed?.type);
  if (isOther) throw new S3Error('InvalidRequest', 'The upload was started with another checksum algorithm or type.');
  if (checksum && checksum.value !== computed?.value) throw wrongChecksum(checksum.algorithm);
}

const blobOf = ({ md5: _md5, ...blob }: Written): Blob => blob;
/** That of a content that only the client can read says nothing about it without the key; sent again, the content has the same one. */
const etagOf = ({ md5 }: Written, sealing: Sealing | null): string =>
  sealing?.encryption.mode === 'SSE-C' ? createHmac('md5', sealing.key).update(md5).digest('hex') : md5;
const fail = (error: Error): never => {
  throw error;
};
