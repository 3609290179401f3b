import { makeLogger } from '../lib/node/log.ts';
import { readComputeSettings } from './env.ts';
import { startCompute } from './start.ts';

// The compute process (`npm run compute`): runs the servers of customers on this host. It needs no root.
async function run(): Promise<void> {
  const settings = readComputeSettings();
  const log = makeLogger('compute', settings.logLevel);
  const stop = await startCompute({ settings, log });
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    void stop().then(() => process.exit(0));
  };
  // It was started by the portal, which has ended.
  process.on('disconnect', end);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  process.send?.({ isStarted: true });
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
