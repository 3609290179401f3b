import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import type { RequestBody, Unread } from '../../lib/rules/cdn/edge/waf/body/reading.ts';

/** The bytes of a body that the WAF inspects. */
export const inspected = 128 * 1024;

export interface Peeked {
  /** The start of the body, at most `inspected` bytes and the rest of a chunk. */
  start: Buffer;
  /** For the origin: everything, from the start. Null: no body. */
  whole: Buffer | AsyncIterable<Uint8Array> | null;
}

/** @returns whether a request announces a body (RFC 9112 section 6.3) */
export const hasBody = ({ headers, httpVersionMajor, method }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0') ||
  (httpVersionMajor === 2 && headers['content-length'] === undefined && method !== 'GET' && method !== 'HEAD');

/** Reads the start of a body; the rest keeps streaming, with the origin's back pressure. */
export async function peek(request: IncomingMessage): Promise<Peeked> {
  if (!hasBody(request)) return { start: Buffer.alloc(0), whole: null };
  const chunks = request[Symbol.asyncIterator]() as AsyncIterator<Buffer>; // no encoding is set
  const read: Buffer[] = [];
  let size = 0;
  while (size < inspected) {
    const { done, value } = await chunks.next();
    if (done) {
      const start = Buffer.concat(read);
      return { start, whole: start.length > 0 ? start : null };
    }
    read.push(value);
    size += value.length;
  }
  const start = Buffer.concat(read);
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield start;
    for (;;) {
      const { done, value } = await chunks.next();
      if (done) return;
      yield value;
    }
  }
  return { start, whole: whole() };
}

type Unzip = Transform & { bytesWritten: number };
const { BROTLI_OPERATION_FLUSH, ZSTD_e_flush, Z_FINISH, Z_SYNC_FLUSH } = zlib.constants;
/** RFC 9110 section 8.4.1, and zstd (RFC 8878). Some clients send `deflate` without the header of zlib (RFC 1950 section 2.2). */
const gunzip = (isPartial: boolean): Unzip => zlib.createGunzip({ finishFlush: isPartial ? Z_SYNC_FLUSH : Z_FINISH });
const decoders: Readonly<Record<string, (isPartial: boolean, start: Buffer) => Unzip>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (isPartial, start) => {
    const options = { finishFlush: isPartial ? Z_SYNC_FLUSH : Z_FINISH };
    const hasHeader = start.length > 1 && ((start[0] ?? 0) & 15) === 8 && start.readUInt16BE() % 31 === 0;
    return hasHeader ? zlib.createInflate(options) : zlib.createInflateRaw(options);
  },
  br: (isPartial) => zlib.createBrotliDecompress(isPartial ? { finishFlush: BROTLI_OPERATION_FLUSH } : {}),
  zstd: (isPartial) => zlib.createZstdDecompress(isPartial ? { finishFlush: ZSTD_e_flush } : {}),
};

/** More output than this for a byte of input is no text that a client compresses. */
const maxExpansion = 100;
const maxEncodings = 3;

/** Decodes the start of a body up to `inspected` bytes. */
async function unzip(decoder: Unzip, { bytes, isPartial }: RequestBody): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  decoder.end(bytes);
  for await (const chunk of decoder as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < inspected) continue;
    const unread: Unread | null = size > decoder.bytesWritten * maxExpansion ? 'expansion' : null;
    return { bytes: Buffer.concat(chunks), isPartial: true, unread };
  }
  return { bytes: Buffer.concat(chunks), isPartial, unread: null };
}

/**
 * The start of a body without its content encodings, for the WAF. It costs as much as `inspected` bytes do, whatever is sent.
 * @param encoding the header `content-encoding`
 */
export async function decoded({ start, whole }: Peeked, length: string | undefined, encoding = ''): Promise<RequestBody> {
  const isPartial = whole !== null && whole !== start && String(start.length) !== length;
  let body: RequestBody = { bytes: start, isPartial, unread: null };
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > maxEncodings) return { ...body, unread: 'encoding' };
  for (const name of names.reverse()) {
    const make = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (!make) return { ...body, unread: 'encoding' };
    try {
      body = await unzip(make(body.isPartial, Buffer.from(body.bytes)), body);
    } catch {
      return { ...body, unread: 'encoding' };
    }
    if (body.unread) return body;
  }
  return body;
}
