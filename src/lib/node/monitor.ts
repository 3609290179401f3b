import { timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '../../config/env.ts';
import { isLoopback, isLoopbackHost } from '../rules/core/loopback.ts';
import type { Metrics } from './metrics.ts';

type PortVariable = 'METRICS_PORT' | 'EDGE_METRICS_PORT' | 'DNS_METRICS_PORT' | 'COMPUTE_METRICS_PORT';

export type MonitorEnv = { readonly [V in PortVariable]?: number | undefined } & {
  readonly METRICS_HOST: string;
  readonly METRICS_TOKEN?: string | undefined;
};

export interface MonitorOptions {
  /** The address and the bearer token for `/metrics`, as in docs/configuration.md. */
  env: MonitorEnv;
  /** The variable of the port. If it isn't set, there is no monitor; 0: any free port. */
  variable: PortVariable;
  metrics: Metrics;
  /** What has to be true before this process gets traffic, by name. One that throws or takes longer than 2 s fails. */
  checks: Readonly<Record<string, () => boolean | Promise<boolean>>>;
  /** The names of the checks that fail, of a program that has them in several processes. */
  failing?: () => Promise<string[]>;
  /** All metrics as text; default: those of `metrics`. */
  text?: () => Promise<string>;
}

/** `/metrics` and `/readyz` of a process, on a port of their own. */
export interface Monitor {
  /** `http://127.0.0.1:9464`; null: there is none. */
  address: string | null;
  /** From now on `/readyz` answers 503: the process is about to stop. */
  drain(): void;
  stop(): Promise<void>;
}

const CHECK_MS = 2_000;
const SCRAPE_MS = 10_000;
/** How long the result of a round of checks is answered after it. */
const REUSE_MS = 1_000;

/**
 * Starts the monitor. Metrics tell what an installation does, so nobody else may read them: the address is a loopback one, or there
 * is a token. `/readyz` needs none, because it says only the names of checks.
 * @throws {StartError} when the address isn't a loopback one and there is no token, or the port is in use
 */
export async function startMonitor(options: MonitorOptions): Promise<Monitor> {
  const { env, variable, metrics, checks, text = () => metrics.text(), failing = () => failingChecks(checks) } = options;
  const { [variable]: port, METRICS_HOST: host, METRICS_TOKEN: token } = env;
  if (port === undefined) return { address: null, drain() {}, async stop() {} };
  if (!token && !isLoopback(host))
    throw new StartError(`METRICS_TOKEN is required, because METRICS_HOST (${host}) isn't a loopback address.`);
  metrics.addProcess();
  let isDraining = false;
  let round: Promise<string[]> | null = null;
  /** Requests share a round of checks, which costs queries: `/readyz` needs no token. */
  function check(): Promise<string[]> {
    round ??= failing().finally(() =>
      setTimeout(() => {
        round = null;
      }, REUSE_MS).unref(),
    );
    return round;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0];
    // A page in a browser of this machine reaches a loopback address by a name that points to it.
    if (!token && !isLoopbackHost(request.headers.host)) return send(response, 421, { code: 'misdirected' });
    if (path !== '/metrics' && path !== '/readyz') return send(response, 404, { code: 'notFound' });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(response, 405, { code: 'methodNotAllowed' }, { allow: 'GET, HEAD' });
    if (path === '/readyz') {
      const failed = isDraining ? ['serving'] : await check();
      return send(response, failed.length === 0 ? 200 : 503, { ready: failed.length === 0, failing: failed });
    }
    if (token && !hasToken(request, token)) return send(response, 401, { code: 'unauthorized' }, { 'www-authenticate': 'Bearer' });
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' });
    response.end(await text());
  }

  const server = http.createServer(
    { requestTimeout: SCRAPE_MS, headersTimeout: SCRAPE_MS, maxHeaderSize: 8 * 1024 },
    (request, response) => {
      request.resume();
      answer(request, response).catch(() => {
        if (response.headersSent) response.destroy();
        else send(response, 500, { code: 'failed' });
      });
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new StartError(`Port ${port} of ${host} is in use. Choose another one with ${variable}.`) : error,
      ),
    );
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port; // it listens on a port, not on a pipe
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    drain() {
      isDraining = true;
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The names of the checks that don't pass. */
export async function failingChecks(checks: MonitorOptions['checks']): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<false>((done) => {
        timer = setTimeout(done, CHECK_MS, false);
      });
      const isPassed = await Promise.race([late, Promise.resolve().then(check)]).catch(() => false);
      clearTimeout(timer);
      return isPassed ? [] : [name];
    }),
  );
  return results.flat();
}

function hasToken(request: IncomingMessage, token: string): boolean {
  const sent = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers });
  response.end(JSON.stringify(body));
}
