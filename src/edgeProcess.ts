import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Env, publicOrigin } from './config/env.ts';
import { edgeVariables } from './edge/base/env.ts';
import { type LocalEdgeState, noLocalEdge } from './lib/rules/core/localEdge.ts';

export interface LocalEdge {
  /** Ends it after its responses; resolves when the process is gone. */
  stop(): Promise<void>;
}

interface Options {
  env: Env;
  keys: { key: string; verifying: string };
  /** Where the portal listens, on HOST. */
  port: number;
  /** Called whenever the edge listens, and with null when it has ended. */
  onListening(at: LocalEdgeState): void;
  warn(message: string): void;
  /** The program of the edge; another one in tests. */
  program?: string;
  /** Delay of the first restart, in milliseconds. */
  firstDelay?: number;
}

const edgeProgram = fileURLToPath(new URL('./edge/main.ts', import.meta.url));
/** What Node itself needs. */
const SYSTEM = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
const STOP_MS = 10_000;

/**
 * Runs an edge beside the portal, and starts it again when it ends, with a delay that doubles until it listens again. The edge faces
 * visitors, so it gets only its own variables: none of the portal's secrets.
 */
export function superviseEdge({
  env,
  keys,
  port,
  onListening,
  warn,
  program = edgeProgram,
  firstDelay = FIRST_DELAY_MS,
}: Options): LocalEdge {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let delay = firstDelay;
  let isOver = false;

  const inherited = Object.fromEntries([...SYSTEM, ...edgeVariables].map((name) => [name, process.env[name]]));

  function start(): void {
    const running = fork(program, [], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      env: {
        ...inherited,
        EDGE_CONTROL_URL: `http://${ownAddress(env.HOST)}:${port}/api`,
        EDGE_KEY: keys.key,
        EDGE_VERIFY_KEY: keys.verifying,
        EDGE_DIR: join(env.DATA_DIR, 'edge'),
        EDGE_HOST: env.HOST,
        EDGE_PORT: String(env.EDGE_PORT),
        EDGE_TLS_PORT: String(env.EDGE_TLS_PORT),
        EDGE_WHY_URL: publicOrigin(env),
        EDGE_DEMO_ORIGIN: env.demo ? '1' : '0',
      },
    });
    child = running;
    let errorOutput = '';
    running.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-500);
      process.stderr.write(text);
    });
    running.on('message', (message) => {
      delay = firstDelay;
      onListening(message as LocalEdgeState); // as src/edge/main.ts sends it
    });
    // A process that can't be started has an error instead of an exit.
    running.once('error', (error) => {
      if (running.pid === undefined) over(error.message);
    });
    running.once('exit', (code, signal) => over(`${signal ?? code}`));
    const over = (how: string) => {
      child = undefined;
      onListening(noLocalEdge);
      if (isOver) return;
      const hint = errorOutput.includes('EADDRINUSE') ? ' Its port is in use: choose others with EDGE_PORT and EDGE_TLS_PORT.' : '';
      warn(`The edge ended (${how}) and is started again in ${delay / 1000} s.${hint}`);
      timer = setTimeout(start, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    };
  }
  start();

  return {
    async stop() {
      isOver = true;
      clearTimeout(timer);
      const running = child;
      if (!running) return;
      const ended = new Promise((done) => running.once('exit', done));
      running.kill('SIGTERM');
      const stubborn = setTimeout(() => running.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(stubborn);
    },
  };
}

/** Connections of the edge to the portal don't leave this machine, whatever the portal listens on. */
function ownAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
}
