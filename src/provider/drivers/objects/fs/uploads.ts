import { randomUUID } from 'node:crypto';
import { S3Error } from '../s3Error.ts';
import { type Body, bodyChecksum } from './body.ts';
import type { Catalog } from './catalog.ts';
import type { Meta, ObjectRow, PartRow, UploadRow } from './catalogRows.ts';
import { type Algorithm, type Checksum, type ChecksumKind, joined, wrongChecksum } from './checksums.ts';
import type { Contents } from './contents.ts';
import { computeEtag, joinedEtag } from './etags.ts';
import { limits, overQuota, tooLarge } from './limits.ts';
import { type Encryption, keyMissing, type Sealing } from './sealing.ts';
import type { Condition, SpaceWriter } from './spaceWriter.ts';

const noSuchUpload = () =>
  new S3Error(
    'NoSuchUpload',
    'The specified multipart upload does not exist. The upload ID might be invalid, or it was aborted or completed.',
  );

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

/** Uploads in parts. */
export class Uploads {
  readonly #catalog: Catalog;
  readonly #contents: Contents;
  readonly #writer: SpaceWriter;
  readonly #clock: () => number;
  readonly #sealingKey: Buffer;
  /** @param sealingKey of the installation, for SSE-S3 */
  constructor(catalog: Catalog, contents: Contents, writer: SpaceWriter, clock: () => number, sealingKey: Buffer) {
    this.#catalog = catalog;
    this.#contents = contents;
    this.#writer = writer;
    this.#clock = clock;
    this.#sealingKey = sealingKey;
  }

  async start(
    space: string,
    key: string,
    meta: Meta,
    checksum: ChecksumKind | null = null,
    wanted: Encryption | null = null,
  ): Promise<UploadRow> {
    await this.#contents.ensureSpace(0);
    const id = randomUUID().replaceAll('-', '');
    return this.#catalog.transaction(() => {
      const encryption = wanted ?? this.#writer.defaultSealing(space)?.encryption ?? null;
      const upload = { id, space, key, meta, createdAt: this.#clock(), checksum, encryption };
      this.#catalog.addUpload(upload);
      return upload;
    });
  }

  find(space: string, key: string, id: string) {
    const upload = this.#catalog.upload(id);
    return upload?.space === space && upload.key === key ? upload : fail(noSuchUpload());
  }

  async putPart(
    space: string,
    key: string,
    uploadId: string,
    number: number,
    body: Body,
    length: number | null,
    input: Sealing | null = null,
  ): Promise<PartRow> {
    if (!(number >= 1 && number <= limits.parts))
      throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${limits.parts}, inclusive`);
    const { encryption } = this.find(space, key, uploadId);
    const sealing = input ?? (encryption?.mode === 'SSE-S3' ? { encryption, key: this.#sealingKey } : null);
    // The object has one key for all parts.
    if ((encryption === null) !== (sealing === null)) throw keyMissing();
    const room = () => this.#writer.room(space, this.#catalog.part(uploadId, number)?.size ?? 0);
    if (length !== null && length > limits.part) throw tooLarge();
    if (length !== null && length > room()) throw overQuota();
    const tooMuch = () => (room() < limits.part ? overQuota() : tooLarge());
    const written = await this.#contents.write(body, length, Math.min(limits.part, room()), tooMuch, sealing);
    return this.#contents.commit(space, [], [written.id], () => {
      this.find(space, key, uploadId);
      const before = this.#catalog.part(uploadId, number);
      if (written.size > this.#writer.room(space, before?.size ?? 0)) throw overQuota();
      const part = {
        number,
        size: written.size,
        etag: computeEtag(written, sealing),
        modified: this.#clock(),
        blob: written.id,
        checksum: bodyChecksum(body),
      };
      this.#catalog.setPart(uploadId, part);
      this.#catalog.count(space, written.size - (before?.size ?? 0), 0);
      this.#contents.claim(written.id);
      return { result: part, gone: before ? this.#contents.loosen([{ id: before.blob, size: before.size }]) : [] };
    });
  }

  /**
   * Joins parts without copying them: an object is a list of blobs. Clients that have missed the answer ask again: the same parts get
   * the same answer as long as the object is there.
   * @throws S3Error BadDigest or InvalidRequest if the result isn't what the client expects
   */
  async complete(
    space: string,
    key: string,
    uploadId: string,
    named: readonly NamedPart[],
    condition?: Condition,
    expected: Expected = {},
  ): Promise<ObjectRow> {
    await this.#contents.ensureSpace(0);
    return this.#contents.commit(space, [key], [], () => {
      const existing = this.#catalog.object(space, key);
      if (existing?.upload === uploadId && existing.etag === joinedEtag(named)) return { result: existing, gone: [] };
      const upload = this.find(space, key, uploadId);
      const parts = new Map(this.#catalog.parts(uploadId).map((part) => [part.number, part]));
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
      this.#catalog.removeUpload(uploadId);
      this.#catalog.count(space, -leftSize, 0);
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
      const { result, gone } = this.#writer.replace(space, object, size, [], condition);
      return { result, gone: [...gone, ...this.#contents.loosen(left)] };
    });
  }

  async abort(space: string, key: string, uploadId: string): Promise<void> {
    await this.#contents.commit(space, [], [], () => {
      this.find(space, key, uploadId);
      return { result: undefined, gone: this.#dropUpload(space, uploadId) };
    });
  }

  /** Drops all uploads of a space, in a transaction. @returns the blobs to delete after it */
  dropAll = (space: string): string[] => this.#catalog.uploadsOf(space).flatMap((id) => this.#dropUpload(space, id));
  #dropUpload(space: string, id: string): string[] {
    const parts = this.#catalog.parts(id);
    this.#catalog.removeUpload(id);
    this.#catalog.count(space, -parts.reduce((sum, part) => sum + part.size, 0), 0);
    return this.#contents.loosen(parts.map((part) => ({ id: part.blob, size: part.size })));
  }
}

/** All parts have the checksum that their upload was started with. */
const joinedChecksum = (kind: ChecksumKind, parts: readonly PartRow[]): Checksum =>
  joined(
    kind,
    parts.map(({ size, checksum }) => ({ size, value: checksum?.value ?? '' })),
  );

/** @throws S3Error BadDigest, InvalidRequest */
function verify({ checksum, type, size: declared }: Expected, computed: Checksum | null, size: number): void {
  if (declared !== undefined && declared !== String(size))
    throw new S3Error('InvalidRequest', 'The provided x-amz-mp-object-size header value does not match what was computed.');
  const isOther = (checksum && checksum.algorithm !== computed?.algorithm) || (type !== undefined && type !== computed?.type);
  if (isOther) throw new S3Error('InvalidRequest', 'The upload was started with another checksum algorithm or type.');
  if (checksum && checksum.value !== computed?.value) throw wrongChecksum(checksum.algorithm);
}

const fail = (error: Error): never => {
  throw error;
};
