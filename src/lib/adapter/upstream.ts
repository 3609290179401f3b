import { Readable } from 'node:stream';
import { Pool } from 'undici';

/** One call on its way to the provider. The path is the contract's own, never the one that was asked for. */
export interface Outgoing {
  method: 'GET' | 'POST';
  path: string;
  /** With its question mark, or empty. */
  search: string;
  headers: Record<string, string>;
  body: Uint8Array | ReadableStream<Uint8Array> | null;
  /** Address of the client. */
  ip: string;
  /** Has no end to wait for: it must not stand in the way of calls. */
  isStream?: boolean;
  signal: AbortSignal;
}
/** The provider behind the adapter: in process, or elsewhere. Rejects when it can't be reached. */
export type Upstream = (call: Outgoing) => Promise<Response>;

/** More than any answer of the contract; a provider that sends without end is cut off here. */
export const ANSWER_LIMIT = 32 * 1024 * 1024;

/** Of all answers that are on their way at once: many that never end must not fill the memory together. */
const HELD_LIMIT = 192 * 1024 * 1024;
let held = 0;

/** The whole body. Rejects when it, or all bodies that are being read, are larger than they may be. */
async function whole(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      held += chunk.length;
      if (size > ANSWER_LIMIT || held > HELD_LIMIT) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
  } finally {
    held -= size;
  }
}

/** A provider at `PROVIDER_URL`, spoken to with the contract's paths and the spec's headers. */
export function remoteUpstream(providerUrl: string): Upstream {
  const base = new URL(providerUrl);
  // A pool of undici: global `fetch` costs more than half of the throughput (stack.md section 5).
  const pool = new Pool(base.origin, { connections: 64, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  // Each open stream holds a connection, so they have their own and as many as they need.
  const streams = new Pool(base.origin, { connections: null, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const prefix = base.pathname.replace(/\/$/, '');
  return async ({ method, path, search, headers, body, ip, isStream, signal }) => {
    const answer = await (isStream ? streams : pool).request({
      method,
      path: `${prefix}${path}${search}`,
      headers: { ...headers, 'x-forwarded-for': ip },
      body: body as never, // undici takes a web stream here; its types name Node's
      signal,
    });
    const passed: Record<string, string> = {};
    for (const name of ['content-type', 'content-language', 'retry-after', 'x-request-id', 'content-disposition']) {
      const value = answer.headers[name];
      if (typeof value === 'string') passed[name] = value;
    }
    const type = passed['content-type'] ?? '';
    // A stream of events has no end to wait for; everything else is small, and whole before it is passed on.
    const content =
      isStream && type.startsWith('text/event-stream') ? (Readable.toWeb(answer.body) as ReadableStream) : await whole(answer.body); // Node's type of the same thing
    return new Response(content as BodyInit, { status: answer.statusCode, headers: passed });
  };
}
