import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/*
 * Load from programs that are faster than what they measure: wrk for HTTP, h2load for HTTPS and HTTP/2. The generator has the last core and
 * the server the others, so that neither takes time from the other. CPU time per request is steadier than throughput on a shared machine.
 */

const run = promisify(execFile);
const CONNECTIONS = 50;
const WARM_UP_SECONDS = 3;
/** `USER_HZ`: 100 on every Linux that Node runs on. */
const TICK_MS = 10;

export interface Throughput {
  /** Requests per second. */
  rate: number;
  /** Microseconds of CPU time, in all threads of the server's processes, per request. */
  cpu: number;
}

/** Whether the programs are there: wrk, h2load and taskset. */
export function hasGenerators(): boolean {
  try {
    for (const name of ['wrk', 'h2load', 'taskset']) execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const cores = (): number => Number(execFileSync('nproc', { encoding: 'utf8' }));

/** Keeps a server off the generator's core. */
export function pinServer(pid: number): void {
  const count = cores();
  if (count > 1) execFileSync('taskset', ['-a', '-cp', `0-${count - 2}`, String(pid)], { stdio: 'ignore' });
}

/** CPU time of a process in milliseconds. */
export function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Child processes, such as the workers of nginx. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/**
 * Requests a URL for some seconds over 50 connections.
 * @param host of the request; the connection goes to the host and port of `url`
 * @param pids the server's processes
 * @throws when a response isn't successful
 */
export async function generate(
  url: string,
  host: string,
  pids: readonly number[],
  seconds: number,
  { http2 = false, headers = {} }: { http2?: boolean; headers?: Readonly<Record<string, string>> } = {},
): Promise<Throughput> {
  const { protocol, port, host: to, pathname } = new URL(url);
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const core = String(cores() - 1);
  const arguments_ = (duration: number) =>
    protocol === 'http:'
      ? // wrk replaces its own header only if the name is written like this.
        ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${duration}s`, '-H', `Host: ${host}`, ...fields, url]
      : [
          'h2load',
          '-t1',
          `-c${CONNECTIONS}`,
          `-D${duration}`,
          ...(http2 ? [] : ['--h1']),
          ...fields,
          `--connect-to=${to}`,
          `https://${host}:${port}${pathname}`,
        ];
  await run('taskset', ['-c', core, ...arguments_(WARM_UP_SECONDS)]);
  const before = pids.reduce((sum, pid) => sum + cpuTime(pid), 0);
  const { stdout } = await run('taskset', ['-c', core, ...arguments_(seconds)]);
  const used = pids.reduce((sum, pid) => sum + cpuTime(pid), 0) - before;
  const [, total, failed] =
    protocol === 'http:'
      ? [0, /(\d+) requests in/.exec(stdout)?.[1], /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? '0']
      : [0, /(\d+) succeeded/.exec(stdout)?.[1], /(\d+) failed/.exec(stdout)?.[1]];
  const requests = Number(total);
  if (!(requests > 0) || Number(failed) > 0) throw new Error(`${url}: ${failed} of ${total} requests failed\n${stdout}`);
  return { rate: requests / seconds, cpu: (used * 1000) / requests };
}
