/*
 * An honest visitor and an honest customer, in a thread of their own: what the attacker's thread does must not count as their time.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Visit {
  /** Of the portal. */
  url: string;
  /** Of the customer's session. */
  cookie: string;
}

/** Requests a page and a call in turns until `work` has ended. @returns the time of each, in ms */
export async function meanwhile(visit: Visit, work: Promise<unknown>): Promise<number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: visit });
  const times = new Promise<number[]>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await work.finally(() => worker.postMessage('end'));
  return times;
}

async function visitor({ url, cookie }: Visit): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  parentPort?.once('message', () => {
    isOver = true;
  });
  while (!isOver) {
    for (const [path, sent] of [
      ['/pricing', ''],
      ['/api/domain/list', cookie],
    ] as const) {
      const began = performance.now();
      const request = async () =>
        (await fetch(url + path, { headers: { cookie: sent, 'x-forwarded-for': '203.0.113.200' } })).arrayBuffer();
      // A browser does the same when the connection that it kept was closed meanwhile.
      await request().catch(request);
      times.push(performance.now() - began);
    }
    await wait(20);
  }
  return times;
}

if (!isMainThread && workerData) parentPort?.postMessage(await visitor(workerData as Visit)); // `meanwhile` has sent it
