import type { Input } from '../../src/lib/contract/call.ts';
import { serverOrder } from '../../src/lib/contract/cloud/serverOrder.ts';
import { wallet } from '../../src/lib/contract/core/wallet.ts';
import { Client } from '../support/client.ts';
import { startPortal } from '../support/server.ts';
import { ms, percentile, report, timed } from './report.ts';

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

/** Quotes of an order of everything that has a price, one after the other; between them a call that computes nothing. */
export async function benchOrders(quick: boolean): Promise<void> {
  await using portal = await startPortal();
  const client = new Client(portal.url);
  await client.signIn();
  const quote = () => timed(() => client.ok(serverOrder.quote, draft));
  const balance = () => timed(() => client.ok(wallet.balance, {}));
  // The first calls run before the code is compiled.
  for (let n = 0; n < 50; n++) await quote();
  const [quotes, others]: [number[], number[]] = [[], []];
  for (let n = 0; n < (quick ? 200 : 1000); n++) {
    quotes.push(await quote());
    others.push(await balance());
  }
  const formatTimes = (times: number[]) => `p99 ${ms(percentile(times, 99))}, p50 ${ms(percentile(times, 50))}`;
  const isMet = percentile(quotes, 99) <= 20;
  report('order quote, custom size with volumes', 'p99 ≤ 20 ms', formatTimes(quotes), isMet, `reading the balance ${formatTimes(others)}`);
}
