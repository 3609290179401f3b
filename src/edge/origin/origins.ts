import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { type Dispatcher, Pool } from 'undici';
import type { Duration } from '../../lib/rules/cdn/edge/protection.ts';
import { durationSeconds, type RequestCounts } from '../../lib/rules/cdn/edge/types.ts';
import { isHost } from '../../lib/rules/core/serverAddress.ts';
import type { Site } from '../control/policies.ts';
import { OriginHealth } from './health.ts';
import { pinnedConnector } from './pinned.ts';
import { Addresses, behindEdge, Documentation } from './resolve.ts';
import type { Target } from './target.ts';

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body: AsyncIterable<Uint8Array> | Uint8Array | null;
  /** Milliseconds to connect, and from then until the headers of the response, as a page rule sets it; null: the defaults below. */
  timeout: number | null;
  signal: AbortSignal;
  /** Gets the responses before the final one (1xx). */
  onInterim?: (status: number, headers: IncomingHttpHeaders) => void;
}

const maxPools = 2_000;
const CONNECT_MS = 10_000;
const ANSWER_MS = 60_000;
/** A body that stops for this long is aborted. */
const SILENCE_MS = 60_000;

export const toTimeout = (limit: Duration | undefined): number | null => (limit ? durationSeconds(limit) * 1000 : null);

/** RFC 9110 section 9.2.2. */
export const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);
/** The connection ended before the origin can have processed the request, or while it was idle. */
const retriable: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Connections to origins: a pool per address, protocol and name; those that weren't used for the longest time are closed. */
export class Origins {
  readonly health = new OriginHealth();
  readonly #addresses: Addresses;
  readonly #pools = new LRUCache<string, Pool>({ max: maxPools, dispose: (pool) => void pool.close() });
  /** Open requests by domain and server, for "least connections" and limits. */
  readonly #open = new Map<string, Record<string, number>>();

  readonly #demoPort: number | null;
  readonly #workers: number;

  /**
   * @param demoPort where the demo website listens on 127.0.0.1; null: there is none
   * @param workers processes of the edge, each with its share of a server's limit
   */
  constructor(addresses = new Addresses(), demoPort: number | null = null, workers = 1) {
    this.#addresses = addresses;
    this.#demoPort = demoPort;
    this.#workers = workers;
  }

  /** The address to connect to. With a demo website, it stands for all servers in networks reserved for documentation. */
  async #place(site: Site, target: Target): Promise<{ address: string; to: Target }> {
    try {
      return { address: await this.#addresses.of(behindEdge(target.host, site.config), site.allowed), to: target };
    } catch (error) {
      if (this.#demoPort === null || !(error instanceof Documentation)) throw error;
      return { address: '127.0.0.1', to: { ...target, protocol: 'http', port: this.#demoPort } };
    }
  }

  /** What the cluster layer takes into account, for the request with this number. */
  facts(domainId: string, turn: number): Pick<RequestCounts, 'turn' | 'connections' | 'workers' | 'failing'> {
    return { turn, connections: this.#open.get(domainId) ?? {}, workers: this.#workers, failing: this.health.failing(domainId) };
  }

  /** @throws a resolver's, socket's or undici's error, when there is no response */
  async send(site: Site, target: Target, sent: Sent): Promise<Dispatcher.ResponseData> {
    // At once: the next request is decided with it.
    const release = this.#count(site.policy.id, target.server);
    try {
      const { address, to } = await this.#place(site, target);
      const pool = this.#pool(site, to, address, String(sent.headers.host ?? ''), sent.timeout);
      const answer = await this.#respond(site, target, pool, sent);
      answer.body.once('close', release);
      return answer;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #respond({ policy }: Site, { server }: Target, pool: Pool, sent: Sent): Promise<Dispatcher.ResponseData> {
    try {
      const answer = await this.#try(pool, sent);
      this.health.succeeded(policy.id, server);
      return answer;
    } catch (error) {
      // That the visitor left says nothing about the server.
      if (!sent.signal.aborted) this.health.failed(policy.id, server);
      throw error;
    }
  }

  /** The connection of a WebSocket. @throws also when the origin doesn't change the protocol */
  async upgrade(site: Site, target: Target, { path, headers, timeout }: Sent): Promise<Dispatcher.UpgradeData> {
    const release = this.#count(site.policy.id, target.server);
    try {
      const { address, to } = await this.#place(site, target);
      const pool = this.#pool(site, to, address, String(headers.host ?? ''), timeout);
      const upgraded = await pool.upgrade({ path, headers, protocol: 'websocket' });
      upgraded.socket.once('close', release);
      return upgraded;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #try(pool: Pool, { method, path, headers, body, timeout, signal, onInterim }: Sent): Promise<Dispatcher.ResponseData> {
    // An origin may close an idle connection at the moment of a request: a request that changes nothing is sent once more.
    const options = {
      method: method as Dispatcher.HttpMethod, // undici refuses invalid ones itself
      path,
      headers,
      body: body as Readable | Uint8Array | null, // undici also takes async iterables
      headersTimeout: timeout ?? ANSWER_MS,
      bodyTimeout: SILENCE_MS,
      signal,
      onInfo: (interim: { statusCode: number; headers: IncomingHttpHeaders }) => onInterim?.(interim.statusCode, interim.headers),
    };
    try {
      return await pool.request(options);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (body !== null || !idempotent.has(method) || !retriable.has(code) || signal.aborted) throw error;
      return pool.request(options);
    }
  }

  #pool({ config, policy }: Site, { protocol, host, port }: Target, address: string, name: string, timeout: number | null): Pool {
    // The server's name in TLS, which its certificate is verified for, is that of the request, without its port.
    const requested = name.replace(/:\d+$/, '');
    const servername = isHost(requested) && requested !== '' ? requested : isHost(host) ? host : null;
    const { originCheck = 'off', originCa, originPins } = config.https;
    const { clientCertificate: client } = policy;
    const key = `${address} ${port} ${timeout} ${protocol === 'https' ? `${servername} ${originCheck} ${originCa ?? originPins ?? ''} ${client?.chain ?? ''}` : ''}`;
    const found = this.#pools.get(key);
    if (found) return found;
    const connect = {
      timeout: timeout ?? CONNECT_MS,
      // Many origins have certificates of their own making; docs/decisions/0028 has the reasons for the default.
      rejectUnauthorized: originCheck === 'public' || originCheck === 'own',
      ...(originCheck === 'own' && { ca: originCa ?? '' }),
      ...(client && { cert: client.chain, key: client.privateKey }),
      ...(servername !== null && { servername }),
    };
    const made = new Pool(`${protocol}://${address.includes(':') ? `[${address}]` : address}:${port}`, {
      connections: 128,
      pipelining: 1,
      keepAliveTimeout: 15_000,
      connect: originCheck === 'pin' ? pinnedConnector((originPins ?? '').split('\n'), connect) : connect,
    });
    this.#pools.set(key, made);
    return made;
  }

  #count(domainId: string, server: string): () => void {
    const open = this.#open.get(domainId) ?? {};
    this.#open.set(domainId, open);
    open[server] = (open[server] ?? 0) + 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (open[server] ?? 1) - 1;
      if (left > 0) open[server] = left;
      else delete open[server];
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }
}
