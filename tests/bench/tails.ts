import { setTimeout } from 'node:timers/promises';
import { portalFlags } from '../../scripts/lib/run.mjs';
import { demo } from '../../src/lib/contract/fields.ts';
import { Client } from '../support/client.ts';
import { createMixedEntries } from '../support/logEntries.ts';
import { sendEntries, startPortal } from '../support/server.ts';
import { load, rss } from './load.ts';
import { mb, perSecond, report } from './report.ts';

const TAILS = 200;

/** Live tails of the events: each asks again as soon as it has an answer, which is far more than every three seconds, while an edge sends lines. */
export async function benchTails(quick: boolean): Promise<void> {
  const seconds = quick ? 3 : 10;
  await using portal = await startPortal({ nodeArgs: portalFlags });
  const client = new Client(portal.url);
  await client.signIn();
  let batch = 0;
  const send = async () => {
    const now = Date.now();
    const lines = createMixedEntries({ count: 2_000, domainIds: [demo.domainId], from: now - 60_000, to: now, seed: ++batch });
    const { status } = await sendEntries(portal.url, `tail-${batch}`, lines);
    if (status !== 200) throw new Error(`the batch was answered with ${status}`);
  };
  for (let i = 0; i < 10; i++) await send();
  const address = `${portal.url}/api/domain/event/list?domainId=${demo.domainId}&window=live&all=true`;
  const tail = async () => {
    let isOver = false;
    const sending = (async () => {
      for (; !isOver; await setTimeout(500)) await send();
    })();
    const result = await load(address, { connections: TAILS, seconds, cookie: client.cookie });
    isOver = true;
    await sending;
    return { ...result, memory: rss(portal.pid) };
  };
  const before = rss(portal.pid);
  const [first, second] = [await tail(), await tail()];
  report(
    `${TAILS} live tails at once`,
    '≤ 100 MB more, then ≤ 32 MB',
    `${mb(first.memory - before)} more, then ${mb(second.memory - first.memory)}`,
    first.memory - before <= 100 * 1024 * 1024 && second.memory - first.memory <= 32 * 1024 * 1024,
    `${perSecond(second.requestsPerSecond)}, ${first.errors + second.errors} errors, ${mb(second.memory)} in total`,
  );
}
