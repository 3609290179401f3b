import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { RateCounter } from '../lib/rules/cdn/edge/rateCounter.ts';
import { edgeFolders, recordStart, warningsIn } from '../lib/warnings.ts';
import { Copies } from './cache.ts';
import { Connections } from './connections.ts';
import { Control } from './control.ts';
import { startDemoOrigin } from './demoOrigin.ts';
import { DiskTier } from './disk.ts';
import type { EdgeEnv } from './env.ts';
import { Exchange } from './exchange.ts';
import { openGeo } from './geo.ts';
import { Logs } from './logs.ts';
import { Lru } from './lru.ts';
import { Origins } from './origin.ts';
import { Passes } from './passes.ts';
import { type Site, Sites } from './policies.ts';
import { PreviewCertificates } from './previewCertificates.ts';
import { Addresses } from './resolve.ts';
import { PolicyStore } from './store.ts';
import { makeTlsFront } from './tlsFront.ts';
import type { Tools } from './tools.ts';
import { identifyVisitor } from './visitor.ts';

export interface Edge {
  /** Where visitors reach it. */
  addresses: { http: string; https: string };
  /** The port of the demo website on 127.0.0.1; null: there is none. */
  demoOrigin: number | null;
  sites: Sites;
  /** Ends connections after their responses, at the latest after 8 s. */
  stop(): Promise<void>;
}

const maxHeaderSize = 16 * 1024;
/** Clients whose requests are counted at the same time; about 200 bytes each. */
const maxClients = 200_000;
const STOP_MS = 8_000;

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => done((server.address() as AddressInfo).port)); // it listens on a port
  });

/** Starts an edge: it serves what is on its disk, then follows the portal. */
export async function startEdge(env: EdgeEnv, log: Logger): Promise<Edge> {
  const stopped = await recordStart(env.EDGE_DIR, 'edge', log);
  const sites = new Sites();
  const demo = env.EDGE_DEMO_ORIGIN === '1' ? await startDemoOrigin() : null;
  const origins = new Origins(new Addresses(), demo?.port ?? null);
  const ports = { http: 0, https: 0 };
  const zone = env.EDGE_PREVIEW_ZONE;
  let turns = 0;
  let answering = 0;
  const header = env.EDGE_HEADER_SECONDS * 1000;
  const body = env.EDGE_BODY_SECONDS * 1000;
  const idle = env.EDGE_IDLE_SECONDS * 1000;
  const connections = new Connections({ header, idle, all: env.EDGE_CONNECTIONS, ofAddress: env.EDGE_ADDRESS_CONNECTIONS });
  const copies = new Copies(env.EDGE_CACHE_MB * 1_048_576, new DiskTier(join(env.EDGE_DIR, 'cache'), env.EDGE_DISK_MB * 1_048_576));
  await copies.clear();
  const logs = new Logs({ url: env.EDGE_CONTROL_URL, key: env.EDGE_KEY, folder: join(env.EDGE_DIR, 'spool'), log });
  const tools: Tools = {
    sites,
    origins,
    copies,
    counters: new RateCounter(new Lru(maxClients)),
    passes: new Passes(env.EDGE_KEY),
    locate: await openGeo(env.GEOIP_DB),
    logLine: (line) => logs.add(line),
    log,
    previewZone: zone,
    whyUrl: env.EDGE_WHY_URL,
    preview: (url, site) => previewSite(url, site, zone, ports),
    turn: () => turns++,
  };

  const answer = (request: IncomingMessage, response: ServerResponse, upgrade: Exchange['upgrade'] = null): void => {
    response.on('error', () => {});
    const end = connections.begin(request.socket);
    // A WebSocket has no end of its own that could be waited for.
    if (!upgrade) {
      answering++;
      response.once('close', () => {
        answering--;
        end();
      });
    }
    new Exchange(tools, identifyVisitor(request, response), upgrade).run().catch((error: unknown) => {
      log.error({ err: error }, 'edge request failed');
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
    previewZone: zone,
    previews: new PreviewCertificates(),
    helloTime: header,
    accept: (socket) => connections.accept(socket),
    opened: (socket) => (socket.alpnProtocol === 'h2' ? h2 : plain).emit('connection', socket),
  });
  // Those over TLS were accepted before their handshake.
  plain.prependListener('connection', (socket: Socket) => socket instanceof TLSSocket || connections.accept(socket));

  const control = new Control({
    url: env.EDGE_CONTROL_URL,
    key: env.EDGE_KEY,
    verifyKey: env.EDGE_VERIFY_KEY,
    sites,
    store: new PolicyStore(env.EDGE_DIR, log),
    hostname: () => `${env.EDGE_HOST}:${ports.http}`,
    places: env.GEOIP_DB !== undefined,
    abilities: ['proofOfWork'],
    warnings: () => warningsIn(edgeFolders(env.EDGE_DIR), Date.now()),
    log,
    wasAway: () => void copies.clear(),
  });
  ports.http = await listen(plain, env.EDGE_PORT, env.EDGE_HOST);
  ports.https = await listen(front, env.EDGE_TLS_PORT, env.EDGE_HOST);
  await logs.start();
  await control.start();
  const host = env.EDGE_HOST.includes(':') ? `[${env.EDGE_HOST}]` : env.EDGE_HOST;
  return {
    addresses: { http: `http://${host}:${ports.http}`, https: `https://${host}:${ports.https}` },
    demoOrigin: demo?.port ?? null,
    sites,
    async stop() {
      await control.stop();
      const closed = [plain, front].map((server) => new Promise((done) => server.close(done)));
      h2.close();
      for (const end = Date.now() + STOP_MS; answering > 0 && Date.now() < end; ) await new Promise((done) => setTimeout(done, 20));
      connections.close();
      await Promise.all(closed);
      await origins.close();
      await demo?.stop();
      await logs.stop();
      stopped();
    },
  };
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

function previewSite(text: string, site: Site | null, zone: string, ports: { http: number; https: number }): string {
  if (!site || !URL.canParse(text)) return text;
  const url = new URL(text);
  const { name } = site.policy;
  if (url.hostname !== name && !url.hostname.endsWith(`.${name}`)) return text;
  url.hostname = `${url.hostname}.${zone}`;
  url.port = String(url.protocol === 'https:' ? ports.https : ports.http);
  return url.href;
}
