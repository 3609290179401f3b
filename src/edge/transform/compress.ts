import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { memoized } from '../../lib/rules/core/memoized.ts';
import type { Headers } from '../base/headers.ts';

/** In order of preference: all three are fast at these levels, and the first are smaller. */
const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Smaller bodies fit into one packet as they are. */
const SMALLEST = 1024;
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*\+)?(?:json|xml)\b|application\/(?:javascript|wasm|manifest\+json)\b|image\/(?:svg\+xml|bmp)\b|font\/(?:ttf|otf|collection)\b)/i;

const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
const zstd = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 3 } };
const whole: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  zstd: (body) => promisify(zlib.zstdCompress)(body, zstd),
  br: (body) => promisify(zlib.brotliCompress)(body, brotli),
  gzip: (body) => promisify(zlib.gzip)(body, { level: 5 }),
};
const streams: Record<Encoding, () => Transform> = {
  zstd: () => zlib.createZstdCompress(zstd),
  br: () => zlib.createBrotliCompress(brotli),
  gzip: () => zlib.createGzip({ level: 5 }),
};

/** Whether the response would be encoded for a visitor who accepts it, so that other caches have to distinguish visitors. */
function isCompressible(status: number, headers: Headers): boolean {
  if (status < 200 || status === 204 || status === 206 || status === 304) return false;
  if (headers['content-encoding'] !== undefined || headers['content-range'] !== undefined) return false;
  if (/\bno-transform\b/i.test(String(headers['cache-control'] ?? ''))) return false;
  const length = headers['content-length'];
  return compressible.test(String(headers['content-type'] ?? '')) && (length === undefined || Number(length) >= SMALLEST);
}

/** The best encoding that a visitor accepts (RFC 9110 section 12.5.3). */
const accepted = memoized((header): Encoding | null => {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((text) => text.trim());
    const weight = Number(params.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
    if (name) weights.set(name, Number.isFinite(weight) ? weight : 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  return encodings.find((name) => weightOf(name) > 0) ?? null;
});

export interface Plan {
  /** Null: the body is sent as it is. */
  encoding: Encoding | null;
  headers: Headers;
}

/** How a response is sent, with its headers. @param accept the visitor's `Accept-Encoding` */
export function planCompression(accept: string | undefined, status: number, headers: Headers): Plan {
  if (!isCompressible(status, headers)) return { encoding: null, headers };
  const { vary } = headers;
  const names = String(vary ?? '');
  const varied = /accept-encoding|\*/i.test(names)
    ? headers
    : { ...headers, vary: names === '' ? 'accept-encoding' : `${names}, accept-encoding` };
  const encoding = accepted(accept ?? '');
  if (!encoding) return { encoding: null, headers: varied };
  const { 'content-length': _, 'accept-ranges': __, etag, ...rest } = varied;
  // The bytes differ from those that a strong tag stands for (RFC 9110 section 8.8.1).
  const tag = typeof etag === 'string' ? { etag: etag.startsWith('W/') ? etag : `W/${etag}` } : {};
  return { encoding, headers: { ...rest, ...tag, 'content-encoding': encoding } };
}

export const compressor = (encoding: Encoding): Transform => streams[encoding]();

/** A body in one piece. */
export const compressed = (body: Buffer, encoding: Encoding): Promise<Buffer> => whole[encoding](body);
