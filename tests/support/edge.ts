import { fork } from 'node:child_process';
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readEdgeEnv } from '../../src/edge/base/env.ts';
import { type Edge, startEdge } from '../../src/edge/edge.ts';
import type { DomainPolicy, EdgeBundle, EdgeLogEntry, EdgeReport, HeartbeatAnswer } from '../../src/lib/rules/cdn/edge/bundle.ts';
import { signatureHeader } from '../../src/lib/rules/cdn/edge/bundle.ts';
import type { EdgeConfig } from '../../src/lib/rules/cdn/edge/config.ts';
import { plain } from './edgeSample.ts';
import { bind, close } from './listen.ts';

export const until = async (what: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> => {
  for (const end = Date.now() + ms; !(await what()); await new Promise((done) => setTimeout(done, 5)))
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
};

interface SignedBundle {
  bytes: Buffer;
  signature: string;
}

/** The portal's side, as small as it can be: signs the given policies, and keeps what edges report and, unless `keepsLines` is false, log. */
export async function startControl({ keepsLines: storesLines = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = randomUUID();
  const policies = new Map<string, DomainPolicy>();
  const pushedAt = new Map<string, number>();
  const removed: { id: string; version: number }[] = [];
  const reports: EdgeReport[] = [];
  const batches = new Map<string, EdgeLogEntry[]>();
  const waiting = new Set<() => void>();
  let cursor = 1;
  /** `ahead`: of the portal's clock, in ms. */
  const state = { forge: false, refuseLogs: false, refused: 0, polls: 0, ahead: 0 };
  let reportHash = '';
  const bundles: SignedBundle[] = [];
  let replayed: SignedBundle | null = null;
  const answerWaiting = () => {
    for (const done of waiting) done();
    waiting.clear();
  };
  const handler = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://control');
    if (request.headers.authorization !== `Bearer ${key}`) return void response.writeHead(401).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (url.pathname === '/edge/bundle') {
      state.polls++;
      const since = url.searchParams.get('since');
      if (since === String(cursor)) {
        await new Promise<void>((done) => {
          waiting.add(done);
          response.once('close', () => {
            waiting.delete(done);
            done();
          });
        });
      }
      const bundle: EdgeBundle = {
        cursor: String(cursor),
        full: since === null,
        // As the portal does, only what is new to this edge.
        domains: [...policies.values()].filter(({ id }) => since === null || (pushedAt.get(id) ?? 0) > Number(since)),
        removed,
        since,
        nonce: url.searchParams.get('nonce'),
      };
      const bytes = Buffer.from(JSON.stringify(bundle));
      const signed = state.forge ? Buffer.from(`${bytes} `) : bytes;
      const issued = { bytes, signature: sign(null, signed, privateKey).toString('base64') };
      if (!replayed) bundles.push(issued);
      const sent = replayed ?? issued;
      replayed = null;
      response.writeHead(200, { [signatureHeader]: sent.signature }).end(sent.bytes);
    } else if (url.pathname === '/edge/report') {
      reports.push(JSON.parse(body) as EdgeReport);
      reportHash = createHash('sha256').update(body).digest('hex');
      response.end('{}');
    } else if (url.pathname === '/edge/heartbeat') {
      response.end(JSON.stringify({ nonce: 'next', accepted: true, drain: false, at: Date.now() + state.ahead } satisfies HeartbeatAnswer));
    } else if (url.pathname === '/log/ingest' && !state.refuseLogs) {
      const lines = storesLines ? body.split('\n').filter(Boolean) : [];
      batches.set(
        String(request.headers['x-batch-id']),
        lines.map((line) => JSON.parse(line) as EdgeLogEntry),
      );
      response.end(JSON.stringify({ accepted: lines.length, refused: [] }));
    } else {
      state.refused++;
      response.writeHead(503).end();
    }
  };
  const server = http.createServer((request, response) => void handler(request, response));
  let isDown = false;
  server.on('connection', (socket) => void (isDown && socket.destroy()));
  const port = await bind(server);
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    verifyKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    state,
    reports,
    /** SHA-256 of the last one, as the portal tells it with a heartbeat. */
    reportHash: () => reportHash,
    /** Every response to a poll, in order. */
    bundles,
    /** Answers a poll, once there is one, with a recorded bundle. Resolves when the edge polls again. */
    async replay(bundle: SignedBundle) {
      await until(() => waiting.size > 0);
      const { polls } = state;
      replayed = bundle;
      answerWaiting();
      await until(() => state.polls > polls);
    },
    batches,
    lines: () => [...batches.values()].flat(),
    /** Stores policies and answers the waiting polls. */
    push(...changed: DomainPolicy[]) {
      cursor++;
      for (const policy of changed) {
        policies.set(policy.id, policy);
        pushedAt.set(policy.id, cursor);
      }
      answerWaiting();
    },
    /** Answers a poll, once there is one, although nothing has changed, as the portal does every 25 s. */
    async answerPoll() {
      await until(() => waiting.size > 0);
      answerWaiting();
    },
    remove(id: string) {
      removed.push({ id, version: (policies.get(id)?.version ?? 0) + 1 });
      policies.delete(id);
      this.push();
    },
    /** Every connection ends at once. The port stays taken: another program could get it otherwise. */
    down() {
      isDown = true;
      waiting.clear();
      server.closeAllConnections();
    },
    up() {
      isDown = false;
    },
    stop: () => close(server),
  };
}
export type ControlServer = Awaited<ReturnType<typeof startControl>>;

