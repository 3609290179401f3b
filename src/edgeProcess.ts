import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Env, publicOrigin } from './lib/env.ts';

export interface LocalEdge {
  /** Ends it after its responses; resolves when the process is gone. */
  stop(): Promise<void>;
}

interface Options {
  env: Env;
  keys: { key: string; verifying: string };
  /** Where the portal listens, as in `http://127.0.0.1:4321`. */
  portal: string;
  /** Called with the HTTP address of the edge whenever it listens, and with null when it has ended. */
  onAddress(address: string | null): void;
  warn(message: string): void;
}

const program = fileURLToPath(new URL('./edge/main.ts', import.meta.url));
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
const STOP_MS = 10_000;

/** Runs an edge beside the portal, and starts it again when it ends: at once the first time, then later and later. */
export function keepEdge({ env, keys, portal, onAddress, warn }: Options): LocalEdge {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let delay = FIRST_DELAY_MS;
  let isOver = false;

  function start(): void {
    const running = fork(program, [], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      env: {
        ...process.env,
        EDGE_CONTROL_URL: `${portal}/api`,
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
    let said = '';
    running.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-500);
      process.stderr.write(text);
    });
    running.on('message', (message) => {
      delay = FIRST_DELAY_MS;
      onAddress((message as { address: string }).address); // as src/edge/main.ts sends it
    });
    running.once('exit', (code) => {
      child = undefined;
      onAddress(null);
      if (isOver) return;
      const hint = said.includes('EADDRINUSE') ? ' Its port is in use: choose others with EDGE_PORT and EDGE_TLS_PORT.' : '';
      warn(`The edge ended with ${code} and is started again in ${delay / 1000} s.${hint}`);
      timer = setTimeout(start, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    });
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
