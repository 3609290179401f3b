import type { Logger } from 'pino';
import type { Lifecycle, LifecycleRule } from './lifecycleRules.ts';

export { ObjectStoreError, type ObjectStoreFault } from './storeError.ts';

/** The key pair of one space. The secret can't be read again: `makeKey` is the only call that returns it. */
export interface SpaceKey {
  accessKey: string;
  secretKey: string;
}

/** What a further key of a space may do. */
export interface KeyScope {
  readOnly: boolean;
  /** Only objects whose keys begin with it; empty: all. */
  prefix: string;
  /** Of a shared link: only the object whose key is `prefix`. */
  isLink?: true;
}

export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  /** Without quotation marks: the MD5 of the content in hex, or the ETag of a multipart upload (`<hex>-<parts>`). */
  etag: string;
  /** Epoch milliseconds. */
  modified: number;
}

export interface ObjectHead extends StoredObject {
  contentType: string;
}

export interface ObjectPage {
  objects: StoredObject[];
  /** Common prefixes, including the delimiter. */
  folders: string[];
  /** Pass it as `cursor` to get the next page; null at the end. */
  nextCursor: string | null;
}

/** A version of an object, or a delete marker: size 0 and no ETag. */
export interface StoredVersion extends StoredObject {
  /** `null` where the space had no versioning when it was written, or suspended versioning. */
  version: string;
  /** The newest of its key. */
  isLatest: boolean;
  isMarker: boolean;
}

export interface VersionPage {
  /** By key, the newest of each first. */
  versions: StoredVersion[];
  /** Common prefixes, including the delimiter. */
  folders: string[];
  /** As in `ObjectPage`. */
  nextCursor: string | null;
}

export type Versioning = 'Enabled' | 'Suspended' | null;

/** Who reads the objects of a space: its owner, or everyone who knows the URL of an object. Only the owner lists and writes them. */
export type SpaceAccess = 'private' | 'publicRead';

