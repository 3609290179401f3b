import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BodyTooLarge, type Incoming } from './received.ts';
import { toStream } from './streams.ts';

const PREFIX = '/api';

/** Whether the address of a request is that of a call. The contract as OpenAPI is a page beside the calls. @param url its path and query */
export const isCall = (url: string): boolean => /^\/api([/?]|$)/.test(url) && !/^\/api\/openapi\.json(\?|$)/.test(url);

/** Converts a request of Node's server for the adapter. */
export function fromNode(request: IncomingMessage, response: ServerResponse): Incoming {
  const url = request.url ?? '/';
  const at = url.indexOf('?');
  const controller = new AbortController();
  // The response signals that the client has disconnected, even if the whole body was read before.
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return {
    method: request.method ?? 'GET',
    path: (at < 0 ? url : url.slice(0, at)).slice(PREFIX.length),
    search: at < 0 ? '' : url.slice(at),
    header(name) {
      const value = request.headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
    },
    bytes: (limit) => collect(incomingBody(request, limit)),
    stream: (limit) => toStream(incomingBody(request, limit)),
    peer: request.socket.remoteAddress ?? '',
    signal: controller.signal,
  };
}

/**
 * The body of a request to Node's server, up to a limit in bytes. Beyond it, the rest is read and discarded instead of destroying
 * the socket, so that the client gets a response and not a reset connection; the server's own request time-out limits the reading.
 * @throws {BodyTooLarge} immediately if the declared length is over the limit, else while reading
 */
async function* incomingBody(request: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  try {
    if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge();
    yield* withinLimit(request.iterator({ destroyOnReturn: false }), limit);
  } finally {
    request.resume();
  }
}

/** A body up to a limit in bytes. @throws {BodyTooLarge} while reading */
export async function* withinLimit(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyTooLarge();
    yield chunk;
  }
}

/** All of a body, in one piece. */
export async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/** Writes a response to Node's response. It ends silently if the client disconnects. */
export async function toNode(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (!answer.body) return void response.end();
  const reader = answer.body.getReader();
  // A stream of events may be silent for long, so a disconnect must not wait for the next chunk.
  response.once('close', () => reader.cancel().catch(() => {}));
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (response.destroyed) return;
      if (!response.write(next.value)) await room(response);
    }
    // Closing a connection on which the caller still sends resets it, and the response is lost.
    if (!response.shouldKeepAlive && !response.req.complete) await rest(response.req);
    response.end();
  } catch {
    response.destroy();
  }
}

/** How long a caller may still send after the response, in ms. */
const REST_MS = 10_000;

/** Discards the rest of a request; resolves at its end, when the client has disconnected, or after a while. */
function rest(request: IncomingMessage): Promise<void> {
  request.resume();
  const ended = new Promise<void>(
    (resolve) =>
      void request
        .once('end', resolve)
        .once('close', resolve)
        .once('error', () => resolve()),
  );
  return Promise.race([ended, sleep(REST_MS, undefined, { ref: false })]);
}

/** Resolves when the client has received what was written, or has disconnected. */
const room = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
