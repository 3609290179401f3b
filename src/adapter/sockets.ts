import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { makeClientIp } from '../lib/node/peer.ts';

/** Opens the socket of a ticket. @throws when the ticket isn't valid */
export type OpenSocket = (
  path: string,
  ticket: string,
  reader: { send(data: string | Uint8Array): void; close(): void },
  caller: { ip: string },
) => Promise<SocketChannel>;

interface SocketChannel {
  receive(data: string | Uint8Array): void;
  close(): void;
}

/** Timeout for a client's ticket. */
const TICKET_MS = 10_000;
const PING_MS = 30_000;
const MAX_MESSAGE = 128 * 1024;
const MAX_OPEN = 500;
const PREFIX = '/api';

/** Codes of RFC 6455 section 7.4: normal closure; of this portal: an invalid ticket, and a valid one for what doesn't respond. */
const ENDED = 1000;
const REFUSED = 4001;
const FAILED = 4002;

/** Whether the provider refused the ticket, which has the status of its response. */
const isRefusal = (error: unknown): boolean => error instanceof Error && 'status' in error;

export interface Sockets {
  /** Handles an upgrade of Node's server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all sockets, because closing the server waits for them. */
  drain(): void;
}

/**
 * WebSockets of the portal. The ticket in the first message authenticates the client, never the cookie; the origin is checked
 * anyway, so that another site can't use up a client's attempts.
 */
export function makeSockets(
  open: OpenSocket,
  isOwnOrigin: (origin: string | undefined) => boolean,
  clientIp: ReturnType<typeof makeClientIp>,
): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, clientTracking: true });
  const alive = new WeakSet<object>();
  const pings = setInterval(() => {
    for (const client of server.clients) {
      if (!alive.delete(client)) client.terminate();
      else client.ping();
    }
  }, PING_MS).unref();

  server.on('connection', (client, request: IncomingMessage) => {
    const path = new URL(request.url ?? '/', 'http://portal').pathname.slice(PREFIX.length);
    let channel: SocketChannel | null = null;
    let isOpening = false;
    alive.add(client);
    const late = setTimeout(() => client.close(REFUSED), TICKET_MS);
    client.on('pong', () => alive.add(client));
    client.on('message', (data, isBinary) => {
      // `binaryType` is the default: one Buffer.
      if (channel) return channel.receive(isBinary ? (data as Buffer) : data.toString());
      // Messages between the ticket and the response are ignored.
      if (isOpening) return;
      if (isBinary) return client.close(REFUSED);
      isOpening = true;
      clearTimeout(late);
      const forwarded = request.headers['x-forwarded-for'];
      const ip = clientIp(request.socket.remoteAddress ?? '', Array.isArray(forwarded) ? forwarded.join(', ') : (forwarded ?? null));
      open(path, data.toString(), { send: (out) => client.send(out), close: () => client.close(ENDED) }, { ip }).then(
        (opened) => {
          channel = opened;
          if (client.readyState !== client.OPEN) opened.close();
        },
        (error: unknown) => client.close(isRefusal(error) ? REFUSED : FAILED),
      );
    });
    client.on('close', () => {
      clearTimeout(late);
      channel?.close();
    });
    // A broken connection closes automatically.
    client.on('error', () => {});
  });

  return {
    upgrade(request, socket, head) {
      if (!request.url?.startsWith(`${PREFIX}/`) || !isOwnOrigin(request.headers.origin) || server.clients.size >= MAX_OPEN) {
        socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, (client) => server.emit('connection', client, request));
    },
    drain() {
      clearInterval(pings);
      for (const client of server.clients) client.close(1001);
    },
  };
}
