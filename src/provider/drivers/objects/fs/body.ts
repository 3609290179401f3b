import { createHash } from 'node:crypto';
import { S3Error } from '../s3Error.ts';
import { ChunkSigner, SIGNED_CHUNKS, sameSignature, UNSIGNED } from '../sigv4.ts';
import type { Auth } from './auth.ts';
import { type Algorithm, algorithmIn, algorithms, type Checksum, checksumHeader, checksumIn, summer, wrongChecksum } from './checksums.ts';

type Source = AsyncIterable<Uint8Array>;

export interface Body extends AsyncIterable<Uint8Array> {
  /** The checksum of the content, after it was read to its end; null: none. */
  checksum?: () => Checksum | null;
}

const incomplete = () =>
  new S3Error('IncompleteBody', 'You did not provide the number of bytes specified by the Content-Length HTTP header.');
const wrongSignature = () => new S3Error('SignatureDoesNotMatch', 'The signature of a chunk does not match.');

/** The checksum of a body that was read; null: it has none. */
export const bodyChecksum = (body: Body): Checksum | null => body.checksum?.() ?? null;

/** The properties of a body according to the headers. */
export interface BodyFacts {
  /** Bytes of the content; null if a chunked body doesn't specify it. */
  length: number | null;
  /** The value of x-amz-content-sha256, which was checked with the signature. */
  payloadHash: string;
  contentMd5: string | undefined;
  /** The value is null if it follows the content. */
  checksum: { algorithm: Algorithm; value: string | null } | null;
}

/** @throws S3Error InvalidArgument, InvalidDigest, InvalidRequest */
export function bodyFacts(headers: Readonly<Record<string, string>>): BodyFacts {
  const payloadHash = headers['x-amz-content-sha256'] ?? UNSIGNED;
  const isChunked = payloadHash.startsWith('STREAMING-');
  const text = isChunked ? headers['x-amz-decoded-content-length'] : headers['content-length'];
  if (text !== undefined && !/^\d{1,15}$/.test(text)) throw new S3Error('InvalidArgument', 'The length of the content is not a number.');
  const contentMd5 = headers['content-md5'];
  if (contentMd5 !== undefined && !/^[A-Za-z0-9+/]{22}==$/.test(contentMd5))
    throw new S3Error('InvalidDigest', 'The Content-MD5 you specified was invalid.');
  return { length: text === undefined ? null : Number(text), payloadHash, contentMd5, checksum: declaredChecksum(headers) };
}

function declaredChecksum(headers: Readonly<Record<string, string>>): BodyFacts['checksum'] {
  const declared = checksumIn(headers);
  const trailer = headers['x-amz-trailer']?.toLowerCase();
  const following = algorithms.find((one) => checksumHeader(one) === trailer);
  if (trailer !== undefined && !following)
    throw new S3Error('InvalidRequest', 'The value specified in the x-amz-trailer header is not supported');
  if (declared && following)
    throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.');
  const checksum = declared ?? (following ? { algorithm: following, value: null } : null);
  const announced = algorithmIn(headers, 'x-amz-sdk-checksum-algorithm');
  if (announced && announced !== checksum?.algorithm)
    throw new S3Error(
      'InvalidRequest',
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    );
  return checksum;
}

/**
 * The content of a request's body, without chunk framing, verified against all information from the client. The content
 * is only verified at the end, so nothing may be stored if reading it throws.
 * @param wanted the checksum to compute if the client sends none. @throws S3Error InvalidRequest if it sends another one
 */
export function content(source: Source, facts: BodyFacts, auth: Auth, wanted: Algorithm | null): Body {
  const declared = facts.checksum?.algorithm;
  if (wanted && declared && declared !== wanted)
    throw new S3Error(
      'InvalidRequest',
      `Checksum Type mismatch occurred, expected checksum Type: ${wanted.toLowerCase()}, actual checksum Type: ${declared.toLowerCase()}`,
    );
  const computed: { checksum: Checksum | null } = { checksum: null };
  const bytes = verified(source, facts, auth, wanted, (checksum) => (computed.checksum = checksum));
  return { [Symbol.asyncIterator]: () => bytes, checksum: () => computed.checksum };
}

