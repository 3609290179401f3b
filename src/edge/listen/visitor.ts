import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { EdgeLogEntry } from '../../lib/rules/cdn/edge/bundle.ts';
import { type TlsVersion, tlsVersions } from '../../lib/rules/cdn/edge/config.ts';
import { memoized } from '../../lib/rules/core/memoized.ts';
import { addressText, parseAddress } from '../../lib/rules/core/network.ts';

/** One request of a visitor on its connection. The types are those of HTTP/1; HTTP/2 has the same methods (node:http2, compatibility API). */
export interface Visitor {
  request: IncomingMessage;
  response: ServerResponse;
  scheme: 'http' | 'https';
  protocol: EdgeLogEntry['protocol'];
  tlsVersion: TlsVersion | undefined;
  /** The name of the handshake (SNI), by which the certificate was chosen. */
  serverName: string | undefined;
  ip: string;
}

function tlsVersion(socket: TLSSocket): TlsVersion | undefined {
  const name = (socket.getProtocol() ?? '').replace(/^TLSv1$/, 'TLSv1.0').replace('TLSv', '');
  return tlsVersions.find((one) => one === name);
}

/** `::ffff:192.0.2.1` is 192.0.2.1. */
const canonicalAddress = memoized((text) => {
  const mapped = text.startsWith('::ffff:') ? parseAddress(text) : null;
  return mapped ? addressText(mapped.words) : text;
});

export function identifyVisitor(request: IncomingMessage, response: ServerResponse): Visitor {
  const isH2 = request.httpVersionMajor === 2;
  const socket = request.socket as TLSSocket; // `encrypted` tells; the proxy of HTTP/2 passes reads on
  return {
    request,
    response,
    scheme: socket.encrypted ? 'https' : 'http',
    protocol: isH2 ? 'h2' : 'http/1.1',
    tlsVersion: socket.encrypted ? tlsVersion(socket) : undefined,
    serverName: socket.encrypted ? String(socket.servername) : undefined,
    ip: canonicalAddress(socket.remoteAddress ?? ''),
  };
}
