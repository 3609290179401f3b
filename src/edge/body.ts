import type { IncomingMessage } from 'node:http';

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
