import type { Socket } from 'node:net';
import { parseNetwork } from '../../lib/rules/core/network.ts';

export interface ConnectionLimits {
  /** ms from a connection to the end of its first headers. */
  header: number;
  /** ms between two requests of a connection. */
  idle: number;
  /** Open connections: of all visitors, and of one of them. */
  all: number;
  ofAddress: number;
}

interface Connection {
  socket: Socket;
  visitor: string;
  /** Requests that are being answered. A WebSocket counts until it closes. */
  active: number;
  /** When it was accepted, or its last request ended. */
  since: number;
  hasSent: boolean;
}

type Ended = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localPort'>;
/** The sockets of TLS and HTTP/2 wrap that of the connection: both ends identify it. */
const endedKey = ({ remoteAddress, remotePort, localPort }: Ended): string => `${remoteAddress} ${remotePort} ${localPort}`;

/** A visitor with an IPv6 address has its whole /64. */
function visitorPrefix(address: string): string {
  const words = address.startsWith('::ffff:') || !address.includes(':') ? undefined : parseNetwork(address)?.words;
  return words ? words.slice(0, 4).join(':') : address;
}

/**
 * The open connections of visitors. They are bounded, and those without a request end, whatever bytes they send: a connection costs its
 * visitor less than the edge. When no more are allowed, the one that has waited longest makes room.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<string, Connection>();
  /** The connections by the sockets that requests have, which may wrap those that were accepted. */
  readonly #bySocket = new WeakMap<object, Connection>();
  /** Those without a request, in the order in which they began to wait. */
  readonly #waiting = new Set<Connection>();
  readonly #byVisitor = new Map<string, number>();
  readonly #sweeping: NodeJS.Timeout;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#sweeping = setInterval(() => this.#sweep(), Math.min(limits.header, limits.idle, 20_000) / 4).unref();
  }

  get size(): number {
    return this.#open.size;
  }

  /** A new connection; destroyed if it exceeds a limit. @returns whether it was accepted */
  accept(socket: Socket): boolean {
    const visitor = visitorPrefix(socket.remoteAddress ?? '');
    const others = this.#byVisitor.get(visitor) ?? 0;
    if (others >= this.#limits.ofAddress || (this.#open.size >= this.#limits.all && !this.#makeRoom())) {
      socket.destroy();
      return false;
    }
    const key = endedKey(socket);
    const connection: Connection = { socket, visitor, active: 0, since: Date.now(), hasSent: false };
    this.#open.set(key, connection);
    this.#waiting.add(connection);
    this.#byVisitor.set(visitor, others + 1);
    socket.once('close', () => this.#drop(key, connection));
    return true;
  }

  /** A request begins. @returns ends it */
  begin(socket: Ended): () => void {
    const connection = this.#bySocket.get(socket) ?? this.#open.get(endedKey(socket));
    if (!connection) return () => {};
    this.#bySocket.set(socket, connection);
    connection.hasSent = true;
    connection.active++;
    this.#waiting.delete(connection);
    return () => {
      if (--connection.active > 0 || connection.socket.destroyed) return;
      connection.since = Date.now();
      this.#waiting.add(connection);
    };
  }

  /** Ends all of them. */
  close(): void {
    clearInterval(this.#sweeping);
    for (const { socket } of this.#open.values()) socket.destroy();
  }

  #drop(key: string, connection: Connection): void {
    if (this.#open.get(key) === connection) this.#open.delete(key);
    this.#waiting.delete(connection);
    const left = (this.#byVisitor.get(connection.visitor) ?? 1) - 1;
    if (left > 0) this.#byVisitor.set(connection.visitor, left);
    else this.#byVisitor.delete(connection.visitor);
  }

  #end(connection: Connection): void {
    this.#waiting.delete(connection);
    connection.socket.destroy();
  }

  #makeRoom(): boolean {
    const [oldest] = this.#waiting;
    if (!oldest) return false;
    this.#end(oldest);
    this.#open.delete(endedKey(oldest.socket));
    return true;
  }

  #sweep(): void {
    const { header, idle } = this.#limits;
    const now = Date.now();
    for (const connection of this.#waiting) {
      const waited = now - connection.since;
      // The server of the protocol ends it politely in time; what it leaves open, such as one that only sends pings, ends here.
      if (waited > (connection.hasSent ? idle + header : 1.5 * header)) this.#end(connection);
    }
  }
}
