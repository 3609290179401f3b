/*
 * Speed, size and memory compared with the budgets in docs and, if there is one, with a reference in the same run.
 *   npm run bench -- [--quick] [--only pages,lighthouse,adapter,zone,embedded,portals,objects,orders,invoices,logs,tails,edge,fleet,dns]
 * A report, not a test: it exits with 0 even when a budget is missed.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAdapter } from './adapter.ts';
import { benchLighthouse } from './audit.ts';
import { benchDns } from './dns.ts';
import { benchEdge } from './edge.ts';
import { benchEmbedded } from './embedded.ts';
import { benchFleet } from './fleet.ts';
import { benchInvoices } from './invoices.ts';
import { benchLogs } from './logs.ts';
import { benchObjects } from './objects.ts';
import { benchOrders } from './orders.ts';
import { benchPages } from './pages.ts';
import { benchPortals } from './portals.ts';
import { printReport } from './report.ts';
import { benchTails } from './tails.ts';
import { benchZone } from './zone.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } });
const parts: Record<string, (quick: boolean) => Promise<void> | void> = {
  pages: benchPages,
  lighthouse: benchLighthouse,
  adapter: benchAdapter,
  zone: benchZone,
  embedded: benchEmbedded,
  portals: benchPortals,
  objects: benchObjects,
  orders: benchOrders,
  invoices: benchInvoices,
  logs: benchLogs,
  tails: benchTails,
  edge: benchEdge,
  fleet: benchFleet,
  dns: benchDns,
};

console.log(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}: times count only when nothing else runs`);
for (const [name, bench] of Object.entries(parts)) {
  if (values.only && !values.only.split(',').includes(name)) continue;
  console.log(`${name} …`);
  await bench(values.quick);
}
printReport();
