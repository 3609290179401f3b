/*
 * The name server is our own, with its own codec instead of that of `dns-packet`, which doesn't know HTTPS, SVCB, LOC and URI, and doesn't
 * compress names (docs/decisions/0029).
 */

import dgram from 'node:dgram';
import net from 'node:net';
import type { TsigKey } from '../config/env.ts';
import { type Locate, openGeo } from '../lib/node/geo.ts';
import { clearGauge, type Metrics } from '../lib/node/metrics.ts';
import type { DnsServer as Secondary } from '../lib/rules/core/dnsServer.ts';
import type { ServedZone } from './bundle.ts';
import { makeAddressBook } from './flatten.ts';
import { countAnswers } from './metrics.ts';
import { makeNotifier } from './notify.ts';
import { type Client, makeResponder, type Responder } from './respond.ts';
import { allAddresses, makeSteerer, type Steerer, SteeringFile } from './steering.ts';
import { ZoneStore } from './store.ts';
import { edgeAddresses, prepareZone, type Zone } from './zone.ts';

/** How often the file of zones is looked at. A look without news takes microseconds. */
const FOLLOW_MS = 100;
/** A connection without a query is closed after this time (RFC 7766 section 6.2.3). */
const IDLE_MS = 10_000;
const MAX_CONNECTIONS = 1_000;
/** Responses of a connection that wait for a slow client, in bytes; then its queries aren't read. */
const MAX_WAITING = 1_048_576;

export interface DnsServerOptions {
  /** Folder of the zones (`ZoneStore`). */
  folder: string;
  host: string;
  /** 0: any free port. */
  port: number;
  /** Addresses of the edge, which proxied records are answered with. */
  edge: readonly string[];
  /** Resolvers for flattened aliases, `address` or `address:port`; empty: the system's. */
  resolvers: readonly string[];
  /** Name servers that may have whole zones, and are notified of changes; they need a key. */
  secondaries?: readonly Secondary[];
  keys?: readonly TsigKey[];
  /** Equal responses a second to one network over UDP; 0: no limit. */
  perSecond: number;
  /** Whether a client is limited; by default all but this machine's programs. */
  isLimited?: (address: string) => boolean;
  clock?: () => number;
  onFault(error: unknown): void;
  /** File of the database of places, by which visitors get the nearest edges. */
  geo?: string | undefined;
  /** Where it reports its metrics; default: to nobody. */
  metrics?: Metrics | undefined;
}

export interface DnsServer {
  /** Resolves when both sockets are open. @throws if the port is in use */
  listen(): Promise<{ address: string; port: number }>;
  /** Reads the changes of the zones now rather than at the next look. */
  follow(): void;
  /** Whether it listens, and can read the file of zones. */
  isReady(): boolean;
  close(): Promise<void>;
}

const isHere = (address: string): boolean => address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');

