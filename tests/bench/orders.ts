import type { Input } from '../../src/lib/contract/call.ts';
import { serverOrder } from '../../src/lib/contract/cloud/serverOrder.ts';
import { Client } from '../support/client.ts';
import { startPortal } from '../support/server.ts';
import { ms, percentile, report } from './report.ts';

const draft: Input<typeof serverOrder.quote> = {
  nameServer: 'bench',
  quantity: 3,
  isCustom: true,
  cpu: 4,
  ram: 8,
  disk: { value: 80, type: 'ssd' },
  backups: true,
  volumes: [{ name: 'data', size: 100, type: 'ssd', fileSystem: 'ext4' }],
};

/** Quotes of an order of everything that has a price, one after the other. */
export async function benchOrders(quick: boolean): Promise<void> {
  await using portal = await startPortal();
  const client = new Client(portal.url);
  await client.signIn();
  const quote = async () => {
    const start = performance.now();
    await client.ok(serverOrder.quote, draft);
    return performance.now() - start;
  };
  // The first calls run before the code is compiled.
  for (let n = 0; n < 50; n++) await quote();
  const times: number[] = [];
  for (let n = 0; n < (quick ? 200 : 1000); n++) times.push(await quote());
  const p99 = percentile(times, 99);
  report('order quote, custom size with volumes', 'p99 ≤ 20 ms', `p99 ${ms(p99)}`, p99 <= 20, `p50 ${ms(percentile(times, 50))}`);
}
