import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Converts a Node request for `answer`. The host in its URL has no meaning here. */
export function toRequest(request: IncomingMessage, response: ServerResponse): Request {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const headers = new Headers();
  for (let i = 0; i < request.rawHeaders.length; i += 2) headers.append(request.rawHeaders[i] ?? '', request.rawHeaders[i + 1] ?? '');
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  // TRACE and other methods that a web Request doesn't support aren't calls; HEAD doesn't match any either.
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'].includes(request.method ?? '') ? request.method : 'DELETE';
  const path = request.url?.startsWith('/') ? request.url : '/';
  return new Request(`http://provider${path}`, {
    ...(method && { method }),
    headers,
    signal: left.signal,
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }), // the same stream under two type names
  } as RequestInit);
}

export async function toNodeResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') || answer.headers.has('content-disposition');
  if (answer.body && isStream) {
    // A caller that disconnects breaks the pipe, which cancels the stream.
    await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => {}); // Node's type for the same object
  } else response.end(Buffer.from(await answer.arrayBuffer()));
}
