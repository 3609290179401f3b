import { failStart, readEnv } from '../config/env.ts';
import { makeLogger } from '../lib/node/log.ts';
import { Metrics } from '../lib/node/metrics.ts';
import { startMonitor } from '../lib/node/monitor.ts';
import { recordStart } from '../lib/node/warnings.ts';
import { dnsFolder, startNameServer } from './start.ts';

// The name server alone (`npm run dns`), beside a portal with the same DATA_DIR. It keeps answering while the portal is replaced.
async function run(): Promise<void> {
  const env = readEnv();
  const log = makeLogger('dns', env.LOG_LEVEL);
  const metrics = new Metrics();
  const monitor = await startMonitor({
    env,
    variable: 'DNS_METRICS_PORT',
    metrics,
    checks: { zones: () => server.isReady() },
  });
  const stopped = await recordStart(dnsFolder(env), 'dns', log);
  const server = startNameServer(env, log, metrics);
  if (monitor.address) log.info({ address: monitor.address }, 'monitor started');
  async function stop(): Promise<void> {
    monitor.drain();
    await server.stop();
    stopped();
    await monitor.stop();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop());
}

await run().catch(failStart);
