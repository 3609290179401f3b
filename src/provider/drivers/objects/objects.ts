import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Env, publicOrigin, type Secrets } from '../../../lib/env.ts';
import { FsStore } from './fs/store.ts';
import { S3Store } from './s3.ts';

export { ObjectStoreError, type ObjectStoreFault } from './store-error.ts';

/** The key pair of one space. The secret can't be read again: `makeKey` is the only call that returns it. */
export interface SpaceKey {
  accessKey: string;
  secretKey: string;
}

export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  /** Without quotation marks: the MD5 of the content in hex, or that of a multipart upload (`<hex>-<parts>`). */
  etag: string;
  /** Epoch milliseconds. */
  modified: number;
}

export interface ObjectHead extends StoredObject {
  contentType: string;
}

export interface ObjectPage {
  objects: StoredObject[];
  /** Common prefixes up to the delimiter, with it. */
  folders: string[];
  /** Pass it as `cursor` to read on; null at the end. */
  nextCursor: string | null;
}

export interface ListOptions {
  prefix?: string | undefined;
  delimiter?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

export interface LinkOptions {
  /** Seconds; a week at most (the limit of SigV4). */
  expiresIn: number;
  /** Content-Disposition of the response, as in `attachment; filename="a.txt"`. */
  disposition?: string | undefined;
}

export interface ObjectStoreCapabilities {
  engine: 'fs' | 's3';
  /** The store makes and replaces a key pair for each space. */
  keys: boolean;
  /** The store refuses what would exceed the size of a space. Without it, only uploads through the panel are refused. */
  quota: boolean;
}

/**
 * Keeps objects in spaces (buckets, in the terms of S3). `tests/support/objects-contract.ts` says the same as tests.
 * Every call rejects with an `ObjectStoreError` for what the store refuses, and with another error for what may pass.
 */
export interface ObjectStore {
  readonly capabilities: ObjectStoreCapabilities;
  /** Address and region that S3 clients are configured with. */
  endpoint(): { url: string; region: string };
  /** @throws ObjectStoreError `spaceExists` when anybody has a space of that name */
  createSpace(space: string, quota: number): Promise<void>;
  /** Changes how many bytes a space may hold. Does nothing where the store has no quotas. */
  setQuota(space: string, quota: number): Promise<void>;
  /** @throws ObjectStoreError `spaceNotEmpty` while there are objects or unfinished uploads; a space that does not exist is gone */
  removeSpace(space: string): Promise<void>;
  /** Bytes include the parts of unfinished uploads. */
  usage(space: string): Promise<{ bytes: number; objects: number }>;
  /** Replaces the key pair of the space; the one before stops working, and the links signed with it. */
  makeKey(space: string): Promise<SpaceKey>;
  list(space: string, options: ListOptions): Promise<ObjectPage>;
  /** Null when there is no such object. */
  head(space: string, key: string): Promise<ObjectHead | null>;
  /** The first `limit` bytes. @throws ObjectStoreError `noSuchKey` */
  read(space: string, key: string, limit: number): Promise<Buffer>;
  put(space: string, key: string, body: Buffer, contentType: string): Promise<StoredObject>;
  /** @throws ObjectStoreError `noSuchKey` */
  copy(space: string, from: string, to: string): Promise<StoredObject>;
  /** Objects that do not exist are deleted too. */
  remove(space: string, keys: readonly string[]): Promise<void>;
  startUpload(space: string, key: string, contentType: string): Promise<string>;
  /** A part that is sent again replaces the one before. @returns its ETag. @throws ObjectStoreError `noSuchUpload` */
  putPart(space: string, key: string, uploadId: string, number: number, body: Buffer): Promise<string>;
  /** Joins the parts 1 to `count`. @throws ObjectStoreError `noSuchUpload` or `invalidPart` */
  completeUpload(space: string, key: string, uploadId: string, count: number): Promise<StoredObject>;
  /** Drops the parts; an upload that does not exist is dropped too. */
  abortUpload(space: string, key: string, uploadId: string): Promise<void>;
  /** An address that opens an object without a session until it expires. */
  link(space: string, key: string, options: LinkOptions): Promise<string>;
  /** Begins to answer S3 clients, where the store is a server of its own. Rejects when the port is taken. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** The store that `STORE_DRIVER` chooses; null: none, and the panel offers no spaces. */
export function makeObjectStore(env: Env, secrets: Secrets, clock: () => number, onFault: (error: unknown) => void): ObjectStore | null {
  if (env.STORE_DRIVER === 'none') return null;
  const root =
    env.S3_ACCESS_KEY !== undefined && env.S3_SECRET_KEY !== undefined
      ? { accessKey: env.S3_ACCESS_KEY, secretKey: env.S3_SECRET_KEY }
      : null;
  if (env.STORE_DRIVER === 's3') {
    // readEnv refuses an environment that lacks one of these.
    if (env.S3_ENDPOINT === undefined || root === null)
      throw new Error('STORE_DRIVER=s3 needs S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY');
    return new S3Store({ endpoint: env.S3_ENDPOINT, region: env.S3_REGION, key: root, clock });
  }
  return new FsStore({
    folder: join(env.DATA_DIR, 'objects'),
    host: env.HOST,
    port: env.S3_PORT,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    root,
    secret: Buffer.from(hkdfSync('sha256', secrets.code, '', 'nasim:objects', 32)).toString('base64url'),
    panelOrigin: publicOrigin(env),
    clock,
    onFault,
  });
}

const RETRY_MS = 10_000;

/**
 * Begins to answer S3 clients, and tries again while the port is taken, as by the process that this one replaces: the panel goes on
 * without. Returns how to stop.
 */
export function keepListening(store: ObjectStore, log: Pick<Logger, 'error'>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const attempt = () =>
    void store.listen().catch((error: unknown) => {
      log.error({ err: error }, 'the object store could not listen; choose another port with S3_PORT');
      if (!stopped) timer = setTimeout(attempt, RETRY_MS).unref();
    });
  attempt();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