async function* verified(
  source: Source,
  facts: BodyFacts,
  auth: Auth,
  wanted: Algorithm | null,
  onChecksum: (checksum: Checksum) => void,
): AsyncGenerator<Buffer> {
  const { payloadHash, contentMd5, checksum } = facts;
  const isChunked = payloadHash.startsWith('STREAMING-');
  const isHashed = !isChunked && payloadHash !== UNSIGNED;
  const whole = isHashed ? createHash('sha256') : null;
  const md5 = contentMd5 === undefined ? null : createHash('md5');
  const algorithm = checksum?.algorithm ?? wanted;
  const sum = algorithm && (await summer(algorithm));
  let expected = checksum?.value;
  let size = 0;
  const onTrailer = (name: string, value: string) => {
    if (!checksum || expected !== null || name !== checksumHeader(checksum.algorithm))
      throw new S3Error(
        'MalformedTrailerError',
        'The request contained trailing data that was not well-formed or did not match its headers.',
      );
    expected = value;
  };
  for await (const piece of isChunked ? decode(source, payloadHash, auth, onTrailer) : source) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    size += chunk.length;
    whole?.update(chunk);
    md5?.update(chunk);
    sum?.update(chunk);
    yield chunk;
  }
  if (facts.length !== null && facts.length !== size) throw incomplete();
  if (whole && whole.digest('hex') !== payloadHash)
    throw new S3Error('XAmzContentSHA256Mismatch', "The provided 'x-amz-content-sha256' header does not match what was computed.");
  if (md5 && md5.digest('base64') !== contentMd5)
    throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
  if (!sum || !algorithm) return;
  const value = await sum.digest();
  if (checksum && value !== expected) throw wrongChecksum(algorithm);
  onChecksum({ algorithm, value, type: 'FULL_OBJECT' });
}

/** Reads and verifies an entire small body. */
export async function wholeBody(source: Source, facts: BodyFacts, auth: Auth, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const piece of content(source, facts, auth, null)) {
    const chunk = Buffer.from(piece);
    size += chunk.length;
    if (size > limit) throw new S3Error('MalformedXML', 'The document is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Maximum length of a chunk header or trailer line, in bytes. */
const MAX_INPUT_LENGTH = 4096;

/** Removes `aws-chunked` framing ("Signature Calculations for … Transferring Payload in Multiple Chunks", Amazon S3 API reference). */
async function* decode(source: Source, kind: string, auth: Auth, onTrailer: (name: string, value: string) => void): AsyncGenerator<Buffer> {
  const isSigned = kind.startsWith(SIGNED_CHUNKS);
  const hasTrailer = kind.endsWith('-TRAILER');
  const signer = isSigned ? new ChunkSigner(auth.signingKey, auth.time, auth.scope, auth.signature) : null;
  const reader = new Reader(source);
  for (;;) {
    const header = await reader.line();
    const match = /^([0-9a-fA-F]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(header);
    if (!match) throw incomplete();
    let left = Number.parseInt(match[1] ?? '', 16);
    const isLast = left === 0;
    const hash = createHash('sha256');
    while (left > 0) {
      const chunk = await reader.some(left);
      left -= chunk.length;
      if (signer) hash.update(chunk);
      yield chunk;
    }
    if (signer && !sameSignature(signer.next(hash), match[2] ?? '')) throw wrongSignature();
    if (isLast) break;
    if ((await reader.line()) !== '') throw incomplete();
  }
  let signed = '';
  let signature: string | null = null;
  for (let lines = 0; lines < 20; lines++) {
    const line = await reader.lineOrEnd();
    if (line === null || line === '') break;
    const at = line.indexOf(':');
    const [name, value] = [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
    if (name === 'x-amz-trailer-signature') signature = value;
    else {
      signed += `${name}:${value}\n`;
      onTrailer(name, value);
    }
  }
  if (signer && hasTrailer && !sameSignature(signer.trailer(signed), signature ?? '')) throw wrongSignature();
}

/** Reads lines and bytes from chunks of any size. */
class Reader {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #buffered: Buffer = Buffer.alloc(0);
  constructor(source: Source) {
    this.#iterator = source[Symbol.asyncIterator]();
  }
  async #more(): Promise<boolean> {
    const { done, value } = await this.#iterator.next();
    if (done) return false;
    const next = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#buffered = this.#buffered.length === 0 ? next : Buffer.concat([this.#buffered, next]);
    return true;
  }
  /** At most `limit` bytes, at least one. */
  async some(limit: number): Promise<Buffer> {
    while (this.#buffered.length === 0) if (!(await this.#more())) throw incomplete();
    const chunk = this.#buffered.subarray(0, limit);
    this.#buffered = this.#buffered.subarray(chunk.length);
    return chunk;
  }
  /** Null at the end of the body. */
  async lineOrEnd(): Promise<string | null> {
    for (;;) {
      const end = this.#buffered.indexOf('\r\n');
      if (end >= 0) {
        const line = this.#buffered.subarray(0, end).toString('latin1');
        this.#buffered = this.#buffered.subarray(end + 2);
        return line;
      }
      if (this.#buffered.length > MAX_INPUT_LENGTH) throw incomplete();
      if (!(await this.#more())) {
        // Some clients omit the line feed of the last trailer.
        if (this.#buffered.length === 0) return null;
        const rest = this.#buffered.toString('latin1');
        this.#buffered = Buffer.alloc(0);
        return rest;
      }
    }
  }
  async line(): Promise<string> {
    return (await this.lineOrEnd()) ?? incompleteNow();
  }
}
const incompleteNow = (): never => {
  throw incomplete();
};
