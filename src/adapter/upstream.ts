import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { type Metrics, statusClass, waitBuckets } from '../lib/node/metrics.ts';
import { signatureHeader } from '../lib/rules/cdn/edge/bundle.ts';

/** A call on its way to the provider. The path comes from the contract, never from the request. */
export interface Outgoing {
  method: 'GET' | 'POST';
  path: string;
  /** With its question mark, or empty. */
  search: string;
  headers: Record<string, string>;
  body: Uint8Array | ReadableStream<Uint8Array> | null;
  /** Address of the client. */
  ip: string;
  /** Doesn't end, so it must not block other calls. */
  isStream?: boolean;
  /** Returns a file, which is streamed. */
  isFile?: boolean;
  /** Of the request that needs it. */
  requestId?: string | undefined;
  /** The same object for all reads of one page: a provider in this process identifies the caller once for it. */
  page?: object;
  signal: AbortSignal;
}
/** The provider behind the adapter: in process, or remote. Rejects when it can't be reached. */
export type Upstream = (call: Outgoing) => Promise<Response>;

/** Larger than any response of the contract; a response without end is cut off here. */
export const ANSWER_LIMIT = 32 * 1024 * 1024;

/** Limit of all responses in progress together, so that many endless ones can't fill the memory. */
const BUFFER_LIMIT = 192 * 1024 * 1024;
let bufferedBytes = 0;

/** The whole body. Rejects when the body, or all bodies that are being read, exceed their limit. */
async function whole(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      bufferedBytes += chunk.length;
      if (size > ANSWER_LIMIT || bufferedBytes > BUFFER_LIMIT) throw new Error('the response is too large');
      chunks.push(chunk);
    }
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
  } finally {
    bufferedBytes -= size;
  }
}

/** Records a call of the provider elsewhere. `result`: the class of its status, `unreachable`, or `aborted` by a time limit or its caller. */
export type RecordUpstream = (result: string, seconds: number) => void;

/** How long the provider elsewhere takes, and how often it fails. */
export function makeUpstreamMetrics(metrics: Metrics): RecordUpstream {
  const duration = metrics.histogram(
    'nasim_upstream_request_duration_seconds',
    'Time until the provider at PROVIDER_URL answered.',
    waitBuckets,
  );
  const results = metrics.counter('nasim_upstream_requests_total', 'Requests to the provider at PROVIDER_URL by their result.', ['result']);
  return (result, seconds) => {
    duration.observe(seconds);
    results.inc({ result });
  };
}

/** A remote provider at `PROVIDER_URL`, called with the contract's paths and headers. */
export function remoteUpstream(providerUrl: string, record: RecordUpstream = () => {}): Upstream {
  const base = new URL(providerUrl);
  // A pool of undici: global `fetch` would cost more than half of the throughput.
  const pool = new Pool(base.origin, { connections: 64, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  // Each open stream holds a connection, so streams have a separate pool without a limit.
  const streams = new Pool(base.origin, { connections: null, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const prefix = base.pathname.replace(/\/$/, '');
  return async ({ method, path, search, headers, body, ip, isStream, isFile, requestId, signal }) => {
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    const requested = (isStream ? streams : pool).request({
      method,
      path: `${prefix}${path}${search}`,
      headers: { ...headers, 'x-forwarded-for': ip, ...(requestId && { 'x-request-id': requestId }) },
      body: body as never, // undici accepts a web stream; its types require Node's
      signal,
    });
    const answer = await requested.catch((error: unknown) => {
      record(signal.aborted ? 'aborted' : 'unreachable', seconds());
      throw error;
    });
    // An edge waits for changes.
    if (path !== '/edge/bundle') record(statusClass(answer.statusCode), seconds());
    const passed: Record<string, string> = {};
    for (const name of [
      'content-type',
      'content-language',
      'retry-after',
      'x-request-id',
      'content-disposition',
      'cache-control',
      'content-encoding',
      signatureHeader,
      ...(isFile ? ['content-length'] : []),
    ]) {
      const value = answer.headers[name];
      if (typeof value === 'string') passed[name] = value;
    }
    const type = passed['content-type'] ?? '';
    // Streams don't end and files may be large; all other responses are small and read completely before they are passed on.
    const content =
      (isStream && type.startsWith('text/event-stream')) || (isFile && passed['content-disposition'])
        ? (Readable.toWeb(answer.body) as ReadableStream)
        : await whole(answer.body); // Node's type for the same object
    return new Response(content as BodyInit, { status: answer.statusCode, headers: passed });
  };
}
