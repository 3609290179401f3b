import { accessDenied, S3Error } from '../s3Error.ts';
import { decodePath } from '../sigv4.ts';
import { publicRead } from './access.ts';
import { type Auth, authenticate, type Incoming, isSigned } from './auth.ts';
import type { Body } from './body.ts';
import { type CorsRule, corsHeaders } from './cors.ts';
import { type Answer, type Caller, type Exchange, makeExchange, makeFormExchange, owner } from './exchange.ts';
import { parseBoundary, readForm } from './form.ts';
import { checkLimit } from './keyLimit.ts';
import { keyLimit } from './keys.ts';
import { limits } from './limits.ts';
import type { Objects } from './objects.ts';
import { storedCors } from './spaces.ts';
import { FORM, operations, select } from './table.ts';

export interface RouterOptions {
  objects: Objects;
  region: string;
  /** Hostnames that have spaces as their first label (virtual-host style). */
  hosts: () => readonly string[];
  /** The operator's own key, valid for every space; null: there is none. */
  root: { accessKey: string; secretKey: string } | null;
  /** The unsealed secret of a space's key. */
  secretOf: (accessKey: string) => string | null;
  /** A request was signed with a space's key. */
  onUse: (accessKey: string) => void;
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
    const boundary = target.key === '' && !isSigned(incoming) ? parseBoundary(incoming) : null;
    if (boundary === null) {
      const isAnonymous = !isSigned(incoming) && this.#isPublic(target.space);
      const auth = isAnonymous ? null : authenticate(incoming, now, this.#secretOf);
      const caller = this.#caller(auth, target.space);
      return this.#run(makeExchange(incoming, auth, caller, target, raw));
    }
    const form = await readForm(raw(), boundary, target.space, now, this.#secretOf);
    const exchange = makeFormExchange(incoming, form, this.#caller(form.auth, target.space), target.space);
    checkKey(exchange.key);
    return this.#run(exchange, FORM);
  }

  async #run(input: Exchange, title?: string): Promise<Answer> {
    const { objects } = this.#options;
    const { space, headers, caller } = input;
    const isOwn = space === '' || caller.mayUse(space);
    const exchange = isOwn ? input : publicRead(input);
    const { run, title: operation } = select(this.#operations, exchange, title);
    if (isOwn) checkLimit(caller.limit, operation, exchange);
    const needsSpace = space !== '' && run !== this.#operations['PUT space']?.run;
    if (needsSpace && objects.space(space).closed && !caller.isRoot)
      throw new S3Error('AccessDenied', 'The services of this account are suspended.');
    for (const header of ['x-amz-expected-bucket-owner', 'x-amz-source-expected-bucket-owner'])
      if ((headers[header] ?? owner.ID) !== owner.ID) throw accessDenied();
    try {
      return await run(objects, exchange);
    } catch (error) {
      // As S3 answers to those who may not list the keys.
      if (!isOwn && error instanceof S3Error && error.code === 'NoSuchKey') throw accessDenied();
      throw error;
    }
  }

  /**
   * @throws S3Error AccessDenied if the key isn't for the space, which isn't public either: whether another customer's space exists
   * isn't revealed
   */
  #caller(auth: Auth | null, space: string): Caller {
    const accessKey = auth?.accessKey ?? null;
    const isRoot = accessKey !== null && accessKey === this.#options.root?.accessKey;
    const own = accessKey === null || isRoot ? undefined : this.#options.objects.catalog.spaceOfKey(accessKey);
    const mayUse = (name: string) => isRoot || own?.name === name;
    if (space !== '' && !mayUse(space) && !this.#isPublic(space)) throw accessDenied();
    if (own && accessKey !== null) this.#options.onUse(accessKey);
    return { accessKey, isRoot, mayUse, limit: keyLimit(own, accessKey) };
  }
  #isPublic = (space: string): boolean => space !== '' && this.#options.objects.catalog.space(space)?.access === 'publicRead';

  #secretOf = (key: string): string | null => {
    const { root, secretOf } = this.#options;
    return key === root?.accessKey ? root.secretKey : secretOf(key);
  };

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
    checkKey(target.key);
    return target;
  }

  /** CORS headers for a response; null if the page may not have it. Also used for preflights, which have no signature. */
  cors(incoming: Incoming, method: string, requested: readonly string[]): Record<string, string> | null {
    const { origin } = incoming.headers;
    if (origin === undefined) return null;
    let name = '';
    try {
      name = this.#target(incoming).space;
    } catch {
      return null;
    }
    const stored = this.#options.objects.catalog.space(name)?.cors ?? null;
    return corsHeaders([this.#panelRule(), ...storedCors(stored)], origin, method, requested);
  }
  #panelRule = (): CorsRule => ({
    origins: [this.#options.panelOrigin],
    methods: ['GET', 'HEAD', 'PUT'],
    headers: ['content-type', 'content-md5'],
    exposed: ['etag'],
    maxAge: 600,
  });
}

/** @throws S3Error KeyTooLongError, InvalidURI */
function checkKey(key: string): void {
  if (Buffer.byteLength(key) > limits.keyBytes) throw new S3Error('KeyTooLongError', 'Your key is too long');
  // SQLite treats it as the end of a text, and our clients don't need it.
  if (key.includes('\0')) throw new S3Error('InvalidURI', "Couldn't parse the specified URI.");
}
