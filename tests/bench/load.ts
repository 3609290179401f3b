import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { percentile } from './report.ts';

interface LoadOptions {
  seconds: number;
  cookie?: string;
  /** What browsers accept; without it, responses aren't compressed. */
  encoding?: 'br';
}

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  p97: number;
  errors: number;
}

/** Requests one URL repeatedly with many connections: the throughput. */
export async function load(url: string, { seconds, cookie, encoding, connections }: LoadOptions & { connections: number }): Promise<Load> {
  const headers = { ...(cookie && { cookie }), ...(encoding && { 'accept-encoding': encoding }) };
  const result = await autocannon({ url, connections, duration: seconds, headers });
  return { requestsPerSecond: result.requests.average, p97: result.latency.p97_5, errors: result.errors + result.non2xx };
}

/** Requests one URL sequentially: the latency of a call, in milliseconds. */
export async function single(url: string, { seconds, cookie }: LoadOptions): Promise<{ p50: number; p99: number }> {
  const { origin, pathname, search } = new URL(url);
  const pool = new Pool(origin, { connections: 1 });
  const durations: number[] = [];
  const request = async () => {
    const start = performance.now();
    const { statusCode, body } = await pool.request({ method: 'GET', path: pathname + search, headers: { ...(cookie && { cookie }) } });
    await body.dump({ limit: Number.POSITIVE_INFINITY });
    if (statusCode !== 200) throw new Error(`${pathname} answered ${statusCode}`);
    return performance.now() - start;
  };
  // The first calls run before the code is compiled.
  for (const end = Date.now() + 1000; Date.now() < end; ) await request();
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) durations.push(await request());
  await pool.close();
  return { p50: percentile(durations, 50), p99: percentile(durations, 99) };
}

/** Resident memory of a process in bytes. */
export function rss(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
