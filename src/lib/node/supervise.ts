import { type ChildProcess, fork } from 'node:child_process';

/** A process that runs until it is stopped. */
export interface Supervised {
  /** Sends SIGTERM, and SIGKILL after ten seconds; resolves when the process is gone. */
  stop(): Promise<void>;
}

export interface SupervisedOptions {
  /** What warnings call it, such as `edge`. */
  name: string;
  /** The module to run. */
  program: string;
  /** All of its environment, besides what Node itself needs. */
  env: Record<string, string | undefined>;
  onMessage(message: unknown): void;
  /** @param errors the end of what it wrote to its standard error; @returns what the operator can do about it */
  onEnd(errors: string): string;
  warn(message: string): void;
  /** Delay of the first restart, in milliseconds. */
  firstDelay?: number | undefined;
}

/** What Node itself needs. */
const SYSTEM = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
const STOP_MS = 10_000;

/** Runs a process beside the portal, and starts it again when it ends, with a delay that doubles until it sends a message. */
export function supervise({ name, program, env, onMessage, onEnd, warn, firstDelay = FIRST_DELAY_MS }: SupervisedOptions): Supervised {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let delay = firstDelay;
  let isStopped = false;

  const system = Object.fromEntries(SYSTEM.map((variable) => [variable, process.env[variable]]));

  function start(): void {
    const running = fork(program, [], { stdio: ['ignore', 'inherit', 'pipe', 'ipc'], env: { ...system, ...env } });
    child = running;
    let errors = '';
    running.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-500);
      process.stderr.write(text);
    });
    running.on('message', (message) => {
      delay = firstDelay;
      onMessage(message);
    });
    // A process that can't be started has an error instead of an exit.
    running.once('error', (error) => {
      if (running.pid === undefined) ended(error.message);
    });
    running.once('exit', (code, signal) => ended(`${signal ?? code}`));
    const ended = (how: string) => {
      child = undefined;
      const advice = onEnd(errors);
      if (isStopped) return;
      warn(`The ${name} ended (${how}) and is started again in ${delay / 1000} s.${advice}`);
      timer = setTimeout(start, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    };
  }
  start();

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const running = child;
      if (!running) return;
      const ended = new Promise((done) => running.once('exit', done));
      running.kill('SIGTERM');
      const force = setTimeout(() => running.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(force);
    },
  };
}
