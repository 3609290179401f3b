import { createHash, createHmac, type Hash, timingSafeEqual } from 'node:crypto';
import { iso } from '../../../lib/time.ts';

/*
 * Signature version 4 as used by S3 ("Authenticating Requests (AWS Signature Version 4)", Amazon S3 API reference): the path is encoded
 * once and keeps its slashes. Pure functions: the server verifies with the same code that the client in `s3.ts` signs with.
 */
export const ALGORITHM = 'AWS4-HMAC-SHA256';
export const UNSIGNED = 'UNSIGNED-PAYLOAD';
/** A body in chunks, each with a signature. */
export const SIGNED_CHUNKS = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
export const EMPTY_HASH = createHash('sha256').digest('hex');

export interface Scope {
  /** YYYYMMDD */
  date: string;
  region: string;
}

export interface Signable {
  method: string;
  /** As sent, without the query. */
  path: string;
  /** Decoded pairs, without the signature. */
  query: readonly (readonly [string, string])[];
  /** By lower-case name; Latin-1 text, one character for each byte, like Node's HTTP server provides them. */
  headers: Readonly<Record<string, string>>;
  signedHeaders: readonly string[];
  payloadHash: string;
}

/** RFC 3986: everything except unreserved characters is encoded, in upper-case hex. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
export const encodePath = (path: string): string => path.split('/').map(encode).join('/');

/** ISO 8601 basic format: `20261124T143000Z`. */
export const amzDate = (now: number): string => iso(now).replace(/[-:]|\.\d{3}/g, '');

/** Epoch milliseconds of an ISO 8601 basic time; NaN for anything else. */
export function parseAmzDate(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  return match ? Date.parse(`${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}Z`) : Number.NaN;
}
/** Epoch milliseconds of the time of HTTP in its preferred form (RFC 9110, section 5.6.7); NaN for anything else. */
export function parseHttpDate(text: string): number {
  const at = Date.parse(text);
  return Number.isNaN(at) || new Date(at).toUTCString() !== text ? Number.NaN : at;
}

export const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

export const signingKey = (secretKey: string, { date, region }: Scope): Buffer =>
  hmac(hmac(hmac(hmac(`AWS4${secretKey}`, date), region), 's3'), 'aws4_request');
export const scopeText = ({ date, region }: Scope): string => `${date}/${region}/s3/aws4_request`;

const byCode = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function canonicalQuery(query: Signable['query']): string {
  const encoded = query.map(([name, value]) => [encode(name), encode(value)] as const);
  return encoded
    .sort(([a, av], [b, bv]) => byCode(a, b) || byCode(av, bv))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/**
 * The signature of a request, and the signing key for its chunks.
 * @param encoding of header values. Some clients send them in Latin-1 and sign them in UTF-8. Everything else is ASCII.
 */
export function sign(
  request: Signable,
  secretKey: string,
  time: string,
  scope: Scope,
  encoding: 'latin1' | 'utf8' = 'latin1',
): { signature: string; key: Buffer } {
  const canonical = [
    request.method,
    encodePath(decodePath(request.path)),
    canonicalQuery(request.query),
    ...request.signedHeaders.map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    request.signedHeaders.join(';'),
    request.payloadHash,
  ].join('\n');
  const key = signingKey(secretKey, scope);
  const text = [ALGORITHM, time, scopeText(scope), sha256(Buffer.from(canonical, encoding))].join('\n');
  return { signature: hmac(key, text).toString('hex'), key };
}

/** @throws URIError when the path isn't UTF-8 in percent-encoding */
export const decodePath = (path: string): string => path.split('/').map(decodeURIComponent).join('/');

export function sameSignature(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Signs the chunks of a body in order: each signature includes the previous one. */
export class ChunkSigner {
  readonly #key: Buffer;
  readonly #time: string;
  readonly #scope: string;
  #previous: string;
  constructor(key: Buffer, time: string, scope: Scope, seed: string) {
    this.#key = key;
    this.#time = time;
    this.#scope = scopeText(scope);
    this.#previous = seed;
  }
  /** @param hash of the chunk's bytes */
  next(hash: Hash): string {
    const text = [`${ALGORITHM}-PAYLOAD`, this.#time, this.#scope, this.#previous, EMPTY_HASH, hash.digest('hex')].join('\n');
    this.#previous = hmac(this.#key, text).toString('hex');
    return this.#previous;
  }
  /** @param trailers as `name:value` lines, each with its line feed */
  trailer(trailers: string): string {
    const text = [`${ALGORITHM}-TRAILER`, this.#time, this.#scope, this.#previous, sha256(Buffer.from(trailers, 'latin1'))].join('\n');
    return hmac(this.#key, text).toString('hex');
  }
}

/** The query of a presigned URL, with its signature (Authenticating Requests: Using Query Parameters). */
export function presign(
  options: { method: string; path: string; host: string; query: readonly (readonly [string, string])[]; expiresIn: number; now: number },
  key: { accessKey: string; secretKey: string },
  region: string,
): string {
  const time = amzDate(options.now);
  const scope = { date: time.slice(0, 8), region };
  const query = [
    ...options.query,
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${key.accessKey}/${scopeText(scope)}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(options.expiresIn)],
    ['X-Amz-SignedHeaders', 'host'],
  ] as const;
  const request = { method: options.method, path: options.path, query, headers: { host: options.host }, signedHeaders: ['host'] };
  const { signature } = sign({ ...request, payloadHash: UNSIGNED }, key.secretKey, time, scope);
  return `${canonicalQuery(query)}&X-Amz-Signature=${signature}`;
}