export interface ListOptions {
  prefix?: string | undefined;
  delimiter?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

export interface LinkOptions {
  /** Seconds; at most a week (the limit of SigV4). */
  expiresIn: number;
  /** Content-Disposition of the response, as in `attachment; filename="a.txt"`. */
  disposition?: string | undefined;
  /** An earlier version; without it, the newest. */
  version?: string | undefined;
}

export interface ObjectStoreCapabilities {
  engine: 'fs' | 's3';
  /** The store can create and replace a key pair for each space. */
  keys: boolean;
  /** Spaces can have further keys, read-only or for a prefix, and links that are revoked one by one. */
  limitedKeys: boolean;
  /** The store enforces the size of a space. Otherwise, only uploads through the panel are limited. */
  quota: boolean;
  /** Spaces can be made readable for everyone. */
  publicRead: boolean;
}

/**
 * Stores objects in spaces (S3 buckets). `tests/support/objectsContract.ts` tests the same.
 * Every call rejects with an `ObjectStoreError` if the store refuses (`diskFull` and `unavailable` are temporary), and with another
 * error for other faults.
 */
export interface ObjectStore {
  readonly capabilities: ObjectStoreCapabilities;
  /** The URL and region for configuring S3 clients. */
  endpoint(): { url: string; region: string };
  /** @throws ObjectStoreError `spaceExists` if the name is taken by anyone */
  createSpace(space: string, quota: number): Promise<void>;
  /** Changes the maximum bytes of a space. Has no effect if the store has no quotas. */
  setQuota(space: string, quota: number): Promise<void>;
  /** Closes a space to S3 clients and signed links, or opens it again; its objects stay. Has no effect if the store has no keys of its own. */
  setOpen(space: string, open: boolean): Promise<void>;
  /** Takes effect with the next request. A space that is closed stays closed. @throws Error if the store can't: `capabilities.publicRead` */
  setAccess(space: string, access: SpaceAccess): Promise<void>;
  /** A new space is private. @throws Error as `setAccess` */
  accessOf(space: string): Promise<SpaceAccess>;
  /** @throws ObjectStoreError `spaceNotEmpty` if there are objects; unfinished uploads end with the space, and missing spaces are ignored */
  removeSpace(space: string): Promise<void>;
  /** Of all versions. Bytes include the parts of unfinished uploads. A store without quotas counts current objects only. */
  usage(space: string): Promise<{ bytes: number; objects: number }>;
  /** Replaces the first key pair of the space; the previous one and links signed with it stop working. Further keys stay. */
  makeKey(space: string): Promise<SpaceKey>;
  /** Adds a key, whose limits hold for every request. @throws Error if the store can't: `capabilities.limitedKeys` */
  addKey(space: string, scope: KeyScope): Promise<SpaceKey>;
  /** It stops working with the next request, and with it the link that it signed. A missing one is ignored. @throws Error as `addKey` */
  removeKey(space: string, accessKey: string): Promise<void>;
  /** When keys were last used, epoch ms; null: not yet, or the store doesn't know. */
  usedAt(accessKeys: readonly string[]): Promise<(number | null)[]>;
  list(space: string, options: ListOptions): Promise<ObjectPage>;
  /** Null if the object doesn't exist. */
  head(space: string, key: string): Promise<ObjectHead | null>;
  /** The first `limit` bytes. @throws ObjectStoreError `noSuchKey`, or `encrypted` if only the client’s key reads it */
  read(space: string, key: string, limit: number): Promise<Buffer>;
  put(space: string, key: string, body: Buffer, contentType: string): Promise<StoredObject>;
  /** @param version of the source; without it, the newest. @throws ObjectStoreError `noSuchKey` */
  copy(space: string, from: string, to: string, version?: string): Promise<StoredObject>;
  /** Missing objects are ignored. */
  remove(space: string, keys: readonly string[]): Promise<void>;
  startUpload(space: string, key: string, contentType: string): Promise<string>;
  /** Sending a part again replaces it. @returns its ETag. @throws ObjectStoreError `noSuchUpload` */
  putPart(space: string, key: string, uploadId: string, number: number, body: Buffer): Promise<string>;
  /** Joins the parts 1 to `count`. @throws ObjectStoreError `noSuchUpload` or `invalidPart` */
  completeUpload(space: string, key: string, uploadId: string, count: number): Promise<StoredObject>;
  /** Deletes the parts. False: there is no such upload. */
  abortUpload(space: string, key: string, uploadId: string): Promise<boolean>;
  /** Deletes every object with all its versions; unfinished uploads stay. */
  removeAll(space: string): Promise<void>;
  /** Whether the space keeps all versions of its objects; null: it never did. */
  versioning(space: string): Promise<Versioning>;
  /** The lifecycle rules. @throws ObjectStoreError `unsupported` */
  lifecycle(space: string): Promise<Lifecycle>;
  /**
   * Replaces the rules of the panel; those of S3 clients that use more (`others`) stay.
   * @param revision of the rules that were read. @throws ObjectStoreError `changed` if they differ now, `badRules`, `unsupported`
   */
  setLifecycle(space: string, rules: readonly LifecycleRule[], revision: string): Promise<void>;
  /** Suspends it again if false: existing versions stay. */
  setVersioning(space: string, enabled: boolean): Promise<void>;
  /** @throws ObjectStoreError `unsupported` if the store has no versions */
  listVersions(space: string, options: ListOptions): Promise<VersionPage>;
  /** Null: there is no such version. @property size bytes */
  headVersion(space: string, key: string, version: string): Promise<{ isMarker: boolean; size: number } | null>;
  /** Deletes a version or a delete marker for good. Missing ones are ignored. */
  removeVersion(space: string, key: string, version: string): Promise<void>;
  /** A URL for accessing an object without a session until it expires. @throws ObjectStoreError `encrypted`, as above */
  link(space: string, key: string, options: LinkOptions): Promise<string>;
  /**
   * A URL to give to others.
   * @param expiresIn seconds
   * @property accessKey the key that only signed it, for `removeKey`; null: the store can't revoke it. @throws ObjectStoreError as `link`
   */
  share(space: string, key: string, expiresIn: number): Promise<{ url: string; accessKey: string | null }>;
  /** Starts serving S3 clients, if the store has its own server. Rejects if the port is in use. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

const RETRY_MS = 10_000;

/**
 * Starts serving S3 clients, and retries while the port is in use, for example by the process that this one replaces; the panel runs
 * in the meantime. Returns a function that stops it.
 */
export function startObjectServer(store: ObjectStore, log: Pick<Logger, 'warn'>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isReported = false;
  const attempt = () =>
    void store.listen().catch((error: unknown) => {
      if (!isReported) log.warn({ err: error }, 'object server failed to listen, and tries again; choose another port with S3_PORT');
      isReported = true;
      if (!stopped) timer = setTimeout(attempt, RETRY_MS).unref();
    });
  attempt();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
