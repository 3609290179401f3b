import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { EdgeEnv } from '../base/env.ts';
import type { Sites } from '../control/policies.ts';
import type { Upgrade } from '../request/exchange.ts';
import { Connections } from './connections.ts';
import type { PreviewCertificates } from './previewCertificates.ts';
import { makeTlsFront } from './tlsFront.ts';
import { identifyVisitor, type Visitor } from './visitor.ts';

/** 0: any free port. */
export interface Ports {
  http: number;
  https: number;
}

export interface Listener {
  ports: Ports;
  connections(): number;
  /** With true, connections end after their next response. */
  drain(isDraining: boolean): void;
  /** Takes no new connections; open ones end after their responses, at the latest after 8 s. */
  stop(): Promise<void>;
}

interface Options {
  ports: Ports;
  previews: PreviewCertificates;
  ticketSecret: string;
}

/** Answers a request; its promise fails only by a fault of the edge. */
type Answer = (visitor: Visitor, upgrade: Upgrade | null) => Promise<void>;

const maxHeaderSize = 16 * 1024;
const STOP_MS = 8_000;

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => done((server.address() as AddressInfo).port)); // it listens on a port
  });

/** Listens for visitors: HTTP/1.1 on one port, HTTP/1.1 and HTTP/2 over TLS on another. @param failed gets what `answer` failed with */
export async function startListening(
  env: EdgeEnv,
  sites: Sites,
  { ports: wanted, previews, ticketSecret }: Options,
  answerVisitor: Answer,
  failed: (error: unknown) => void,
): Promise<Listener> {
  const header = env.EDGE_HEADER_SECONDS * 1000;
  const body = env.EDGE_BODY_SECONDS * 1000;
  const idle = env.EDGE_IDLE_SECONDS * 1000;
  const all = Math.ceil(env.EDGE_CONNECTIONS / env.EDGE_WORKERS);
  const connections = new Connections({ header, idle, all, ofAddress: env.EDGE_ADDRESS_CONNECTIONS });
  let answering = 0;
  let isDraining = false;

  const answer = (request: IncomingMessage, response: ServerResponse, upgrade: Upgrade | null = null): void => {
    response.on('error', () => {});
    if (isDraining && !upgrade) endAfter(request, response);
    const end = connections.begin(request.socket);
    // A WebSocket has no end of its own that could be waited for.
    if (!upgrade) {
      answering++;
      response.once('close', () => {
        answering--;
        end();
      });
    }
    answerVisitor(identifyVisitor(request, response), upgrade).catch((error: unknown) => {
      failed(error);
      response.destroy();
    });
  };
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const response = new http.ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(request.socket);
    response.once('finish', () => socket.end());
    socket.on('error', () => socket.destroy());
    answer(request, response, { socket, head });
  };

  const plain = http.createServer(
    {
      headersTimeout: Math.min(header, body),
      requestTimeout: body,
      keepAliveTimeout: idle,
      connectionsCheckingInterval: Math.min(header, 20_000) / 4,
      maxHeaderSize,
    },
    (request, response) => answer(request, response),
  );
  plain.on('upgrade', onUpgrade).on('clientError', refuse);
  plain.setTimeout(2 * idle);
  const h2 = http2.createServer({
    maxHeaderListPairs: 100,
    settings: { maxConcurrentStreams: 128, maxHeaderListSize: maxHeaderSize },
    // Streams that a client opens and resets at once: 200, then 50 a second.
    streamResetBurst: 200,
    streamResetRate: 50,
  });
  h2.on('request', (request, response) => {
    const late = setTimeout(() => request.complete || request.stream.close(), body);
    response.once('close', () => clearTimeout(late));
    // The compatibility API has the methods of HTTP/1 that are used here.
    answer(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  h2.on('sessionError', () => {}).on('session', (session) =>
    session.setTimeout(idle, () => {
      session.close();
      session.setTimeout(idle, () => session.destroy());
    }),
  );
  const front = makeTlsFront({
    sites,
    previewZone: env.EDGE_PREVIEW_ZONE,
    previews,
    ticketSecret,
    helloTime: header,
    accept: (socket) => connections.accept(socket),
    opened: (socket) => (socket.alpnProtocol === 'h2' ? h2 : plain).emit('connection', socket),
  });
  // Those over TLS were accepted before their handshake.
  plain.prependListener('connection', (socket: Socket) => socket instanceof TLSSocket || connections.accept(socket));

  const ports = {
    http: await listen(plain, wanted.http, env.EDGE_HOST),
    https: await listen(front, wanted.https, env.EDGE_HOST),
  };
  return {
    ports,
    connections: () => connections.size,
    drain(draining) {
      isDraining = draining;
    },
    async stop() {
      const closed = [plain, front].map((server) => new Promise((done) => server.close(done)));
      h2.close();
      for (const end = Date.now() + STOP_MS; answering > 0 && Date.now() < end; ) await new Promise((done) => setTimeout(done, 20));
      connections.close();
      await Promise.all(closed);
    },
  };
}

/** HTTP/1 says so in the response; a session of HTTP/2 takes no new streams. */
function endAfter(request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersionMajor === 1) response.setHeader('connection', 'close');
  else response.once('close', () => (request as unknown as http2.Http2ServerRequest).stream.session?.close()); // the compatibility API
}

/** A request that can't be read without doubt, such as one with two lengths, gets no second interpretation. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy());
}
