import '../base/loadBrand.ts';
import { Channel, within } from '../../lib/node/ipc.ts';
import { makeLogger } from '../../lib/node/log.ts';
import { Metrics } from '../../lib/node/metrics.ts';
import { readEdgeEnv } from '../base/env.ts';
import type { FileOwner } from '../cache/files.ts';
import { cpuTime } from '../control/heartbeats.ts';
import { prepare, Sites } from '../control/policies.ts';
import { PreviewCertificates } from '../listen/previewCertificates.ts';
import { makeRequestMetrics } from '../metrics.ts';
import { createCopies, createCounter, type Server, startServer } from '../server.ts';
import type { MainMethods, WorkerMethods } from './methods.ts';

// A process of the edge that serves visitors. The main process starts and ends it, and alone talks with the portal.
/** A busy main process answers within it. */
const ANSWER_MS = 1_000;
const LOG_MS = 200;
const fullBatch = 500;

const env = readEdgeEnv();
const log = makeLogger('edge');
const metrics = new Metrics();
if (env.EDGE_METRICS_PORT !== undefined) metrics.addProcess();
const sites = new Sites();
let server: Server | undefined;

const main = new Channel<MainMethods, WorkerMethods>(process, {
  update(changed, removed) {
    for (const { policy, purgedAt } of changed) sites.set(prepare(policy, new Map(purgedAt)));
    for (const id of removed) sites.delete(id);
  },
  async listen(listening) {
    server = await startServer(
      env,
      sites,
      { counters, copies, addLogEntry, previews, record: makeRequestMetrics(metrics) },
      listening,
      log,
    );
    return server.ports;
  },
  setInvalid: (base, at) => copies.setInvalid(base, at),
  clear: () => copies.clear(),
  drain: (isDraining) => server?.drain(isDraining),
  load: () => ({ connections: server?.connections() ?? 0, memory: copies.bytes, cpu: cpuTime() }),
  metrics: () => metrics.json(),
  async stop() {
    await server?.stop();
    await sendEntries();
  },
});

/** Counts while the main process doesn't answer. */
const alone = createCounter();
const counters = {
  count: (...args: Parameters<MainMethods['count']>) => within(ANSWER_MS, main.call('count', ...args), () => alone.count(...args)),
};
const files: FileOwner = {
  mayHave: () => true,
  store: (file) => main.call('storeFile', file),
  replace: (...args) => main.notify('replaceFile', ...args),
  use: (name) => main.notify('useFile', name),
};
const previews = new PreviewCertificates((name) => main.call('createPreviewCertificate', name));
const copies = createCopies(env, files, (base, at) => within(ANSWER_MS, main.call('invalidate', base, at), () => {}));

let entries: string[] = [];
let timer: NodeJS.Timeout | null = null;
function addLogEntry(entry: object): void {
  entries.push(JSON.stringify(entry));
  if (entries.length >= fullBatch) void sendEntries();
  else timer ??= setTimeout(() => void sendEntries(), LOG_MS);
}
async function sendEntries(): Promise<void> {
  if (timer) clearTimeout(timer);
  timer = null;
  const batch = entries;
  entries = [];
  if (batch.length > 0) await main.call('addEntries', batch).catch(() => {});
}

// They also reach this process when they are sent to a group of processes: the main process ends it, after its responses.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