/** A customer's server. */
export async function startOrigin(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = http.createServer(answer);
  const port = await bind(server);
  return { server, port, stop: () => close(server) };
}

let versions = 0;
/** A policy of `example.com` whose hosts lead to a server on loopback. */
export function policyFor(port: number, config: Partial<EdgeConfig> = {}, more: Partial<DomainPolicy> = {}): DomainPolicy {
  return {
    id: 'd1',
    version: ++versions,
    name: 'example.com',
    serving: 'on',
    config: {
      ...plain,
      ...config,
      clusters: config.clusters?.length
        ? config.clusters
        : [
            {
              id: 'origin',
              name: 'origin',
              servers: [{ address: '127.0.0.1', weight: 1, backup: false }],
              port,
              protocol: 'http',
              algorithm: 'roundRobin',
            },
          ],
      routes: [
        { id: 'apex', kind: 'record', recordId: 'apex', clusterId: 'origin' },
        { id: 'www', kind: 'record', recordId: 'www', clusterId: 'origin' },
      ],
    },
    certificates: [],
    pages: [],
    purges: [],
    allowedNetworks: ['127.0.0.0/8', '::1/128'],
    ...more,
  };
}

export interface TestEdge extends Edge {
  control: ControlServer;
  env: Record<string, string>;
  /** Waits until the edge has reported the current version of a policy. */
  push(...policies: DomainPolicy[]): Promise<void>;
  get(path: string, options?: GetOptions): Promise<Got>;
}
export interface GetOptions {
  host?: string;
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}
export interface Got {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

/** One request over a connection of its own. */
export const get = (
  base: string,
  path: string,
  { host = 'example.com', method = 'GET', headers = {}, body }: GetOptions = {},
): Promise<Got> =>
  new Promise((done, fail) => {
    const request = http.request(base, { path, method, headers: { host, ...headers }, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        done({ status: response.statusCode ?? 0, headers: response.headers, body: bytes.toString(), bytes });
      });
    });
    request.on('error', fail);
    request.end(body);
  });

/** How an edge reaches its portal. */
type Access = Record<'url' | 'key' | 'verifyKey', string>;

const edgeVariables = ({ url, key, verifyKey }: Access, folder: string) => ({
  EDGE_CONTROL_URL: url,
  EDGE_KEY: key,
  EDGE_VERIFY_KEY: verifyKey,
  EDGE_DIR: folder,
  EDGE_PORT: '0',
  EDGE_TLS_PORT: '0',
});

/** The edge as a process of its own, on free ports. */
export async function startEdgeProcess(control: Access, folder: string, more: Record<string, string> = {}) {
  const env = { ...process.env, ...edgeVariables(control, folder), ...more };
  const child = fork('src/edge/main.ts', [], { env, execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [{ address, secure }] = (await once(child, 'message')) as [{ address: string; secure: string }]; // as main.ts sends it
  return {
    addresses: { http: address, https: secure } satisfies Edge['addresses'],
    pid: child.pid ?? 0,
    /** The output so far. */
    output: () => output,
    /** Messages of its log of at least this level, of pino. */
    logged: (level: 'info' | 'warn' | 'error') =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { level: string; msg: string })
        .filter((line) => (pino.levels.values[line.level] ?? 0) >= (pino.levels.values[level] ?? 0))
        .map(({ msg: message }) => message),
    async end(signal: 'SIGTERM' | 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}
export type EdgeProcess = Awaited<ReturnType<typeof startEdgeProcess>>;

/** An edge on free ports, with a control server of its own unless one is given. */
export async function startTestEdge(input?: ControlServer, more: Record<string, string> = {}): Promise<TestEdge> {
  const control = input ?? (await startControl());
  const folder = more.EDGE_DIR ?? mkdtempSync(join(tmpdir(), 'edge-'));
  const env = { ...edgeVariables(control, folder), EDGE_WORKERS: '1', ...more };
  const edge = await startEdge(readEdgeEnv(env), pino({ level: 'silent' }));
  return {
    ...edge,
    control,
    env,
    async push(...policies) {
      control.push(...policies);
      const areApplied = () => policies.every(({ id, version }) => control.reports.at(-1)?.versions[id] === version);
      // A full run applies thousands.
      await until(areApplied, 10_000 + policies.length * 20);
    },
    get: (path, options) => get(edge.addresses.http, path, options),
    async stop() {
      await edge.stop();
      if (!input) await control.stop();
      if (!more.EDGE_DIR) rmSync(folder, { recursive: true, force: true });
    },
  };
}
