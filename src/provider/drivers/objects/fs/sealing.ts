import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { S3Error } from '../s3Error.ts';

/**
 * Encryption of contents on the disk (SSE-S3 with a key of the installation, SSE-C with one of the client, which is never stored). A
 * blob is encrypted with a key of its own in chunks of AES-256-GCM, so that ranges can be read; the nonce of a chunk is its number,
 * and the size is in the index, so chunks can't be exchanged or left out.
 */

/** What the index knows; the hash recognises the client's key. */
export type Encryption = { mode: 'SSE-S3' } | { mode: 'SSE-C'; salt: string; hash: string };
/** How a new content is encrypted. */
export interface Sealing {
  encryption: Encryption;
  /** 32 bytes. */
  key: Buffer;
}

const CIPHER = 'aes-256-gcm';
const CHUNK = 64 * 1024;
const TAG = 16;

/** Bytes on the disk of a content of `size` bytes. */
export const sealedSize = (size: number): number => size + TAG * Math.ceil(size / CHUNK);

const contentKey = (key: Buffer, salt: string) => Buffer.from(hkdfSync('sha256', key, salt, 'nasim:object-content', 32));
function chunkNonce(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 6, 6);
  return nonce;
}

/** Pieces of exactly `size` bytes, the last one shorter. */
async function* pieces(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (length + rest.length >= size) {
      yield Buffer.concat([...buffered, rest.subarray(0, size - length)]);
      rest = rest.subarray(size - length);
      [buffered, length] = [[], 0];
    }
    if (rest.length > 0) buffered.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(buffered);
}

/** @param salt of the blob, never used twice with the key */
export async function* sealed(content: AsyncIterable<Uint8Array>, key: Buffer, salt: string): AsyncGenerator<Buffer> {
  const own = contentKey(key, salt);
  let index = 0;
  for await (const piece of pieces(content, CHUNK)) {
    const cipher = createCipheriv(CIPHER, own, chunkNonce(index++));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * The bytes of the content from `start` to `end` (inclusive). @param read the bytes of the file between two places (inclusive)
 * @throws when the file was changed
 */
export async function* unsealed(
  read: (start: number, end: number) => AsyncIterable<Uint8Array>,
  { size, salt }: { size: number; salt: string },
  start: number,
  end: number,
  key: Buffer,
): AsyncGenerator<Buffer> {
  const own = contentKey(key, salt);
  let index = Math.floor(start / CHUNK);
  const last = Math.floor(end / CHUNK);
  const until = Math.min((last + 1) * (CHUNK + TAG), sealedSize(size)) - 1;
  for await (const piece of pieces(read(index * (CHUNK + TAG), until), CHUNK + TAG)) {
    const decipher = createDecipheriv(CIPHER, own, chunkNonce(index));
    decipher.setAuthTag(piece.subarray(-TAG));
    const plain = Buffer.concat([decipher.update(piece.subarray(0, -TAG)), decipher.final()]);
    const offset = index * CHUNK;
    yield plain.subarray(Math.max(start - offset, 0), end - offset + 1);
    index++;
  }
  if (index !== last + 1) throw new Error('a sealed file is shorter than its content');
}

type Headers = Readonly<Record<string, string>>;
const CUSTOMER = 'x-amz-server-side-encryption-customer-';
const MODE = 'x-amz-server-side-encryption';

/** The key in the headers of a request. @param prefix of those for the source of a copy. @throws S3Error InvalidArgument */
function customerKey(headers: Headers, prefix: '' | 'copy-source-' = ''): Buffer | null {
  const name = (part: string) => CUSTOMER.replace('x-amz-', `x-amz-${prefix}`) + part;
  const [algorithm, text, md5] = [headers[name('algorithm')], headers[name('key')], headers[name('key-md5')]];
  if (algorithm === undefined && text === undefined && md5 === undefined) return null;
  const refuse = (message: string) => new S3Error('InvalidArgument', message);
  if (algorithm !== 'AES256')
    throw refuse('Requests specifying Server Side Encryption with Customer provided keys must provide a valid encryption algorithm.');
  const key = Buffer.from(text ?? '', 'base64');
  if (key.length !== 32) throw refuse('The secret key was invalid for the specified algorithm.');
  if (createHash('md5').update(key).digest('base64') !== md5)
    throw refuse('The calculated MD5 hash of the key did not match the hash that was provided.');
  return key;
}

const hashKey = (key: Buffer, salt: string): string => createHmac('sha256', salt).update(key).digest('hex');

/** What a request wants for a new object; null: nothing, the setting of the space. @param own the key of the installation. @throws S3Error InvalidArgument */
export function sealingIn(headers: Headers, own: Buffer): Sealing | null {
  const key = customerKey(headers);
  const isOwn = headers[MODE] !== undefined;
  if (key && isOwn)
    throw new S3Error(
      'InvalidArgument',
      'Server Side Encryption with Customer provided key is incompatible with the encryption method specified',
    );
  if (isOwn) return { encryption: { mode: 'SSE-S3' }, key: own };
  if (!key) return null;
  const salt = randomBytes(16).toString('hex');
  return { encryption: { mode: 'SSE-C', salt, hash: hashKey(key, salt) }, key };
}

export const keyMissing = () =>
  new S3Error(
    'InvalidRequest',
    'The object was stored using a form of Server Side Encryption. The correct parameters must be provided to retrieve the object.',
  );

/** S3 refuses the wish for an encryption where nothing is stored. @throws S3Error InvalidArgument */
export function refuseWish(headers: Headers): void {
  if (headers[MODE] !== undefined) throw new S3Error('InvalidArgument', `${MODE} header is not supported for this operation.`);
}

/** The client's key for what is stored; null: it needs none. @throws S3Error InvalidArgument, InvalidRequest */
export function keyIn(headers: Headers, encryption: Encryption | null | undefined, prefix: '' | 'copy-source-' = ''): Buffer | null {
  const key = customerKey(headers, prefix);
  if (encryption?.mode !== 'SSE-C') {
    if (key) throw new S3Error('InvalidRequest', 'The encryption parameters are not applicable to this object.');
    return null;
  }
  if (!key) throw keyMissing();
  if (!timingSafeEqual(Buffer.from(hashKey(key, encryption.salt)), Buffer.from(encryption.hash)))
    throw new S3Error('InvalidRequest', 'The provided encryption parameters did not match the ones used originally.');
  return key;
}

/** Verifies the key of a request that doesn't need one. @throws S3Error as `keyIn` */
export function checkKey(headers: Headers, encryption: Encryption | null | undefined): void {
  if (customerKey(headers)) keyIn(headers, encryption);
}

/** The headers of a response. */
export function sealingHeaders(headers: Headers, encryption: Encryption | null | undefined): Record<string, string> {
  if (!encryption) return {};
  if (encryption.mode === 'SSE-S3') return { [MODE]: 'AES256' };
  return { [`${CUSTOMER}algorithm`]: 'AES256', [`${CUSTOMER}key-md5`]: headers[`${CUSTOMER}key-md5`] ?? '' };
}

/** Names of the headers. */
export const customerHeaders = (prefix: '' | 'copy-source-' = ''): string[] =>
  ['algorithm', 'key', 'key-md5'].map((part) => CUSTOMER.replace('x-amz-', `x-amz-${prefix}`) + part);
