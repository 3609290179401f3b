import type { IncomingHttpHeaders } from 'node:http';
import { endToEnd } from '../base/headers.ts';
import type { Exchange } from '../request/exchange.ts';

/**
 * Passes an interim response of the origin on: 102 and 103 (RFC 9110 section 15.2, RFC 8297). A client of HTTP/1.0 can't read them, and
 * HTTP/2 has no use for a 102. Nothing of it is stored.
 */
export function forwardInterim({ visitor, logged }: Exchange, status: number, headers: IncomingHttpHeaders): void {
  const { request, response, protocol } = visitor;
  if (response.headersSent || response.destroyed || logged.status !== 0 || request.httpVersion === '1.0') return;
  if (status === 102 && protocol === 'http/1.1') response.writeProcessing();
  if (status !== 103) return;
  const { link, ...rest } = endToEnd(headers);
  if (link === undefined) return;
  try {
    response.writeEarlyHints({ link, ...rest });
  } catch {
    // Node takes no link that isn't one; the final response repeats what matters.
  }
}
