import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { BodyTooLarge, type Incoming } from './adapter.ts';

const PREFIX = '/api';

/** A request of Node's server as the adapter takes it. */
export function fromNode(request: IncomingMessage, response: ServerResponse): Incoming {
  const url = request.url ?? '/';
  const at = url.indexOf('?');
  const controller = new AbortController();
  // The response tells that the client has left, also when the whole body was read before.
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
    bytes: (limit) => collect(request, request.headers['content-length'], limit),
    stream: (limit) => limited(Readable.toWeb(request) as ReadableStream<Uint8Array>, limit), // Node's type of the same thing
    peer: request.socket.remoteAddress ?? '',
    signal: controller.signal,
  };
}

/** A request of Astro's endpoint as the adapter takes it (development only: `server.mjs` answers before Astro). */
export function fromRequest(request: Request, peer: string): Incoming {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname.slice(PREFIX.length),
    search: url.search,
    header: (name) => request.headers.get(name),
    bytes: (limit) => collect(request.body ?? [], request.headers.get('content-length') ?? undefined, limit),
    stream: (limit) => limited(request.body ?? new Blob([]).stream(), limit),
    peer,
    signal: request.signal,
  };
}

async function collect(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  declared: string | undefined,
  limit: number,
): Promise<Uint8Array> {
  if (Number(declared ?? 0) > limit) throw new BodyTooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

function limited(stream: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
  let size = 0;
  return stream.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > limit) controller.error(new BodyTooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
}

/** Writes an answer to Node's response. A client that has left ends it quietly. */
export async function toNode(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (!answer.body) return void response.end();
  const reader = answer.body.getReader();
  // A stream of events may be silent for long: it is not left waiting for its next word.
  response.once('close', () => reader.cancel().catch(() => {}));
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (response.destroyed) return;
      if (!response.write(next.value)) await room(response);
    }
    response.end();
  } catch {
    response.destroy();
  }
}

/** Resolves when the client has taken what was written, or has left. */
const room = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
