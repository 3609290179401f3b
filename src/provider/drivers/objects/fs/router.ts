import { S3Error } from '../s3-error.ts';
import { decodePath } from '../sigv4.ts';
import { type Auth, authenticate, type Incoming } from './auth.ts';
import { type CorsRule, corsHeaders } from './cors.ts';
import { type Answer, type Exchange, makeExchange } from './exchange.ts';
import { type Body, limits, type Objects } from './objects.ts';
import type { Operation } from './operations.ts';
import * as object from './operations.ts';
import * as space from './spaces.ts';

export interface RouterOptions {
  objects: Objects;
  region: string;
  /** Hostnames that have spaces as their first label (virtual-host style). */
  hosts: () => readonly string[];
  /** The operator's own key, valid for every space; null: there is none. */
  root: { accessKey: string; secretKey: string } | null;
  /** The unsealed secret of a space's key. */
  secretOf: (accessKey: string) => string | null;
  /** The origin of the panel: its pages may use presigned URLs. */
  panelOrigin: string;
}

/** Parameters that select a different operation. Unsupported ones are refused, never ignored. */
const subresources = [
  'accelerate acl analytics attributes cors delete encryption intelligent-tiering inventory legal-hold lifecycle location logging metrics',
  'notification object-lock ownershipControls partNumber policy policyStatus publicAccessBlock replication requestPayment restore retention',
  'select tagging torrent uploadId uploads versionId versioning versions website',
].flatMap((line) => line.split(' '));

type Table = Readonly<Record<string, Operation>>;

export class Router {
  readonly #options: RouterOptions;
  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** @throws S3Error for requests that S3 refuses */
  async answer(incoming: Incoming, now: number, raw: () => Body): Promise<Answer> {
    const target = this.#target(incoming);
    const { accessKey, ...rest } = this.#authenticate(incoming, now);
    const auth = { accessKey, ...rest };
    const isRoot = accessKey === this.#options.root?.accessKey;
    const mayUse = (name: string) => isRoot || this.#options.objects.catalog.space(name)?.accessKey === accessKey;
    const { objects } = this.#options;
    if (target.space === '') {
      if (incoming.method !== 'GET') throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
      const own = objects.catalog.spaceOfKey(accessKey);
      return space.listSpaces(isRoot ? objects.catalog.spaces() : own ? [own] : []);
    }
    const exchange = makeExchange(incoming, auth, target, raw);
    const name = this.#operationName(exchange);
    if (name === 'PUT space' && (isRoot || objects.catalog.space(target.space))) {
      if (!mayUse(target.space)) throw new S3Error('BucketAlreadyExists', 'The requested bucket name is not available.');
      return space.createSpace(objects, exchange);
    }
    // Don't reveal whether another customer's space exists.
    if (!mayUse(target.space)) throw new S3Error('AccessDenied', 'Access Denied');
    if (objects.space(target.space).closed && !isRoot) throw new S3Error('AccessDenied', 'The services of this account are suspended.');
    const operation = this.#table(mayUse)[name];
    if (!operation)
      throw new S3Error('NotImplemented', 'A header or parameter you provided implies functionality that is not implemented.');
    return operation(objects, exchange);
  }

  #authenticate(incoming: Incoming, now: number): Auth {
    const { root, secretOf } = this.#options;
    return authenticate(incoming, now, (key) => (key === root?.accessKey ? root.secretKey : secretOf(key)));
  }

  #operationName({ method, key, params, headers }: Exchange): string {
    const sub = subresources.filter((one) => params.has(one)).sort();
    const kind = key === '' ? 'space' : 'object';
    const copy = method === 'PUT' && sub.length === 0 && headers['x-amz-copy-source'] !== undefined ? ' copy' : '';
    const v2 = kind === 'space' && method === 'GET' && sub.length === 0 && params.get('list-type') === '2' ? ' list2' : '';
    return [method, kind, ...sub].join(' ') + copy + v2;
  }

  #table = (mayUse: (name: string) => boolean): Table => ({
    'GET space': space.listObjects,
    'GET space list2': space.listObjectsV2,
    'GET space location': space.getLocation(this.#options.region),
    'GET space versioning': space.getVersioning,
    'GET space uploads': space.listUploads,
    'GET space cors': space.getCors,
    'PUT space cors': space.putCors,
    'DELETE space cors': space.deleteCors,
    'HEAD space': () => ({ status: 200, headers: { 'x-amz-bucket-region': this.#options.region } }),
    'DELETE space': (objects, exchange) => {
      if (exchange.auth.accessKey !== this.#options.root?.accessKey) throw new S3Error('AccessDenied', 'A space is deleted in the panel.');
      return space.deleteSpace(objects, exchange);
    },
    'POST space delete': object.deleteObjects,
    'PUT object': object.putObject,
    'PUT object copy': object.copyObject(mayUse),
    'GET object': object.getObject,
    'HEAD object': object.getObject,
    'DELETE object': object.deleteObject,
    'POST object uploads': object.createUpload,
    'PUT object partNumber uploadId': object.uploadPart,
    'GET object uploadId': object.listParts,
    'POST object uploadId': object.completeUpload(
      ({ headers, space: name, key }) => `http://${headers.host}${object.locationPath(name, key)}`,
    ),
    'DELETE object uploadId': object.abortUpload,
  });

  /** The target of the URL: `/space/key`, or `/key` at `space.<host of the store>`. */
  #target({ path, headers }: Incoming): { space: string; key: string } {
    const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
    const base = this.#options.hosts().find((one) => host.endsWith(`.${one}`));
    let decoded: string;
    try {
      decoded = decodePath(path);
    } catch {
      throw new S3Error('InvalidURI', "Couldn't parse the specified URI.");
    }
    const rest = decoded.slice(1);
    const slash = rest.indexOf('/');
    const target = base
      ? { space: host.slice(0, -base.length - 1), key: rest }
      : slash < 0
        ? { space: rest, key: '' }
        : { space: rest.slice(0, slash), key: rest.slice(slash + 1) };
    if (Buffer.byteLength(target.key) > limits.keyBytes) throw new S3Error('KeyTooLongError', 'Your key is too long');
    // SQLite treats it as the end of a text, and our clients don't need it.
    if (target.key.includes('\0')) throw new S3Error('InvalidURI', "Couldn't parse the specified URI.");
    return target;
  }

  /** CORS headers for a response; null if the page may not have it. Also used for preflights, which have no signature. */
  cors(incoming: Incoming, method: string, asked: readonly string[]): Record<string, string> | null {
    const { origin } = incoming.headers;
    if (origin === undefined) return null;
    let name = '';
    try {
      name = this.#target(incoming).space;
    } catch {
      return null;
    }
    const stored = this.#options.objects.catalog.space(name)?.cors ?? null;
    return corsHeaders([this.#panelRule(), ...space.corsOf(stored)], origin, method, asked);
  }
  #panelRule = (): CorsRule => ({
    origins: [this.#options.panelOrigin],
    methods: ['GET', 'HEAD', 'PUT'],
    headers: ['content-type', 'content-md5'],
    exposed: ['etag'],
    maxAge: 600,
  });
}
