import { S3Error } from '../s3-error.ts';
import { decodePath } from '../sigv4.ts';
import { type Auth, authenticate, type Incoming } from './auth.ts';
import { type CorsRule, corsHeaders } from './cors.ts';
import { type Answer, type Caller, makeExchange, owner } from './exchange.ts';
import { type Body, limits, type Objects } from './objects.ts';
import { corsOf } from './spaces.ts';
import { operations, select } from './table.ts';

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

export class Router {
  readonly #options: RouterOptions;
  readonly #operations: ReturnType<typeof operations>;
  constructor(options: RouterOptions) {
    this.#options = options;
    this.#operations = operations(options.region);
  }

  /** @throws S3Error for requests that S3 refuses */
  async answer(incoming: Incoming, now: number, raw: () => Body): Promise<Answer> {
    const target = this.#target(incoming);
    const auth = this.#authenticate(incoming, now);
    const { objects } = this.#options;
    const caller = this.#caller(auth);
    const exchange = makeExchange(incoming, auth, caller, target, raw);
    // Don't reveal whether another customer's space exists.
    if (target.space !== '' && !caller.mayUse(target.space)) throw new S3Error('AccessDenied', 'Access Denied');
    const { run } = select(this.#operations, exchange);
    const needsSpace = target.space !== '' && run !== this.#operations['PUT space']?.run;
    if (needsSpace && objects.space(target.space).closed && !caller.isRoot)
      throw new S3Error('AccessDenied', 'The services of this account are suspended.');
    for (const header of ['x-amz-expected-bucket-owner', 'x-amz-source-expected-bucket-owner'])
      if ((exchange.headers[header] ?? owner.ID) !== owner.ID) throw new S3Error('AccessDenied', 'Access Denied');
    return run(objects, exchange);
  }

  #caller({ accessKey }: Auth): Caller {
    const isRoot = accessKey === this.#options.root?.accessKey;
    const mayUse = (name: string) => isRoot || this.#options.objects.catalog.space(name)?.accessKey === accessKey;
    return { accessKey, isRoot, mayUse };
  }

  #authenticate(incoming: Incoming, now: number): Auth {
    const { root, secretOf } = this.#options;
    return authenticate(incoming, now, (key) => (key === root?.accessKey ? root.secretKey : secretOf(key)));
  }

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
    return corsHeaders([this.#panelRule(), ...corsOf(stored)], origin, method, asked);
  }
  #panelRule = (): CorsRule => ({
    origins: [this.#options.panelOrigin],
    methods: ['GET', 'HEAD', 'PUT'],
    headers: ['content-type', 'content-md5'],
    exposed: ['etag'],
    maxAge: 600,
  });
}
