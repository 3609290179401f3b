import { collect, withinLimit } from '../../src/adapter/incoming.ts';
import type { Incoming } from '../../src/adapter/received.ts';
import { toStream } from '../../src/adapter/streams.ts';

/** A request for the adapter without a server. @param peer remote address of the socket */
export function fromRequest(request: Request, peer: string): Incoming {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname.slice('/api'.length),
    search: url.search,
    header: (name) => request.headers.get(name),
    bytes: (limit) => collect(withinLimit(request.body ?? [], limit)),
    stream: (limit) => toStream(withinLimit(request.body ?? [], limit)),
    peer,
    signal: request.signal,
  };
}
