import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/lib/ports.mjs';
import type { EdgeLogEntry } from '../../src/lib/rules/cdn/edge/bundle.ts';
import { noDns } from './dns.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The key with which tests send what an edge does. */
export const edgeKey = 'the-key-of-the-edges-in-browser-tests';
const READY_MS = 90_000;
const STOP_MS = 15_000;
/** A server must not survive the test that started it, however it ended. */
const endWithParent = ['--import', `data:text/javascript,process.on('disconnect',()=>process.exit())`];

/** A separate process: the portal (`server.mjs`), or the provider alone. */
export interface RunningServer {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  /** Its output so far. */
  output(): string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, like a power failure; the data stays. */
  kill9(): Promise<void>;
  /** Removes the data if it was created for this server. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ServerOptions {
  /** Data of an earlier server, to continue with. */
  dataDir?: string;
  /** The port of an earlier server, so that its pages and cookies stay valid. */
  port?: number;
  env?: Record<string, string>;
  nodeArgs?: string[];
}

/** Sends lines of an edge's log to a portal. */
export const sendEntries = (url: string, batch: string, lines: readonly EdgeLogEntry[]): Promise<Response> =>
  fetch(`${url}/api/log/ingest`, {
    method: 'POST',
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { authorization: `Bearer ${edgeKey}`, 'x-batch-id': batch, 'content-type': 'application/x-ndjson' },
  });

/** The portal with the embedded provider and its demo data, or with the provider that `env.PROVIDER_URL` names. */
export const startPortal = (options: ServerOptions = {}) => start('server.mjs', options);
/** Runs `npm run provider`. Portals on this machine may set the client address. */
export const startProviderServer = (options: ServerOptions = {}) =>
  start('src/provider/main.ts', { ...options, env: { TRUSTED_PROXIES: '127.0.0.1', ...options.env } });

/** A program of the repository that listens on `PORT` and reports it to its parent. */
export async function start(program: string, options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'nasim-'));
  // Another process may take the free port first; that won't happen three times.
  for (let round = 1; ; round++) {
    try {
      return await attempt(program, options.port ?? (await freePort()), dataDir, options);
    } catch (error) {
      if (round < 3 && options.port === undefined && String(error).includes('in use')) continue;
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      throw error;
    }
  }
}

function attempt(program: string, port: number, dataDir: string, options: ServerOptions): Promise<RunningServer> {
  // Passes on only the necessary environment: settings of a developer's shell must not leak in.
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const child = spawn(process.execPath, [...endWithParent, ...(options.nodeArgs ?? []), program], {
    cwd: root,
    env: {
      PATH,
      HOME,
      ...(TMPDIR && { TMPDIR }),
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PASSWORD_COST: '12',
      S3_PORT: '0',
      EDGE_KEY: edgeKey,
      DEMO_TRAFFIC: 'off',
      ...noDns,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const onOutput = (text: string) => {
    output += text;
  };
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));

  return new Promise((resolve, reject) => {
    const late = setTimeout(() => fail(`was not ready after ${READY_MS / 1000} s`), READY_MS);
    const fail = (reason: string) => {
      clearTimeout(late);
      child.kill('SIGKILL');
      reject(new Error(`${program} ${reason}\n${output}`));
    };
    child.once('error', (error) => fail(String(error)));
    child.once('exit', (code) => fail(`ended with ${code} before it was ready`));
    child.once('message', () => {
      clearTimeout(late);
      resolve({
        url: `http://127.0.0.1:${port}`,
        port,
        pid: child.pid ?? 0,
        dataDir,
        output: () => output,
        stop: () => end(child, 'SIGTERM', ended),
        async kill9() {
          await end(child, 'SIGKILL', ended);
        },
        async [Symbol.asyncDispose]() {
          await end(child, 'SIGTERM', ended);
          if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
        },
      });
    });
  });
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL', ended: Promise<number | null>): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const stubborn = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill(signal);
  const code = await ended;
  clearTimeout(stubborn);
  return code;
}
