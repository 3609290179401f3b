import { hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import { type Lifecycle, type LifecycleRule, readRules, withRules } from '../lifecycleRules.ts';
import type {
  KeyScope,
  LinkOptions,
  ListOptions,
  ObjectHead,
  ObjectPage,
  ObjectStore,
  SpaceAccess,
  SpaceKey,
  StoredObject,
  StoredVersion,
  Versioning,
  VersionPage,
} from '../objects.ts';
import { linkQuery, parsePosition, toCursor } from '../position.ts';
import { S3Error } from '../s3Error.ts';
import { encodePath, presign } from '../sigv4.ts';
import { ObjectStoreError, type ObjectStoreFault } from '../storeError.ts';
import { document } from '../xml.ts';
import type { Catalog } from './catalog.ts';
import type { Listed, ListedVersion, Meta, SpaceRow } from './catalogRows.ts';
import { Expiry } from './expiry.ts';
import { diskFailure } from './failure.ts';
import type { LimitedKey } from './keyLimit.ts';
import { limited, limitedKeys, newPair, secretIn } from './keys.ts';
import { lifecycleXml, parseLifecycle, type LifecycleRule as StoredRule } from './lifecycle.ts';
import { list, listVersions } from './listing.ts';
import type { Objects } from './objects.ts';
import { RecoveringObjects } from './recovery.ts';
import { Router } from './router.ts';
import { type S3Server, serve } from './server.ts';
import { isVersionId } from './versionIds.ts';
import { timeAfter } from './versions.ts';

export interface FsStoreOptions {
  folder: string;
  host: string;
  /** 0: any available port. */
  port: number;
  /** The public URL, if it differs from that of the port. */
  endpoint: string | undefined;
  region: string;
  root: SpaceKey | null;
  /** Seals the secrets of the spaces' keys, and contents. */
  secret: string;
  panelOrigin: string;
  clock: () => number;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** False only in tests: writes then don't wait for the disk. */
  durable?: boolean;
}

const SWEEP_MS = 3_600_000;
/** Versions deleted at a time. */
const REMOVED = 500;
/** How stale a stored time of use may be. */
const USED_EVERY = 60_000;

/** The embedded store: objects are local files, and a server on a separate port implements S3. */
export class FsStore implements ObjectStore {
  readonly capabilities = { engine: 'fs', keys: true, limitedKeys: true, quota: true, publicRead: true } as const;
  readonly #options: FsStoreOptions;
  #opened: RecoveringObjects | null = null;
  #server: S3Server | null = null;
  #sweeps: NodeJS.Timeout | null = null;
  #expiry: Expiry | null = null;
  #isClosed = false;

  constructor(options: FsStoreOptions) {
    this.#options = options;
  }

  /** Opened on first use: many installations have no spaces. */
  get #objects(): Objects {
    const { folder, durable = true, clock, secret, log } = this.#options;
    const sealingKey = () => Buffer.from(hkdfSync('sha256', secret, '', 'nasim:objects:contents', 32));
    this.#opened ??= new RecoveringObjects({ folder, durable, clock, sealingKey: sealingKey(), log });
    return this.#opened.objects;
  }

  endpoint() {
    const { endpoint, host, region } = this.#options;
    // Clients can't connect to `0.0.0.0`.
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return { url: endpoint ?? `http://${name}:${this.#server?.port ?? this.#options.port}`, region };
  }

  async createSpace(space: string, quota: number): Promise<void> {
    const isNew = await this.#change(space, (catalog) => catalog.addSpace(space, quota, this.#options.clock()));
    if (!isNew) throw new ObjectStoreError('spaceExists');
  }
  setQuota = (space: string, quota: number): Promise<void> => this.#change(space, (catalog) => catalog.updateSpace(space, { quota }));
  setOpen = (space: string, open: boolean): Promise<void> =>
    this.#change(space, (catalog) => catalog.updateSpace(space, { closed: open ? 0 : 1 }));
  setAccess = (space: string, access: SpaceAccess): Promise<void> =>
    this.#change(space, (catalog) => catalog.updateSpace(space, { access }));
  accessOf = (space: string): Promise<SpaceAccess> => translating(async () => this.#objects.space(space).access);
  removeSpace = (space: string): Promise<void> => translating(() => this.#objects.removeSpace(space));
  #change<T>(space: string, work: (catalog: Catalog) => T): Promise<T> {
    return translating(() => this.#objects.changeSpace(space, work));
  }
  usage = (space: string): Promise<{ bytes: number; objects: number }> =>
    translating(async () => {
      const { bytes, objects } = this.#objects.space(space);
      return { bytes, objects };
    });

  makeKey = (space: string): Promise<SpaceKey> =>
    translating(async () => {
      this.#objects.space(space);
      const { accessKey, secretKey, sealed } = newPair(this.#options.secret);
      await this.#objects.changeSpace(space, (catalog) => catalog.updateSpace(space, { accessKey, secretKey: sealed }));
      return { accessKey, secretKey };
    });
  addKey = (space: string, scope: KeyScope): Promise<SpaceKey> =>
    translating(async () => {
      this.#objects.space(space);
      const pair = newPair(this.#options.secret);
      await this.#changeKeys(space, (keys) => [...keys, limited(pair, scope)]);
      return { accessKey: pair.accessKey, secretKey: pair.secretKey };
    });
  removeKey = async (space: string, accessKey: string): Promise<void> => {
    await this.#changeKeys(space, (keys) => keys.filter((one) => one.accessKey !== accessKey));
    this.#uses.delete(accessKey);
    await translating(async () => this.#objects.catalog.forgetUse(accessKey));
  };
  #changeKeys = (space: string, change: (keys: LimitedKey[]) => LimitedKey[]): Promise<void> =>
    this.#change(space, (catalog) => {
      const row = catalog.space(space);
      if (!row) return;
      const keys = change(limitedKeys(row));
      catalog.updateSpace(space, { keys: keys.length === 0 ? null : JSON.stringify(keys) });
    });
  #secretOf = (accessKey: string): string | null => secretIn(this.#options.secret, this.#objects.catalog.spaceOfKey(accessKey), accessKey);

  /** When keys were last used, by this process. */
  readonly #uses = new Map<string, number>();
  #noteUse = (accessKey: string): void => {
    const now = this.#options.clock();
    const before = this.#uses.get(accessKey) ?? 0;
    this.#uses.set(accessKey, now);
    // Once a minute is enough for other processes and after a restart.
    if (now - before < USED_EVERY) return;
    try {
      this.#objects.catalog.noteUse(accessKey, now);
    } catch {
      // A full disk refuses writes, and reading goes on.
    }
  };
  usedAt = (accessKeys: readonly string[]): Promise<(number | null)[]> =>
    translating(async () => accessKeys.map((key) => Math.max(this.#uses.get(key) ?? 0, this.#objects.catalog.usedAt(key) ?? 0) || null));

  list = (space: string, { prefix = '', delimiter = '', cursor = '', limit }: ListOptions): Promise<ObjectPage> =>
    translating(async () => {
      this.#objects.space(space);
      const { objects, folders, next } = list(this.#objects.catalog, space, prefix, delimiter, cursor, limit);
      return { objects: objects.map(toStoredObject), folders, nextCursor: next };
    });
  head = (space: string, key: string): Promise<ObjectHead | null> =>
    translating(async () => {
      const object = this.#objects.catalog.object(space, key);
      return object ? { ...toStoredObject(object), contentType: object.meta.contentType } : null;
    });
  read = (space: string, key: string, limit: number): Promise<Buffer> =>
    translating(async () => {
      const object = this.#objects.catalog.object(space, key);
      if (!object) throw new ObjectStoreError('noSuchKey');
      if (object.encryption?.mode === 'SSE-C') throw new ObjectStoreError('encrypted');
      const chunks: Uint8Array[] = [];
      for await (const chunk of this.#objects.read(object, 0, Math.min(limit, object.size) - 1)) chunks.push(chunk);
      return Buffer.concat(chunks);
    });

  put = (space: string, key: string, body: Buffer, contentType: string): Promise<StoredObject> =>
    translating(async () => toStoredObject(await this.#objects.put(space, key, once(body), body.length, contentMeta(contentType))));
  copy = (space: string, from: string, to: string, version?: string): Promise<StoredObject> =>
    translating(async () => toStoredObject(await this.#objects.copy({ space, key: from, version }, { space, key: to }, null)));
  remove = (space: string, keys: readonly string[]): Promise<void> =>
    translating(async () => {
      const targets = keys.map((key) => ({ key }));
      await this.#objects.remove(space, targets);
    });

  removeAll = (space: string): Promise<void> =>
    translating(async () => {
      this.#objects.space(space);
      for (;;) {
        const { objects: rows } = listVersions(this.#objects.catalog, space, '', '', '', null, REMOVED);
        if (rows.length === 0) return;
        await this.#objects.remove(space, rows);
      }
    });
  versioning = (space: string): Promise<Versioning> => translating(async () => this.#objects.space(space).versioning);
  lifecycle = (space: string): Promise<Lifecycle> => translating(async () => readRules(rulesXml(this.#objects.space(space))));
  setLifecycle = (space: string, rules: readonly LifecycleRule[], revision: string): Promise<void> =>
    this.#change(space, (catalog) => {
      const before = rulesXml(this.#objects.space(space));
      if (readRules(before).revision !== revision) throw new ObjectStoreError('changed');
      const after = withRules(before, rules);
      catalog.updateSpace(space, { lifecycle: after === null ? null : JSON.stringify(parseLifecycle(after)) });
    });
  setVersioning = (space: string, enabled: boolean): Promise<void> =>
    this.#change(space, (catalog) => catalog.updateSpace(space, { versioning: enabled ? 'Enabled' : 'Suspended' }));
  listVersions = (space: string, { prefix = '', delimiter = '', cursor, limit }: ListOptions): Promise<VersionPage> =>
    translating(async () => {
      const { catalog } = this.#objects;
      this.#objects.space(space);
      const [after, version] = parsePosition(cursor);
      const { objects, folders, next } = listVersions(
        catalog,
        space,
        prefix,
        delimiter,
        after,
        version === null || !isVersionId(version) ? null : timeAfter(catalog, space, after, version),
        limit,
      );
      return { versions: objects.map(toStoredVersion), folders, nextCursor: next && toCursor(next.key, next.version) };
    });
  headVersion = (space: string, key: string, version: string) =>
    translating(async () => {
      const row = isVersionId(version) ? this.#objects.catalog.version(space, key, version) : undefined;
      return row ? { isMarker: row.isMarker, size: row.size } : null;
    });
  removeVersion = (space: string, key: string, version: string): Promise<void> =>
    translating(async () => {
      await this.#objects.remove(space, [{ key, version }]);
    });

  startUpload = (space: string, key: string, contentType: string): Promise<string> =>
    translating(async () => (await this.#objects.uploads.start(space, key, contentMeta(contentType))).id);
  putPart = (space: string, key: string, uploadId: string, number: number, body: Buffer): Promise<string> =>
    translating(async () => (await this.#objects.uploads.putPart(space, key, uploadId, number, once(body), body.length)).etag);
  completeUpload = (space: string, key: string, uploadId: string, count: number): Promise<StoredObject> =>
    translating(async () => {
      this.#objects.uploads.find(space, key, uploadId);
      const parts = this.#objects.catalog.parts(uploadId).filter(({ number }) => number <= count);
      if (parts.length !== count) throw new ObjectStoreError('invalidPart');
      return toStoredObject(await this.#objects.uploads.complete(space, key, uploadId, parts));
    });
  abortUpload = (space: string, key: string, uploadId: string): Promise<boolean> =>
    translating(async () => {
      await this.#objects.uploads.abort(space, key, uploadId);
      return true;
    }).catch((error: unknown) => {
      if (error instanceof ObjectStoreError && error.fault === 'noSuchUpload') return false;
      throw error;
    });

  /** Signed with the key of the space: a new key invalidates them. */
  link = (space: string, key: string, options: LinkOptions): Promise<string> =>
    translating(async () => {
      const { accessKey } = this.#objects.space(space);
      const own = accessKey === null ? await this.makeKey(space) : { accessKey, secretKey: this.#secretOf(accessKey) ?? '' };
      return this.#sign(space, key, options, own);
    });
  /** Signed with a key of its own, which reads this object only. */
  share = (space: string, key: string, expiresIn: number) =>
    translating(async () => {
      this.#checkShared(space, key, undefined);
      const own = await this.addKey(space, { readOnly: true, prefix: key, isLink: true });
      return { url: this.#sign(space, key, { expiresIn }, own), accessKey: own.accessKey };
    });
  #checkShared(space: string, key: string, version: string | undefined): void {
    const { catalog } = this.#objects;
    const object = version === undefined ? catalog.object(space, key) : catalog.version(space, key, version);
    if (object?.encryption?.mode === 'SSE-C') throw new ObjectStoreError('encrypted');
  }
  #sign(space: string, key: string, { expiresIn, disposition, version }: LinkOptions, own: SpaceKey): string {
    this.#checkShared(space, key, version);
    const { url, region } = this.endpoint();
    const path = `/${space}/${encodePath(key)}`;
    const query = linkQuery(disposition, version);
    const options = { method: 'GET', path, host: new URL(url).host, query, expiresIn, now: this.#options.clock() };
    return `${url}${path}?${presign(options, own, region)}`;
  }

  async listen(): Promise<void> {
    const { host, port, region, root, panelOrigin, clock, log } = this.#options;
    const onFault = (error: unknown) => log.error({ err: error }, 'object store failed');
    const hosts = () => [new URL(this.endpoint().url).hostname, 'localhost'];
    const router = new Router({ objects: this.#objects, region, hosts, root, secretOf: this.#secretOf, onUse: this.#noteUse, panelOrigin });
    this.#server = await serve(router, { host, port }, clock, onFault);
    const sweep = () => void this.sweep().catch(onFault);
    sweep();
    this.#sweeps = setInterval(sweep, SWEEP_MS).unref();
  }
  /** Deletes what crashed processes left and what has expired. Runs every hour. */
  async sweep(): Promise<void> {
    const objects = this.#objects;
    if (!objects.catalog.isReady) return;
    await objects.sweep();
    this.#expiry ??= new Expiry(objects);
    const count = await this.#expiry.run(() => this.#isClosed);
    if (count > 0) this.#options.log.info({ count }, 'object store deleted expired objects, versions and uploads');
  }
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#sweeps) clearInterval(this.#sweeps);
    await this.#server?.close();
    this.#opened?.close();
  }
}

/** As S3 clients get it; null: there are no rules. */
const rulesXml = ({ lifecycle }: SpaceRow): string | null =>
  lifecycle === null ? null : document('LifecycleConfiguration', lifecycleXml(JSON.parse(lifecycle) as StoredRule[])); // written by putLifecycle
const contentMeta = (contentType: string): Meta => ({ contentType, headers: {}, user: {} });
const toStoredVersion = ({ version, isLatest, isMarker, ...object }: ListedVersion): StoredVersion => ({
  ...toStoredObject(object),
  version,
  isLatest,
  isMarker,
});
const toStoredObject = ({ key, size, etag, modified }: Pick<Listed, keyof StoredObject>): StoredObject => ({ key, size, etag, modified });
async function* once(body: Buffer): AsyncGenerator<Buffer> {
  if (body.length > 0) yield body;
}

const faults: Partial<Record<S3Error['code'], ObjectStoreFault>> = {
  BucketNotEmpty: 'spaceNotEmpty',
  MalformedXML: 'badRules',
  NoSuchBucket: 'noSuchSpace',
  NoSuchKey: 'noSuchKey',
  NoSuchVersion: 'noSuchKey',
  MethodNotAllowed: 'noSuchKey',
  NoSuchUpload: 'noSuchUpload',
  InvalidPart: 'invalidPart',
  EntityTooSmall: 'invalidPart',
  QuotaExceeded: 'quota',
  InsufficientStorage: 'diskFull',
  ServiceUnavailable: 'unavailable',
  SlowDown: 'unavailable',
};
function translated(error: unknown): unknown {
  const refusal = error instanceof S3Error ? error : diskFailure(error);
  const fault = refusal ? faults[refusal.code] : undefined;
  return fault ? new ObjectStoreError(fault) : error;
}
async function translating<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}
