import { createHash } from 'node:crypto';
import { getGlobalDispatcher } from 'undici';
import { type Lifecycle, type LifecycleRule, readRules, withRules } from './lifecycleRules.ts';
import type {
  LinkOptions,
  ListOptions,
  ObjectHead,
  ObjectPage,
  ObjectStore,
  SpaceAccess,
  SpaceKey,
  StoredObject,
  Versioning,
  VersionPage,
} from './objects.ts';
import { linkQuery, parsePosition, toCursor } from './position.ts';
import { parseErrorCode, refusal, unless } from './s3Faults.ts';
import { ALGORITHM, amzDate, canonicalQuery, encode, encodePath, presign, scopeText, sha256, sign } from './sigv4.ts';
import { ObjectStoreError } from './storeError.ts';
import { childElements, childText, document, type Element, parseXml } from './xml.ts';

export interface S3StoreOptions {
  /** For example `https://s3.example.com`; spaces are addressed by path. */
  endpoint: string;
  region: string;
  /** A key with permission to create and use buckets. */
  key: SpaceKey;
  clock: () => number;
}

interface Sent {
  space: string;
  key?: string;
  query?: readonly (readonly [string, string])[];
  headers?: Record<string, string>;
  body?: Buffer;
}

const TIMEOUT_MS = 15_000;
/** Limit of DeleteObjects. */
const MAX_DELETED = 1000;

/** An external store that implements S3: Ceph RGW, Garage, AWS. S3 has no calls for keys and quotas, so customers get none of their own. */
export class S3Store implements ObjectStore {
  readonly capabilities = { engine: 's3', keys: false, limitedKeys: false, quota: false, publicRead: false } as const;
  readonly #options: S3StoreOptions;
  constructor(options: S3StoreOptions) {
    this.#options = options;
  }