/** An authoritative name server (RFC 1034, RFC 1035) over UDP and TCP, for the zones of one folder. */
export function makeDnsServer(options: DnsServerOptions): DnsServer {
  const { folder, host, port, resolvers, perSecond, onFault, clock = Date.now, isLimited = (address) => !isHere(address) } = options;
  const { secondaries = [], keys = [] } = options;
  let edge = edgeAddresses(options.edge);
  let steerer: Steerer | null = null;
  let locate: Locate | null = null;
  let steerings = 0;
  const steeringFile = new SteeringFile(folder);
  const zones = new Map<string, Zone>();
  const store = new ZoneStore(folder, (error, aside) =>
    onFault(new Error(`a damaged file of zones was set aside: ${aside}`, { cause: error })),
  );
  const notifier = makeNotifier(host, secondaries, keys[0], clock);
  const mayTransfer = (from: string) => secondaries.some(({ address }) => address === from.replace(/^::ffff:/, ''));
  const responder = makeResponder({
    zones,
    perSecond,
    isLimited,
    keys,
    mayTransfer,
    steerer: () => steerer,
    resolve: makeAddressBook(resolvers, clock),
    clock,
  });
  const respond = options.metrics ? countAnswers(responder, options.metrics) : responder;
  const connections = new Set<net.Socket>();
  let udp: dgram.Socket | undefined;
  let tcp: net.Server | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  if (options.metrics) measureZones(options.metrics);

  function measureZones(metrics: Metrics): void {
    const served = metrics.gauge('nasim_dns_zones', 'Zones that are served.');
    const behind = metrics.gauge('nasim_dns_unapplied_changes', 'Published zones whose newest version isn’t served yet.');
    const readable = metrics.gauge('nasim_dns_zone_file_readable', 'Whether the file of zones can be read.');
    const open = metrics.gauge('nasim_dns_tcp_connections', 'Open connections over TCP.');
    metrics.collect(() => {
      served.set(zones.size);
      readable.set(isFailing ? 0 : 1);
      open.set(connections.size);
      if (isFailing) clearGauge(behind);
      else behind.set(store.pending());
    });
  }

  /** A zone that can't be encoded keeps its previous form, and does no harm to the others. */
  function apply(name: string, zone: ServedZone | null): void {
    try {
      if (zone) {
        zones.set(name, prepareZone(zone, edge, steerer !== null));
        notifier.changed(name);
      } else zones.delete(name);
    } catch (error) {
      onFault(error);
    }
  }

  /** Which edges are answered. Zones are prepared again when there are none of a family of addresses any more, or the first ones. */
  function followSteering(): void {
    try {
      const steering = steeringFile.changed();
      if (!steering) return;
      const next = allAddresses(steering);
      const isOther = steerer === null || (['A', 'AAAA'] as const).some((type) => next[type].length > 0 !== edge[type].length > 0);
      edge = next;
      steerer = makeSteerer(steering, locate, ++steerings);
      if (isOther) store.close();
    } catch (error) {
      onFault(error);
    }
  }

  /** While the file can't be read, the server answers from the zones in memory, and reports it once. */
  function follow(): void {
    followSteering();
    try {
      for (let changes = store.changes(); changes.length > 0; changes = store.changes())
        for (const { name, zone } of changes) apply(name, zone);
      isFailing = false;
    } catch (error) {
      if (!isFailing) onFault(error);
      isFailing = true;
    }
  }

  return {
    follow,
    isReady: () => timer !== undefined && !isFailing,
    async listen() {
      if (options.geo)
        locate ??= await openGeo(options.geo).catch((error: unknown) => {
          // Visitors get any healthy edges then.
          onFault(new Error(`the database of places can't be read: ${options.geo}`, { cause: error }));
          return null;
        });
      follow();
      const family = net.isIPv6(host) ? 'udp6' : 'udp4';
      // A free port of TCP may be taken for UDP by another program.
      for (let attempt = 0; ; attempt++) {
        tcp = await listenTcp(host, port, serve(respond, connections));
        const bound = (tcp.address() as net.AddressInfo).port; // a server on an address and port
        try {
          udp = await bindUdp(family, host, bound);
          break;
        } catch (error) {
          await new Promise((resolve) => tcp?.close(resolve));
          if (port !== 0 || attempt > 5) throw error;
        }
      }
      udp.on('message', (message, { address, port: from }) => answerUdp(respond, udp, message, { address, tcp: false }, from));
      udp.on('error', onFault);
      tcp.on('error', onFault);
      timer = setInterval(follow, FOLLOW_MS);
      return { address: host, port: (tcp.address() as net.AddressInfo).port }; // as above
    },
    async close() {
      clearInterval(timer);
      timer = undefined;
      notifier.close();
      for (const socket of connections) socket.destroy();
      await Promise.all([
        new Promise<void>((resolve) => (udp ? udp.close(() => resolve()) : resolve())),
        new Promise<void>((resolve) => (tcp ? tcp.close(() => resolve()) : resolve())),
      ]);
      store.close();
    },
  };
}

function answerUdp(respond: Responder, socket: dgram.Socket | undefined, message: Buffer, client: Client, port: number): void {
  const send = (reply: Buffer | null | undefined) => {
    // The socket may have been closed while a resolver was asked. A packet that can't be sent is as good as lost.
    if (reply) trySend(socket, reply, port, client.address);
  };
  const reply = respond(message, client);
  if (reply instanceof Promise) void reply.then(send);
  else send(Array.isArray(reply) ? reply[0] : reply);
}

function trySend(socket: dgram.Socket | undefined, reply: Buffer, port: number, address: string): void {
  try {
    socket?.send(reply, port, address);
  } catch {
    // Port 0 in a forged packet, or a closed socket.
  }
}

/** Queries follow each other on a connection, each with its length before it (RFC 7766). */
function serve(respond: Responder, connections: Set<net.Socket>) {
  return (socket: net.Socket) => {
    if (connections.size >= MAX_CONNECTIONS) {
      socket.destroy();
      return;
    }
    connections.add(socket);
    const client: Client = { address: socket.remoteAddress ?? '', tcp: true };
    let waiting = Buffer.alloc(0);
    const read = async () => {
      while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE(0)) {
        const size = waiting.readUInt16BE(0);
        const message = waiting.subarray(2, 2 + size);
        waiting = waiting.subarray(2 + size);
        const reply = await respond(message, client);
        if (!reply || socket.destroyed) {
          socket.destroy();
          return;
        }
        for (const one of Array.isArray(reply) ? reply : [reply]) {
          if (socket.destroyed) return;
          const frame = Buffer.alloc(2);
          frame.writeUInt16BE(one.length);
          socket.write(Buffer.concat([frame, one]));
          if (socket.writableLength > MAX_WAITING) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
        }
      }
    };
    let last: Promise<void> = Promise.resolve();
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => connections.delete(socket));
    socket.on('data', (data) => {
      waiting = waiting.length === 0 ? data : Buffer.concat([waiting, data]);
      socket.pause();
      last = last.then(read).then(() => void socket.resume());
    });
  };
}

function listenTcp(host: string, port: number, onConnection: (socket: net.Socket) => void): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer(onConnection);
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function bindUdp(family: 'udp4' | 'udp6', host: string, port: number): Promise<dgram.Socket> {
  return new Promise((resolve, reject) => {
    // Replies go to addresses, which need no lookup; the default one would delay each by a turn of the event loop.
    const lookup: dgram.SocketOptions['lookup'] = (address, _options, done) => done(null, address, family === 'udp6' ? 6 : 4);
    const socket = dgram.createSocket({ type: family, recvBufferSize: 4_194_304, lookup });
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind(port, host, () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}
