import { addHsts } from '../transform/ownHeaders.ts';
import type { Arrival } from './exchange.ts';
import type { Reply } from './next.ts';

/** Writes a complete response; a HEAD and a 204 get their headers only. Nothing happens if the visitor has left. */
export function respond(arrival: Arrival, { status, headers, body, outcome }: Reply): void {
  const { id, visitor, logged } = arrival;
  const { request, response } = visitor;
  logged.status = status;
  logged.outcome = outcome;
  if (response.headersSent || response.destroyed) return;
  headers['x-request-id'] = id;
  addHsts(arrival, headers);
  if (body === null || status === 204) {
    response.writeHead(status, headers).end();
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const isHead = request.method === 'HEAD';
  headers['content-length'] = String(bytes.length);
  response.writeHead(status, headers).end(isHead ? undefined : bytes);
  logged.bytes = isHead ? 0 : bytes.length;
}