  endpoint() {
    return { url: this.#options.endpoint, region: this.#options.region };
  }

  async createSpace(space: string): Promise<void> {
    const { region } = this.#options;
    const body = region === 'us-east-1' ? '' : document('CreateBucketConfiguration', { LocationConstraint: region });
    // In its first region, S3 returns the same response for an existing bucket as for a new one.
    if ((await this.#head({ space })) !== null) throw new ObjectStoreError('spaceExists');
    await this.#send('PUT', { space, body: Buffer.from(body) });
  }
  async setQuota(): Promise<void> {}
  /** Only this store has the key. Links that it has signed work until they expire. */
  async setOpen(): Promise<void> {}
  /** Each store grants public access in its own way: by policies, access lists or settings of the operator. */
  async setAccess(): Promise<void> {
    throw noPublicRead();
  }
  async accessOf(): Promise<SpaceAccess> {
    throw noPublicRead();
  }
  async removeSpace(space: string): Promise<void> {
    await this.#send('DELETE', { space }).catch(unless('noSuchSpace'));
  }
  async usage(space: string) {
    let [bytes, objects] = [0, 0];
    let cursor: string | undefined;
    do {
      const page = await this.list(space, { cursor, limit: 1000 });
      objects += page.objects.length;
      bytes += page.objects.reduce((sum, { size }) => sum + size, 0);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return { bytes, objects };
  }
  async makeKey(): Promise<SpaceKey> {
    throw noKeys();
  }

  async list(space: string, { prefix = '', delimiter = '', cursor, limit }: ListOptions): Promise<ObjectPage> {
    const query: [string, string][] = [
      ['list-type', '2'],
      ['encoding-type', 'url'],
      ['max-keys', String(limit)],
      ['prefix', prefix],
    ];
    if (delimiter) query.push(['delimiter', delimiter]);
    if (cursor !== undefined) query.push(['continuation-token', cursor]);
    const root = parseXml(await (await this.#send('GET', { space, query })).text());
    return {
      objects: childElements(root, 'Contents').map(listed),
      folders: childElements(root, 'CommonPrefixes').map((one) => decoded(childText(one, 'Prefix'))),
      nextCursor: childText(root, 'IsTruncated') === 'true' ? (childText(root, 'NextContinuationToken') ?? null) : null,
    };
  }
  async head(space: string, key: string): Promise<ObjectHead | null> {
    const headers = await this.#head({ space, key });
    return (
      headers && {
        key,
        size: Number(headers.get('content-length')),
        etag: bare(headers.get('etag') ?? ''),
        modified: Date.parse(headers.get('last-modified') ?? ''),
        contentType: headers.get('content-type') ?? 'binary/octet-stream',
      }
    );
  }
  async read(space: string, key: string, limit: number): Promise<Buffer> {
    const head = await this.head(space, key);
    if (!head) throw new ObjectStoreError('noSuchKey');
    if (head.size === 0) return Buffer.alloc(0);
    const response = await this.#send('GET', { space, key, headers: { range: `bytes=0-${limit - 1}` } });
    return Buffer.from(await response.arrayBuffer());
  }
  async put(space: string, key: string, body: Buffer, contentType: string): Promise<StoredObject> {
    await this.#send('PUT', { space, key, body, headers: { 'content-type': contentType } });
    return this.#there(space, key);
  }
  async copy(space: string, from: string, to: string, version?: string): Promise<StoredObject> {
    const source = `/${space}/${encodePath(from)}${version === undefined ? '' : `?versionId=${encode(version)}`}`;
    await this.#send('PUT', { space, key: to, headers: { 'x-amz-copy-source': source } });
    return this.#there(space, to);
  }
  async remove(space: string, keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += MAX_DELETED)
      await this.#remove(
        space,
        keys.slice(at, at + MAX_DELETED).map((Key) => ({ Key })),
      );
  }
  async #remove(space: string, named: readonly { Key: string; VersionId?: string | undefined }[]): Promise<void> {
    const body = Buffer.from(document('Delete', { Object: named.map((one) => ({ ...one })), Quiet: true }));
    const root = parseXml(await (await this.#send('POST', { space, query: [['delete', '']], body, headers: contentMd5(body) })).text());
    const [failed] = childElements(root, 'Error');
    if (failed) throw new Error(`the store did not delete an object: ${childText(failed, 'Code')}`);
  }
  async removeAll(space: string): Promise<void> {
    for (;;) {
      const page = await this.listVersions(space, { limit: MAX_DELETED }).catch(unless('unsupported'));
      // A store without versions, as Garage.
      if (!page) return this.#removeCurrent(space);
      if (page.versions.length === 0) return;
      await this.#remove(
        space,
        page.versions.map(({ key, version }) => ({ Key: key, VersionId: version })),
      );
    }
  }
  async #removeCurrent(space: string): Promise<void> {
    for (;;) {
      const { objects } = await this.list(space, { limit: MAX_DELETED });
      if (objects.length === 0) return;
      await this.remove(
        space,
        objects.map(({ key }) => key),
      );
    }
  }
  async versioning(space: string): Promise<Versioning> {
    const root = parseXml(await (await this.#send('GET', { space, query: [['versioning', '']] })).text());
    const status = childText(root, 'Status');
    return status === 'Enabled' || status === 'Suspended' ? status : null;
  }
  async #rules(space: string): Promise<string | null> {
    const response = await this.#fetch('GET', { space, query: [['lifecycle', '']] });
    const text = await response.text();
    if (response.ok) return text;
    if (parseErrorCode(text) === 'NoSuchLifecycleConfiguration') return null;
    throw refusal(parseErrorCode(text), response.status);
  }
  async lifecycle(space: string): Promise<Lifecycle> {
    return readRules(await this.#rules(space));
  }
  /** S3 has no condition for it: a change by another client between reading and writing is lost. */
  async setLifecycle(space: string, rules: readonly LifecycleRule[], revision: string): Promise<void> {
    const before = await this.#rules(space);
    if (readRules(before).revision !== revision) throw new ObjectStoreError('changed');
    const after = withRules(before, rules);
    const query = [['lifecycle', '']] as const;
    if (after === null) return void (await this.#send('DELETE', { space, query }));
    const body = Buffer.from(after);
    const response = await this.#fetch('PUT', { space, query, body, headers: contentMd5(body) });
    if (response.ok) return;
    const code = parseErrorCode(await response.text());
    // The rules are all that this request has.
    throw code === 'InvalidArgument' || code === 'InvalidRequest' ? new ObjectStoreError('badRules', code) : refusal(code, response.status);
  }
  async setVersioning(space: string, enabled: boolean): Promise<void> {
    const body = Buffer.from(document('VersioningConfiguration', { Status: enabled ? 'Enabled' : 'Suspended' }));
    await this.#send('PUT', { space, query: [['versioning', '']], body, headers: contentMd5(body) });
  }
  async listVersions(space: string, { prefix = '', delimiter = '', cursor, limit }: ListOptions): Promise<VersionPage> {
    const [key, version] = parsePosition(cursor);
    const query: [string, string][] = [
      ['versions', ''],
      ['encoding-type', 'url'],
      ['max-keys', String(limit)],
      ['prefix', prefix],
    ];
    if (delimiter) query.push(['delimiter', delimiter]);
    if (key) query.push(['key-marker', key]);
    if (version) query.push(['version-id-marker', version]);
    const root = parseXml(await (await this.#send('GET', { space, query })).text());
    const nextKey = childText(root, 'NextKeyMarker');
    return {
      // Some stores list all versions before the delete markers.
      versions: root.children
        .filter(({ name }) => name === 'Version' || name === 'DeleteMarker')
        .map((one) => ({
          ...listed(one),
          version: childText(one, 'VersionId') ?? 'null',
          isLatest: childText(one, 'IsLatest') === 'true',
          isMarker: one.name === 'DeleteMarker',
        }))
        .sort(
          (a, b) =>
            Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) || Number(b.isLatest) - Number(a.isLatest) || b.modified - a.modified,
        ),
      folders: childElements(root, 'CommonPrefixes').map((one) => decoded(childText(one, 'Prefix'))),
      nextCursor:
        childText(root, 'IsTruncated') === 'true' && nextKey !== undefined
          ? toCursor(decoded(nextKey), childText(root, 'NextVersionIdMarker') || null)
          : null,
    };
  }
  async headVersion(space: string, key: string, version: string) {
    const response = await this.#fetch('HEAD', { space, key, query: [['versionId', version]] });
    // Of a delete marker. An ID that no version can have is a bad request.
    if (response.status === 405) return { isMarker: true, size: 0 };
    if (response.status === 404 || response.status === 400) return null;
    if (!response.ok) throw refusal(undefined, response.status);
    return { isMarker: false, size: Number(response.headers.get('content-length')) };
  }
  async removeVersion(space: string, key: string, version: string): Promise<void> {
    await this.#send('DELETE', { space, key, query: [['versionId', version]] }).catch(unless('noSuchKey'));
  }

  async startUpload(space: string, key: string, contentType: string): Promise<string> {
    const sent = { space, key, query: [['uploads', '']] as const, headers: { 'content-type': contentType } };
    return childText(parseXml(await (await this.#send('POST', sent)).text()), 'UploadId') ?? '';
  }
  async putPart(space: string, key: string, uploadId: string, number: number, body: Buffer): Promise<string> {
    const query = [
      ['partNumber', String(number)],
      ['uploadId', uploadId],
    ] as const;
    return bare((await this.#send('PUT', { space, key, query, body })).headers.get('etag') ?? '');
  }
  async completeUpload(space: string, key: string, uploadId: string, count: number): Promise<StoredObject> {
    const found: { PartNumber: number; ETag: string }[] = [];
    let marker = '0';
    for (let more = true; more; ) {
      const query = [
        ['uploadId', uploadId],
        ['part-number-marker', marker],
      ] as const;
      const root = parseXml(await (await this.#send('GET', { space, key, query })).text());
      for (const part of childElements(root, 'Part'))
        found.push({ PartNumber: Number(childText(part, 'PartNumber')), ETag: childText(part, 'ETag') ?? '' });
      more = childText(root, 'IsTruncated') === 'true';
      marker = childText(root, 'NextPartNumberMarker') ?? '';
    }
    const parts = found.filter(({ PartNumber }) => PartNumber <= count);
    if (parts.length !== count) throw new ObjectStoreError('invalidPart');
    const body = Buffer.from(document('CompleteMultipartUpload', { Part: parts }));
    // S3 may return 200 with a failure in the body, because joining takes long.
    const root = parseXml(await (await this.#send('POST', { space, key, query: [['uploadId', uploadId]], body })).text());
    if (root.name === 'Error') throw refusal(childText(root, 'Code'), 200);
    return this.#there(space, key);
  }
  async abortUpload(space: string, key: string, uploadId: string): Promise<boolean> {
    const answer = await this.#send('DELETE', { space, key, query: [['uploadId', uploadId]] }).catch(unless('noSuchUpload'));
    return answer !== undefined;
  }

  async addKey(): Promise<SpaceKey> {
    throw noKeys();
  }
  async removeKey(): Promise<void> {
    throw noKeys();
  }
  usedAt = async (accessKeys: readonly string[]): Promise<null[]> => accessKeys.map(() => null);
  share = async (space: string, key: string, expiresIn: number) => ({ url: await this.link(space, key, { expiresIn }), accessKey: null });

  async link(space: string, key: string, { expiresIn, disposition, version }: LinkOptions): Promise<string> {
    const { endpoint, region, key: own, clock } = this.#options;
    const path = objectPath(endpoint, space, key);
    const query = linkQuery(disposition, version);
    const { host, origin } = new URL(endpoint);
    return `${origin}${path}?${presign({ method: 'GET', path, host, query, expiresIn, now: clock() }, own, region)}`;
  }

  async listen(): Promise<void> {}
  async close(): Promise<void> {}

  async #there(space: string, key: string): Promise<StoredObject> {
    const head = await this.head(space, key);
    if (!head) throw new ObjectStoreError('noSuchKey');
    const { contentType: _contentType, ...object } = head;
    return object;
  }
  /** Null: not found. A HEAD response has no body with the error code. */
  async #head(sent: Sent): Promise<Headers | null> {
    const response = await this.#fetch('HEAD', sent);
    if (response.status === 404) return null;
    if (!response.ok) throw refusal(undefined, response.status);
    return response.headers;
  }
  async #send(method: 'GET' | 'PUT' | 'POST' | 'DELETE', sent: Sent): Promise<Response> {
    const response = await this.#fetch(method, sent);
    if (response.ok) return response;
    throw refusal(parseErrorCode(await response.text()), response.status);
  }

  /** Uses undici's dispatcher directly: `fetch` and `request` remove `..` from a URL, but here it is part of a key. */
  async #fetch(
    method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
    { space, key = '', query = [], headers = {}, body }: Sent,
  ): Promise<Response> {
    const { endpoint, region, key: own, clock } = this.#options;
    const { host, origin } = new URL(endpoint);
    const path = objectPath(endpoint, space, key);
    const time = amzDate(clock());
    const payloadHash = sha256(body ?? '');
    const all: Record<string, string> = { ...headers, host, 'x-amz-date': time, 'x-amz-content-sha256': payloadHash };
    const signedHeaders = Object.keys(all).sort();
    const scope = { date: time.slice(0, 8), region };
    const { signature } = sign({ method, path, query, headers: all, signedHeaders, payloadHash }, own.secretKey, time, scope);
    const { host: _host, ...sent } = all;
    const answer = await getGlobalDispatcher().request({
      origin,
      path: `${path}${query.length > 0 ? `?${canonicalQuery(query)}` : ''}`,
      method,
      headers: {
        ...sent,
        authorization: `${ALGORITHM} Credential=${own.accessKey}/${scopeText(scope)}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`,
      },
      body: body ?? null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const content = await answer.body.arrayBuffer();
    return new Response(content.byteLength > 0 ? content : null, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      ),
    });
  }
}

const noKeys = () => new Error('an S3 store cannot create keys: see capabilities.keys');
const noPublicRead = () => new Error('an S3 store cannot make spaces public: see capabilities.publicRead');
const objectPath = (endpoint: string, space: string, key: string) =>
  `${new URL(endpoint).pathname.replace(/\/$/, '')}/${encode(space)}${key === '' ? '' : `/${encodePath(key)}`}`;
/** Required by DeleteObjects and PutBucketVersioning. */
const contentMd5 = (body: Buffer) => ({ 'content-md5': createHash('md5').update(body).digest('base64') });
const decoded = (text = '') => decodeURIComponent(text.replaceAll('+', ' '));
/** An object or a version in a list; delete markers have neither size nor ETag. */
const listed = (one: Element): StoredObject => ({
  key: decoded(childText(one, 'Key')),
  size: Number(childText(one, 'Size') ?? 0),
  etag: bare(childText(one, 'ETag')),
  modified: Date.parse(childText(one, 'LastModified') ?? ''),
});
const bare = (etag = '') => etag.replaceAll('"', '');
