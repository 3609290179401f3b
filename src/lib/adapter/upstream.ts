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
  signal: AbortSignal;
}
/** The provider behind the adapter: in process, or elsewhere. Rejects when it can't be reached. */
export type Upstream = (call: Outgoing) => Promise<Response>;

/** More than any answer of the contract; a provider that sends without end is cut off here. */
export const ANSWER_LIMIT = 32 * 1024 * 1024;

/** A provider at `PROVIDER_URL`, spoken to with the contract's paths and the spec's headers. */
export function remoteUpstream(providerUrl: string): Upstream {
  const base = new URL(providerUrl);
  // A pool of undici: global `fetch` costs more than half of the throughput (stack.md section 5).
  const pool = new Pool(base.origin, { connections: 64, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, maxResponseSize: ANSWER_LIMIT });
  const prefix = base.pathname.replace(/\/$/, '');
  return async ({ method, path, search, headers, body, ip, signal }) => {
    const answer = await pool.request({
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
    const content = type.startsWith('text/event-stream') ? (answer.body as unknown as ReadableStream) : await answer.body.bytes(); // undici's body is async iterable, which Response takes
    return new Response(content as BodyInit, { status: answer.statusCode, headers: passed });
  };
}
